import type { Company } from '../../memory-server/company.ts';
import { KIND_NAMES, type KindName } from '../../memory-server/kinds.ts';
import type { Row } from '../../memory-server/tables.ts';

interface Noticed {
  readonly resource: KindName;
  readonly id: number;
  readonly text: string;
}

/** Finds edits that tests made directly to a company's rows, bypassing all rules, and notes them in its ledger. */
export class HandEdits {
  readonly #company: Company;
  readonly #noticed = new Map<string, Noticed>();

  constructor(company: Company) {
    this.#company = company;
    company.onCommit = ({ method, resource, row }) => {
      if (method === 'DELETE') this.#noticed.delete(keyOf(resource, row));
      else this.accept(resource, row);
    };
  }

  /** Treats a row's current values as known to the ledger. */
  accept(resource: KindName, row: Row): void {
    this.#noticed.set(keyOf(resource, row), { resource, id: row.id, text: JSON.stringify(row) });
  }

  /** Compares all rows with their last known values. */
  notice(): void {
    const { ledger } = this.#company;
    const met = new Set<string>();
    for (const resource of KIND_NAMES) {
      for (const row of this.#company.of(resource)) {
        const key = keyOf(resource, row);
        met.add(key);
        if (this.#noticed.get(key)?.text === JSON.stringify(row)) continue;
        ledger.note(resource, row.id);
        this.accept(resource, row);
      }
    }
    for (const [key, { resource, id }] of this.#noticed) {
      if (met.has(key)) continue;
      ledger.note(resource, id, true);
      this.#noticed.delete(key);
    }
  }
}

function keyOf(resource: KindName, { id }: Row): string {
  return `${resource}/${id}`;
}
