import type { Fields, FieldValue, RecordKind } from '../../src/domain/resource-spec.ts';
import { isListed, RECORD_KINDS, specOf } from '../../src/domain/resource-specs.ts';
import type { MirrorRecord } from '../../src/outbox/mirror-record.ts';
import {
  createRecord,
  deleteRecord,
  editRecord,
  type SaveReceipt,
  updateRecord,
  watchSave,
} from '../../src/records/commands.ts';
import type { RecordServices } from '../../src/records/record-services.ts';
import { requestSync } from '../../src/records/use-sync-status.ts';
import type { Expectation, Expectations } from './checks/expectations.ts';
import { accountStores, type Stores } from './checks/stores.ts';
import type { Tab } from './machine/tab.ts';
import type { Command } from './program/program.ts';
import { CHANGES, newRecord, TEXTS, withLine } from './program/values.ts';
import { Violation, type World } from './world.ts';

export type Of<Name extends Command['do']> = Extract<Command, { readonly do: Name }>;

/** Fields that the app or the server may renumber, or that only the server sets. */
const NOT_OURS = ['work_order_number', 'estimate_number', 'size', 'media_type', 'received_at', 'uploaded_by'];

/** Returns true if a server keeps the field as it was sent. */
export function isOurs({ server }: World, field: string): boolean {
  return !NOT_OURS.includes(field) && !(server.features.totals && field === 'total_amount');
}

/** A tab that shows a user's records. */
export interface Desk {
  readonly tab: Tab;
  readonly records: RecordServices;
  readonly expectations: Expectations;
}

/** Returns null if no user is signed in at the tab. */
export function deskAt(world: World, tab: Tab | null): Desk | null {
  const records = tab?.records ?? null;
  if (!tab || !records) return null;
  return { tab, records, expectations: world.expectationsIn(records.db.name) };
}

/** Returns the device's database of the account on the screen. */
export function storesAt({ tab, records }: Desk): Stores | undefined {
  return accountStores(tab.device.factory).find(({ name }) => name === records.db.name);
}

export function listed(desk: Desk, kind: RecordKind): readonly MirrorRecord[] {
  if (isListed(kind)) return desk.records.collections[kind].getSnapshot().records;
  const rows = [...(storesAt(desk)?.mirror(kind).values() ?? [])];
  return rows.filter(({ view }) => view !== null);
}

export function picked<T>(list: readonly T[], n: number): T | undefined {
  return list[n % Math.max(1, list.length)];
}

export function create(world: World, desk: Desk, { kind, mark, customer, watch }: Of<'create'>): void {
  const chosen = kind === 'customers' ? null : picked(listed(desk, 'customers'), customer);
  if (kind !== 'customers' && !chosen) return;
  const { records } = desk;
  const name = `m${mark}${world.userOf(records.db.name) ?? ''}`;
  const initial = blankOf(world, desk, kind);
  const draft: Fields = { ...initial, ...newRecord(kind, name, chosen?.localId ?? null) };
  // Count the create now, because a tab that dies may have saved it.
  world.begin(kind, name, records.db.name);
  act(
    desk,
    null,
    () => createRecord(records, kind, draft, { watch, initial }),
    (receipt) => {
      checkDurable(world, desk, receipt);
      const expectation = desk.expectations.of(kind, receipt.localId, name);
      expectation.created = name;
      for (const [field, value] of Object.entries(draft)) {
        if (isOurs(world, field)) expectation.values.set(field, [value]);
      }
      watchIf(desk, receipt, watch);
    },
  );
}

/** Avoids drawing a work order number twice, which real users would not do within a millisecond. */
function blankOf(world: World, { records }: Desk, kind: RecordKind): Fields {
  for (;;) {
    const blank = specOf(kind).blank({ now: world.time.now, random: records.random() });
    const number = blank['work_order_number'];
    if (typeof number !== 'string') return blank;
    if (world.numbers.has(number)) continue;
    world.numbers.add(number);
    return blank;
  }
}

export function update(world: World, desk: Desk, command: Of<'update'>): void {
  const { kind, pick, field: which, value: n, watch } = command;
  const record = picked(listed(desk, kind), pick);
  const [field, make] = picked(Object.entries(CHANGES[kind]), which) ?? [];
  if (!record?.view || field === undefined || make === undefined) return;
  const isAdded = world.program.addsLines === true && TEXTS.includes(field) && n !== null;
  const value = isAdded ? withLine(record.view[field] ?? null, n) : valueOf(desk, record, field, make, n);
  if (value === undefined) return;
  const initial = record.view;
  if ((initial[field] ?? null) === value) return;
  const held = world.program.secondThoughts === true && !watch && which % 3 === 0;
  saveChange(world, desk, { resource: kind, record, initial, field, value, watch, held });
  world.note(`${desk.tab.name} changes ${kind}/${record.localId} ${field} to ${String(value)}`);
}

function valueOf(
  desk: Desk,
  record: MirrorRecord,
  field: string,
  make: ((n: number) => FieldValue) | 'customer',
  n: number | null,
): FieldValue | undefined {
  if (n === null) return record.server?.[field];
  return make === 'customer' ? picked(listed(desk, 'customers'), n)?.localId : make(n);
}

export interface Change {
  readonly resource: RecordKind;
  readonly record: MirrorRecord;
  readonly initial: Fields;
  readonly field: string;
  readonly value: FieldValue;
  readonly watch: boolean;
  /** The user saw both sides of a conflict. */
  readonly decides?: boolean;
  /** True for a tap. */
  readonly held?: boolean;
}

export function saveChange(
  world: World,
  desk: Desk,
  { resource, record, initial, field, value, watch, decides = false, held = false }: Change,
): void {
  const { records } = desk;
  const expectation = desk.expectations.of(resource, record.localId);
  const before = expectation.values.get(field);
  // If the tab dies during the save, either value may be the saved one.
  if (isOurs(world, field)) expectation.values.set(field, [...(before ?? [initial[field] ?? null]), value]);
  expectation.touched.add(field);
  const history = world.companyOf(desk.records.db.name)?.histories.of(resource, record.serverId ?? '');
  // The user may have seen either value of a row that others are changing.
  const last = expectation.seen.get(field);
  const theirs = decides ? [record.server?.[field] ?? null] : [];
  const earlier = last ? [...last.earlier, last.values[field] ?? null] : theirs;
  expectation.seen.set(field, { values: initial, place: (history?.states.length ?? 0) - 1, earlier });
  const draft = { ...initial, [field]: value };
  act(
    desk,
    expectation,
    () =>
      held
        ? editRecord(records, resource, record.localId, {
            change: (now) => (now[field] === initial[field] ? { ...now, [field]: value } : now),
            held,
          })
        : updateRecord(records, resource, record.localId, { initial, draft, watch, decides }),
    (receipt) => {
      // Nothing was saved, because the value had changed before the tap.
      if (held && receipt.mutationId === null && receipt.undo === null) return restore();
      checkDurable(world, desk, receipt);
      const kept = desk.expectations.of(resource, receipt.localId);
      kept.touched.add(field);
      if (kept !== expectation) expectation.values.delete(field);
      if (isOurs(world, field)) kept.values.set(field, [value]);
      watchIf(desk, receipt, watch);
    },
    (died) => {
      // A tab that had not yet heard of the deletion cannot have saved either value.
      if (!died || expectation.deleted) restore();
    },
  );
  function restore(): void {
    if (before) expectation.values.set(field, before);
    else expectation.values.delete(field);
  }
}

export function remove(world: World, desk: Desk, { kind, pick }: Of<'delete'>): void {
  const record = picked(listed(desk, kind), pick);
  if (!record) return;
  const expectation = desk.expectations.of(kind, record.localId);
  const taken = kind === 'customers' ? referringTo(desk, record) : [];
  for (const dependant of taken) {
    dependant.cancellable = true;
    dependant.acting += 1;
  }
  const free = (): void => {
    for (const dependant of taken) dependant.acting -= 1;
  };
  act(
    desk,
    expectation,
    () => deleteRecord(desk.records, kind, record.localId),
    () => {
      free();
      expectation.deleted = expectation.everDeleted = true;
      for (const { mark } of [expectation, ...taken]) world.discarded.add(mark ?? '');
      expectation.values.clear();
    },
    (died) => {
      free();
      if (!died) {
        for (const dependant of taken) dependant.cancellable = false;
        return;
      }
      expectation.cancellable = true;
      for (const { mark } of [expectation, ...taken]) world.discarded.add(mark ?? '');
    },
  );
}

/** Returns the expectations that a customer's deletion includes, even of records made by a tab that died. */
function referringTo(desk: Desk, { localId, serverId }: MirrorRecord): readonly Expectation[] {
  const { expectations } = desk;
  const ids: readonly unknown[] = serverId === undefined ? [localId] : [localId, String(serverId)];
  const stores = storesAt(desk);
  const stored = RECORD_KINDS.flatMap((resource) =>
    [...(stores?.mirror(resource).values() ?? [])]
      .filter(({ view }) => ids.includes(view?.['customer']))
      .map((one) => expectations.of(resource, one.localId)),
  );
  return [...new Set([...stored, ...expectations.referringTo(ids)])];
}

export function syncNow({ tab, records }: Desk): void {
  tab.act(() => void requestSync(records).catch(() => {}));
}

/** I1: a save that was confirmed to the user is on the disk. */
function checkDurable(world: World, desk: Desk, { mutationId }: SaveReceipt): void {
  if (mutationId === null) return;
  if (storesAt(desk)?.outbox.some(({ id }) => id === mutationId) === true) return;
  world.attempt(() => {
    throw new Violation(
      'I1',
      `${desk.tab.name} was told that ${mutationId} is saved, but it is not in the outbox`,
    );
  });
}

function watchIf({ tab, records }: Desk, receipt: SaveReceipt, watch: boolean): void {
  if (watch) tab.act(() => void watchSave(records, receipt).catch(() => {}));
}

/**
 * Runs an act of the user, which ends later.
 * @param failed called instead of `done` if the act had no effect, or if the tab died
 */
export function act<T>(
  { tab }: Desk,
  expectation: Expectation | null,
  work: () => Promise<T>,
  done: (result: T) => void,
  failed: (died: boolean) => void = () => {},
): void {
  if (expectation) expectation.acting += 1;
  let ended = false;
  const end = (then: () => void): void => {
    if (ended) return;
    ended = true;
    if (expectation) expectation.acting -= 1;
    then();
  };
  tab.act(() => {
    void work().then(
      (result) => end(() => (tab.alive ? done(result) : undefined)),
      () => end(() => (tab.alive ? failed(false) : undefined)),
    );
  });
  tab.onDeath(() => end(() => failed(true)));
}
