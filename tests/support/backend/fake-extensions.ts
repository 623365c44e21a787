import type { ResourceName } from '../../../src/domain/resource-spec.ts';
import type { Company } from '../../memory-server/company.ts';
import { EventStreams } from '../../memory-server/event-streams.ts';
import type { Entry } from '../../memory-server/ledger.ts';
import type { HeldRows, Row } from '../../memory-server/tables.ts';
import { HandEdits } from './hand-edits.ts';

/** What tests do about the extensions of a server in memory. */
export class FakeExtensions {
  readonly streams = new EventStreams();
  /** The names that are announced and kept. */
  readonly features: Set<string>;
  readonly #company: Company;
  readonly #edits: HandEdits;
  /** How many changes those who listen for events know of. */
  #told = 0;

  constructor(features: Set<string>, company: Company) {
    this.features = features;
    this.#company = company;
    this.#edits = new HandEdits(company);
  }

  /** Cursors of another epoch are refused with 410. */
  get epoch(): number {
    return this.#company.ledger.epoch;
  }

  set epoch(epoch: number) {
    this.#company.ledger.epoch = epoch;
  }

  /** Takes in what was done to rows by hand, and tells those who listen where there is something new. */
  observe(): void {
    // Nobody sees the ledger of a server without extensions.
    if (this.features.size > 0) this.#edits.notice();
    const { changes } = this.#company.ledger;
    if (this.#told < changes) this.streams.change();
    this.#told = changes;
  }

  /** A backup is played back: this row is at an older version again, and cursors of before are refused. */
  rewind(resource: ResourceName, id: number, version: number): void {
    const entry = this.#company.ledger.entryOf(resource, id);
    const row = this.#company.find(resource, String(id));
    if (entry) entry.version = version;
    if (row) this.#edits.accept(resource, row);
    this.epoch += 1;
  }

  /** Goes on from where another server was, after so many changes. */
  restore(held: HeldRows, entries: readonly Readonly<Entry>[], changes: number): void {
    this.#company.restore(held, entries, changes);
    for (const [resource, row] of held.rows) this.#edits.accept(resource, row);
    this.#told = changes;
  }

  /** Notes the key that a row was made with. */
  key(resource: ResourceName, { id }: Row, uid: string): void {
    this.#company.ledger.key(resource, id, uid);
  }

  /** How many listen for events. */
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
