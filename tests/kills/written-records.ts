/** Number of the write that a record shows. All fields contain the number, so that half a write is noticed. */
export type Version = number;

/** The writes of one record. */
interface Written {
  /** The key that the create carries each time it is sent. */
  readonly uid: string;
  /** The write that the server acknowledged last, or null. */
  settled: Version | null;
  /** The write that was sent but not answered, or null. The server may have all of it or nothing. */
  open: Version | null;
}

/** Several projects may have the same fields, so only the key prevents duplicates. */
export interface ProjectFields {
  readonly title: string;
  readonly description: string;
  readonly address_line_1: string;
  readonly postal_code: string;
  readonly city: string;
}

export function projectOf(title: string, version: Version): ProjectFields {
  return {
    title,
    description: `Description ${version}`,
    address_line_1: `${version} Main Street`,
    postal_code: String(version).padStart(5, '0'),
    city: `City ${version}`,
  };
}

/** Something that the server got wrong after a kill. */
export interface Problem {
  readonly kind: 'lost' | 'doubled' | 'other';
  readonly text: string;
}

/** Every write of all clients and its outcome, which the server must still know after a kill. */
export class WrittenRecords {
  private readonly records = new Map<string, Written>();
  acknowledged = 0;

  sending(title: string, version: Version, uid: string): void {
    const record = this.records.get(title) ?? { uid, settled: null, open: null };
    record.open = version;
    this.records.set(title, record);
  }

  answered(title: string): void {
    const record = this.records.get(title);
    if (record?.open === null || record === undefined) throw new Error(`Nothing was sent for ${title}`);
    record.settled = record.open;
    record.open = null;
    this.acknowledged += 1;
  }

  /** Returns creates that the server may or may not have carried out. A device sends these again. */
  unansweredCreations(): readonly { readonly title: string; readonly uid: string }[] {
    return [...this.records].flatMap(([title, { uid, settled }]) =>
      settled === null ? [{ title, uid }] : [],
    );
  }

  /** Returns what is wrong with these rows. From then on, what they show counts as acknowledged. */
  compare(rows: readonly ProjectFields[]): readonly Problem[] {
    const problems: Problem[] = [];
    const found = new Map<string, ProjectFields>();
    for (const row of rows) {
      if (found.has(row.title)) problems.push({ kind: 'doubled', text: `${row.title} is there twice` });
      if (!this.records.has(row.title))
        problems.push({ kind: 'other', text: `${row.title} is there, but nobody sent it` });
      found.set(row.title, row);
    }
    for (const [title, record] of this.records) {
      const row = found.get(title);
      const version = row ? versionOf(row) : null;
      if (version === 'half')
        problems.push({ kind: 'other', text: `${title} is half written: ${JSON.stringify(row)}` });
      else if (version !== record.settled && version !== record.open)
        problems.push({
          kind: 'lost',
          text: `${title} shows ${version}, but ${record.settled} was acknowledged`,
        });
      else {
        record.settled = version;
        record.open = null;
      }
    }
    return problems;
  }
}

function versionOf(row: ProjectFields): Version | 'half' {
  const version = Number(row.city.replace('City ', ''));
  const whole = projectOf(row.title, version);
  const names = ['description', 'address_line_1', 'postal_code'] as const;
  return names.every((name) => row[name] === whole[name]) ? version : 'half';
}
