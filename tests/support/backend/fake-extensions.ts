import type { ResourceName } from '../../../src/domain/resource-spec.ts';
import type { Company } from '../../memory-server/company.ts';
import { EventStreams } from '../../memory-server/event-streams.ts';
import type { KindName } from '../../memory-server/kinds.ts';
import type { Entry } from '../../memory-server/ledger.ts';
import type { HeldRows, Row } from '../../memory-server/tables.ts';
import { HandEdits } from './hand-edits.ts';

/** Lets tests control the extensions of a server in memory. */
export class FakeExtensions {
  readonly streams = new EventStreams();
  /** The names of the extensions that the server announces and supports. */
  readonly features: Set<string>;
  readonly #company: Company;
  readonly #edits: HandEdits;
  /** The number of changes that event listeners know of. */
  #told = 0;

  constructor(features: Set<string>, company: Company) {
    this.features = features;
    this.#company = company;
    this.#edits = new HandEdits(company);
  }

  /** The server refuses cursors from another epoch with 410. */
  get epoch(): number {
    return this.#company.ledger.epoch;
  }

  set epoch(epoch: number) {
    this.#company.ledger.epoch = epoch;
  }

  /** Records the edits that a test made directly to rows, and sends an event if there are new changes. */
  observe(): void {
    // Without extensions, no client sees the ledger.
    if (this.features.size > 0) this.#edits.notice();
    const { changes } = this.#company.ledger;
    if (this.#told < changes) this.streams.change();
    this.#told = changes;
  }

  /** Simulates a restored backup: this row is at an older version again, and earlier cursors are refused. */
  rewind(resource: KindName, id: number, version: number): void {
    const entry = this.#company.ledger.entryOf(resource, id);
    const row = this.#company.find(resource, String(id));
    if (entry) entry.version = version;
    if (row) this.#edits.accept(resource, row);
    this.epoch += 1;
  }

  /** Continues from another server's state after `changes` changes. */
  restore(held: HeldRows, entries: readonly Readonly<Entry>[], changes: number): void {
    this.#company.restore(held, entries, changes);
    for (const [resource, row] of held.rows) this.#edits.accept(resource, row);
    this.#told = changes;
  }

  /** Sets the key with which a row was created. */
  key(resource: ResourceName, { id }: Row, uid: string): void {
    this.#company.ledger.key(resource, id, uid);
  }

  get listeners(): number {
    return this.streams.size;
  }

  beat(): void {
    this.streams.beat();
  }

  endStreams(): void {
    this.streams.end();
  }
}
