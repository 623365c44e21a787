/** Which of its writes a record shows. All its fields say the same number, so that half a write is told. */
export type Version = number;

/** What is known of one record that a client writes. */
interface Written {
  /** What the server confirmed last; null while it has confirmed nothing. */
  settled: Version | null;
  /** What was sent and never answered: it may be there, whole, or not at all. */
  open: Version | null;
}

export interface CustomerFields {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string;
  readonly city: string;
}

export function customerOf(email: string, version: Version): CustomerFields {
  return {
    email,
    first_name: `First ${version}`,
    last_name: `Last ${version}`,
    phone: `555-${String(version).padStart(7, '0')}`,
    city: `City ${version}`,
  };
}

/** Every write of all clients, and what became of it: what a server that was killed has to know again. */
export class WrittenRecords {
  private readonly records = new Map<string, Written>();
  confirmed = 0;

  sending(email: string, version: Version): void {
    const record = this.records.get(email) ?? { settled: null, open: null };
    record.open = version;
    this.records.set(email, record);
  }

  answered(email: string): void {
    const record = this.records.get(email);
    if (record?.open === null || record === undefined) throw new Error(`Nothing was sent for ${email}`);
    record.settled = record.open;
    record.open = null;
    this.confirmed += 1;
  }

  /** What is wrong with these rows, in words; from then on, what is there counts as confirmed. */
  compare(rows: readonly CustomerFields[]): readonly string[] {
    const problems: string[] = [];
    const found = new Map(rows.map((row) => [row.email, row]));
    if (found.size !== rows.length) problems.push('a record is there twice');
    for (const email of found.keys())
      if (!this.records.has(email)) problems.push(`${email} is there, and nobody sent it`);
    for (const [email, record] of this.records) {
      const row = found.get(email);
      const version = row ? versionOf(row) : null;
      if (version === 'half') problems.push(`${email} is half written: ${JSON.stringify(row)}`);
      else if (version !== record.settled && version !== record.open)
        problems.push(`${email} shows ${version}, and ${record.settled} was confirmed`);
      else {
        record.settled = version;
        record.open = null;
      }
    }
    return problems;
  }
}

function versionOf(row: CustomerFields): Version | 'half' {
  const version = Number(row.city.replace('City ', ''));
  const whole = customerOf(row.email, version);
  const same =
    row.first_name === whole.first_name && row.last_name === whole.last_name && row.phone === whole.phone;
  return same ? version : 'half';
}
