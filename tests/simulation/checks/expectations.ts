import type { Fields, FieldValue, RecordKind } from '../../../src/domain/resource-spec.ts';
import type { MirrorRecord } from '../../../src/outbox/mirror-record.ts';
import type { Mutation } from '../../../src/outbox/mutation.ts';
import { MARK_FIELD } from '../server/company.ts';
import type { Histories, RowHistory } from '../server/history.ts';
import { holds } from './meaning.ts';
import { changesOf, type Stores } from './stores.ts';
import { Violation } from './violation.ts';

/** The user's wishes for one record: every accepted change that was not taken back. */
export interface Expectation {
  readonly resource: RecordKind;
  readonly localId: string;
  /** The mark of a create, until the create is accounted for. */
  created: string | null;
  /** The mark of the record's row on the server. */
  mark: string | null;
  deleted: boolean;
  /** True if the user ever deleted the record here. */
  everDeleted: boolean;
  /** By field: the last value typed, and another that a dying tab may have saved. */
  readonly values: Map<string, readonly FieldValue[]>;
  /** Every field that the user ever changed. */
  readonly touched: Set<string>;
  /** By field: the record as the user saw it at the last change. */
  readonly seen: Map<string, Seen>;
  /**
   * The user took something back. Whatever is missing at the next check was meant to go. The rest is expected as
   * before.
   */
  cancellable: boolean;
  /** Number of the user's unfinished acts on this record. */
  acting: number;
  serverId: number | string | null;
}

export interface Seen {
  readonly values: Fields;
  /** Place in the row's history at that time. */
  readonly place: number;
  /** Values that the field had at its earlier changes. */
  readonly earlier: readonly FieldValue[];
}

/**
 * I2 and I5: compares every accepted save with the outbox and with everything that the server ever held. Does not use
 * the engine's journal.
 */
export class Expectations {
  readonly #expectations = new Map<string, Expectation>();
  /** Server ids of customers by local id, even after their deletion. */
  readonly #customers = new Map<string, string>();
  /** First marks of customers by local id, even of those that a dying tab saved. */
  readonly #marks = new Map<string, string>();

  /** Adds an expectation if there is none. */
  of(resource: RecordKind, localId: string, mark: string | null = null): Expectation {
    const key = `${resource}/${localId}`;
    const known = this.#expectations.get(key);
    if (known) return known;
    const expectation: Expectation = {
      resource,
      localId,
      created: null,
      mark,
      deleted: false,
      everDeleted: false,
      values: new Map(),
      touched: new Set(),
      seen: new Map(),
      cancellable: false,
      acting: 0,
      serverId: null,
    };
    this.#expectations.set(key, expectation);
    return expectation;
  }

  /** Returns the expectations of records that a deletion of these ids includes. */
  referringTo(ids: readonly unknown[]): Expectation[] {
    return [...this.#expectations.values()].filter((expectation) =>
      (expectation.values.get('customer') ?? []).some((value) => ids.includes(String(value))),
    );
  }

  /** Returns true if the user ever deleted the record with this server id here. */
  wasDeleted(resource: RecordKind, id: string): boolean {
    return [...this.#expectations.values()].some(
      (expectation) =>
        expectation.everDeleted &&
        expectation.resource === resource &&
        [expectation.localId, String(expectation.serverId)].includes(id),
    );
  }

  /** Called for a create that was taken back or never accepted. */
  forget(resource: RecordKind, localId: string): void {
    this.#expectations.delete(`${resource}/${localId}`);
  }

  /** @param stores null once the database is gone */
  check(stores: Stores | null, histories: Histories): void {
    for (const { localId, serverId, view } of stores?.mirror('customers').values() ?? []) {
      if (serverId !== undefined) this.#customers.set(localId, String(serverId));
      const mark = view?.[MARK_FIELD.customers];
      if (typeof mark === 'string' && !this.#marks.has(localId)) this.#marks.set(localId, mark);
    }
    for (const expectation of this.#expectations.values()) {
      if (expectation.acting === 0) this.#checkOne(expectation, stores, histories);
    }
  }

  #checkOne(expectation: Expectation, stores: Stores | null, histories: Histories): void {
    const record = stores ? recordOf(expectation, stores) : undefined;
    if (record && record.localId !== expectation.localId)
      return this.#become(expectation, record.localId, stores, histories);
    if (record?.serverId !== undefined) expectation.serverId = record.serverId;
    const open = stores ? changesOf(stores, expectation.resource, expectation.localId) : [];
    const rows = rowsOf(expectation, histories);
    const facts = { record, open, rows, histories };
    // The record was deleted together with the record it refers to, or by a tab that died.
    if (expectation.cancellable && open.some(({ kind }) => kind === 'delete')) {
      expectation.deleted = true;
      expectation.values.clear();
    }
    if (expectation.created !== null && !open.some(({ kind }) => kind === 'create')) {
      if (rows.length === 0 && !expectation.cancellable && !expectation.deleted)
        this.#lost(expectation, `the new record ${expectation.created}`);
      expectation.created = null;
    }
    for (const [field, values] of expectation.values) this.#checkValue(expectation, field, values, facts);
    if (expectation.deleted) this.#checkDeletion(expectation, facts);
    expectation.cancellable = false;
  }

  #checkValue(expectation: Expectation, field: string, values: readonly FieldValue[], facts: Facts): void {
    const { open, record, rows, histories } = facts;
    const holder = open.findLast(({ kind, fields }) => kind !== 'delete' && field in fields);
    const held = holder?.fields[field]?.value;
    if (
      holder &&
      values.some((value) => value === held || (held !== undefined && holds(field, held, value)))
    ) {
      const deleted = open.some(({ kind, state }) => kind === 'delete' && state !== 'parked');
      if (!deleted && record?.view?.[field] !== held) {
        throw new Violation(
          'I5',
          `${nameOf(expectation)} shows ${String(record?.view?.[field])} as ${field}, not ${String(held)}`,
        );
      }
      return;
    }
    const known = values.some((value) =>
      rows.some((row) =>
        row.states.some(
          (state) =>
            this.#isSame(field, state[field], value, histories) ||
            isOvertaken(expectation, { field, typed: value, there: state[field] }),
        ),
      ),
    );
    if (!known && !expectation.cancellable)
      this.#lost(expectation, `${field} = ${values.map(String).join(' or ')}`);
    expectation.values.delete(field);
  }

  #checkDeletion(expectation: Expectation, { open, rows, record }: Facts): void {
    const deletion = open.find(({ kind }) => kind === 'delete');
    if (deletion) {
      if (deletion.state !== 'parked' && record?.view)
        throw new Violation('I5', `${nameOf(expectation)} shows although it was deleted`);
      return;
    }
    const stays =
      expectation.serverId !== null &&
      rows.some(({ deletedAt, saidGone }) => deletedAt === null && !saidGone);
    if (stays && !expectation.cancellable && open.length === 0) {
      this.#lost(expectation, 'its deletion');
    }
    expectation.deleted = false;
  }

  /** Merges one record's expectation into another's. Values typed for the remaining record win. */
  #become(expectation: Expectation, localId: string, stores: Stores | null, histories: Histories): void {
    this.#expectations.delete(nameOf(expectation));
    const kept = this.of(expectation.resource, localId);
    for (const [field, values] of expectation.values) {
      if (!kept.touched.has(field)) kept.values.set(field, values);
    }
    for (const field of expectation.touched) kept.touched.add(field);
    for (const [field, seen] of expectation.seen) if (!kept.seen.has(field)) kept.seen.set(field, seen);
    kept.deleted ||= expectation.deleted;
    kept.cancellable ||= expectation.cancellable;
    if (kept.acting === 0) this.#checkOne(kept, stores, histories);
  }

  /** Compares references by server id. */
  #isSame(field: string, there: FieldValue | undefined, here: FieldValue, histories: Histories): boolean {
    if (holds(field, there, here)) return true;
    if (field !== 'customer') return false;
    if (this.#customers.get(String(here)) === String(there)) return true;
    // The device has not yet read a customer that was created together with this record.
    const mark = this.#marks.get(String(here));
    const made = mark === undefined ? [] : histories.madeBy(mark);
    return made.some((row) => row.resource === 'customers' && String(row.id) === String(there));
  }

  #lost(expectation: Expectation, what: string): never {
    throw new Violation(
      'I2',
      `${nameOf(expectation)} lost ${what}: neither in the outbox nor ever on the server, and nobody took it back`,
    );
  }
}

interface Facts {
  readonly record: MirrorRecord | undefined;
  readonly open: readonly Mutation[];
  readonly rows: readonly RowHistory[];
  readonly histories: Histories;
}

const PROGRESS = ['pending', 'assigned', 'in_progress', 'completed'];

interface Status {
  readonly field: string;
  readonly typed: FieldValue;
  readonly there: FieldValue | undefined;
}

/** [M36] Returns true if both sides moved a work order's status on, and the server's is further. */
function isOvertaken({ resource, seen }: Expectation, { field, typed, there }: Status): boolean {
  if (resource !== 'workOrders' || field !== 'status') return false;
  const place = (status: FieldValue | undefined): number => PROGRESS.indexOf(String(status));
  const base = place(seen.get(field)?.values[field]);
  return base >= 0 && base < place(typed) && place(typed) < place(there);
}

/** Returns the rows that the record is, or may be, on the server. */
function rowsOf({ resource, serverId, mark, localId }: Expectation, histories: Histories): RowHistory[] {
  const own = serverId === null ? undefined : histories.of(resource, serverId);
  // Other people may have deleted the row that the create made, and recreated it with their values.
  const before = mark === null || own?.mark !== mark ? [] : histories.madeBy(mark).filter(isDeleted);
  if (own) return [own, ...before.filter((row) => row.resource === resource && row !== own)];
  if (mark !== null) return histories.madeBy(mark).filter((row) => row.resource === resource);
  const row = histories.of(resource, serverId ?? localId);
  return row ? [row] : [];
}

function isDeleted({ deletedAt }: RowHistory): boolean {
  return deletedAt !== null;
}

/** Finds the record, even after it was merged into another. */
function recordOf(expectation: Expectation, stores: Stores): MirrorRecord | undefined {
  const mirror = stores.mirror(expectation.resource);
  const isItsRow = ({ serverId }: MirrorRecord): boolean =>
    serverId !== undefined && String(serverId) === expectation.localId;
  return mirror.get(expectation.localId) ?? [...mirror.values()].find(isItsRow);
}

function nameOf({ resource, localId }: Expectation): string {
  return `${resource}/${localId}`;
}
