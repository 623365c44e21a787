/** Which of its writes a record shows. All its fields say the same number, so that half a write is told. */
export type Version = number;

/** What is known of one record that a client writes. */
interface Written {
  /** The key that its creation carries, each time that it is sent. */
  readonly uid: string;
  /** What the server acknowledged last; null while it has acknowledged nothing. */
  settled: Version | null;
  /** What was sent and never answered: it may be there, whole, or not at all. */
  open: Version | null;
}

/** A record of a kind of which several may have the same fields: nothing but the key keeps one from being there twice. */
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

/** One thing that a server which was killed does not know as it should. */
export interface Problem {
  readonly kind: 'lost' | 'doubled' | 'other';
  readonly text: string;
}

/** Every write of all clients, and what became of it: what a server that was killed has to know again. */
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

  /** Creations that nobody knows of whether the server has carried them out. A device sends them again. */
  unansweredCreations(): readonly { readonly title: string; readonly uid: string }[] {
    return [...this.records].flatMap(([title, { uid, settled }]) =>
      settled === null ? [{ title, uid }] : [],
    );
  }

  /** What is wrong with these rows; from then on, what is there counts as acknowledged. */
  compare(rows: readonly ProjectFields[]): readonly Problem[] {
    const problems: Problem[] = [];
    const found = new Map<string, ProjectFields>();
    for (const row of rows) {
      if (found.has(row.title)) problems.push({ kind: 'doubled', text: `${row.title} is there twice` });
      if (!this.records.has(row.title))
        problems.push({ kind: 'other', text: `${row.title} is there, and nobody sent it` });
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
          text: `${title} shows ${version}, and ${record.settled} was acknowledged`,
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
