import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import type { Mutation } from '../../src/outbox/mutation.ts';
import { answerQuestion } from '../../src/records/answer-questions.ts';
import { decideParked, retryAllParked } from '../../src/records/parked.ts';

import type { Expectation } from './checks/expectations.ts';
import { lacksBytes } from './checks/files-check.ts';
import { groupOf, holds } from './checks/meaning.ts';
import { collectionOf, type Stores } from './checks/stores.ts';
import { act, type Desk, type Of, picked, saveChange, storesAt } from './person.ts';
import type { Decision } from './program/program.ts';
import { CHANGES } from './program/values.ts';
import { MARK_FIELD } from './server/company.ts';
import { countCell } from './states/counter.ts';
import type { World } from './world.ts';

interface Question {
  readonly world: World;
  readonly desk: Desk;
  readonly stores: Stores;
  readonly change: Mutation;
  readonly expectation: Expectation;
}

/** Answers one of the questions on the Sync screen, or continues work that waits there. */
export function answer(world: World, desk: Desk, { pick, how, value }: Of<'answer'>): void {
  const stores = storesAt(desk);
  const change = picked(
    (stores?.outbox ?? []).filter(({ state }) => state === 'parked' || how === 'amend'),
    pick,
  );
  if (!stores || !change) return;
  const { resource, localId, refusal } = change;
  const expectation = desk.expectations.of(resource, localId);
  const asked = { world, desk, stores, change, expectation };
  const way = wayFor(change, how);
  world.note(`${desk.tab.name} answers ${refusal?.reason ?? change.state} of ${resource}/${localId}: ${way}`);
  switch (way) {
    case 'edit':
    case 'amend':
    case 'decide':
      return goOn(asked, way, value);
    case 'retry':
      return sendAgain(asked);
    case 'retryAll':
      return sendAllAgain(asked);
    case 'discard':
      return drop(asked, () => decideParked(desk.records, change.id, { what: 'discard' }));
    case 'takeTheirs':
      return giveUp(asked);
    case 'recreate':
      return makeAgain(asked);
    case 'keepOne':
      return pointAt(asked, value);
    case 'lookAgain':
      return look(asked);
    default:
      return way satisfies never;
  }
}

/** Returns another answer if the Sync screen has no button for `how`. */
function wayFor(change: Mutation, how: Decision): Decision {
  const { kind, refusal } = change;
  const isGone = refusal?.reason === 'deletedOnServer';
  switch (how) {
    case 'retry':
      return isGone ? 'discard' : how;
    case 'retryAll':
      return refusal?.reason === 'tooOld' ? how : wayFor(change, 'retry');
    case 'takeTheirs':
    case 'decide':
      return refusal?.reason === 'conflict' ? how : wayFor(change, 'retry');
    case 'recreate':
      return isGone && kind === 'update' ? how : wayFor(change, 'retry');
    case 'keepOne':
      return refusal?.reason === 'mayExistTwice' ? how : wayFor(change, 'retry');
    case 'lookAgain': {
      const found = refusal?.candidates ?? [];
      return refusal?.reason === 'mayExistTwice' && kind === 'create' && found.length === 0
        ? how
        : wayFor(change, 'retry');
    }
    default:
      return how;
  }
}

export function dismiss(desk: Desk, { pick }: Of<'dismiss'>): void {
  const watch = picked(
    (storesAt(desk)?.watches ?? []).filter(({ possibleDuplicates }) => possibleDuplicates.length > 0),
    pick,
  );
  const [duplicate] = watch?.possibleDuplicates ?? [];
  if (!watch || duplicate === undefined) return;
  desk.tab.act(
    () =>
      void answerQuestion(desk.records, { to: 'secondRow', watchId: watch.id, distinct: duplicate }).catch(
        () => {},
      ),
  );
}

export function judgeAbsence(desk: Desk, how: 'keep' | 'remove'): void {
  const stores = storesAt(desk);
  const kind = stores && RESOURCE_NAMES.find((name) => collectionOf(stores, name)?.absence?.step === 'ask');
  if (kind)
    desk.tab.act(
      () => void answerQuestion(desk.records, { to: 'absence', resource: kind, choice: how }).catch(() => {}),
    );
}

function goOn({ world, desk, stores, change, expectation }: Question, how: Decision, n: number): void {
  const { resource, localId } = change;
  const [field, make] = picked(Object.entries(CHANGES[resource]), n) ?? [];
  const record = stores.mirror(resource).get(localId);
  if (!record?.view || field === undefined || make === undefined || make === 'customer') return;
  const value = make(n * 9 + 1);
  if ((record.view[field] ?? null) === value) return;
  const decides = how === 'decide';
  if (decides) expectation.seen.clear();
  if (change.kind === 'create' && change.state === 'parked') world.corrected.add(expectation.mark ?? '');
  saveChange(world, desk, { resource, record, initial: record.view, field, value, watch: false, decides });
}

function sendAgain({ world, desk, change, expectation }: Question): void {
  noteSentAgain(world, change, expectation);
  act(
    desk,
    expectation,
    () => decideParked(desk.records, change.id, { what: 'retry' }),
    (done) => {
      if (done) countCell(change, 'retried');
    },
  );
}

function sendAllAgain({ world, desk, stores, change, expectation }: Question): void {
  const reason = change.refusal?.reason;
  if (reason === undefined) return;
  for (const one of stores.outbox) {
    if (one.refusal?.reason !== reason) continue;
    noteSentAgain(world, one, desk.expectations.of(one.resource, one.localId));
  }
  act(
    desk,
    expectation,
    () => retryAllParked(desk.records, reason),
    () => {},
  );
}

function noteSentAgain(world: World, { kind }: Mutation, expectation: Expectation): void {
  expectation.seen.clear();
  if (kind === 'create') world.sentAgain.add(expectation.mark ?? '');
}

/** Drops everything that the user typed. */
function drop({ world, desk, change, expectation }: Question, work: () => Promise<boolean>): void {
  const { resource, localId, kind, fields } = change;
  const dropped = (done: boolean): void => {
    if (!done) return;
    if (kind === 'create' || change.refusal?.reason === 'deletedOnServer') {
      if (kind === 'create') world.discarded.add(expectation.mark ?? '');
      desk.expectations.forget(resource, localId);
    } else if (kind === 'delete') expectation.deleted = false;
    else forget(expectation, fields, Object.keys(fields));
  };
  act(desk, expectation, work, dropped, (died) => {
    if (died) expectation.cancellable = true;
  });
}

/** Takes the server's values of fields that both sides changed, and sends the rest. */
function giveUp(asked: Question): void {
  const { desk, change, expectation } = asked;
  const theirs = (): Promise<boolean> => decideParked(desk.records, change.id, { what: 'takeTheirs' });
  const conflict = change.refusal?.conflict?.fields ?? [];
  const lost = new Set(conflict.flatMap((field) => [field, ...groupOf(change.resource, field)]));
  const given = Object.keys(change.fields).filter((field) => lost.has(field));
  const all = given.length === Object.keys(change.fields).length;
  if (change.kind !== 'update' || conflict.length === 0 || all) return drop(asked, theirs);
  act(
    desk,
    expectation,
    theirs,
    (done) => {
      if (!done) return;
      // The other fields are still based on the copy that the person saw.
      for (const field of given) expectation.seen.delete(field);
      forget(expectation, change.fields, given);
    },
    (died) => {
      if (died) expectation.cancellable = true;
    },
  );
}

/** Recreates a record that is gone from the server, with all its changes. */
function makeAgain({ world, desk, stores, change, expectation }: Question): void {
  const { resource, localId, id } = change;
  // Another account or device may have recreated it first.
  const record = stores.mirror(resource).get(localId);
  // A record with a waiting deletion has no view, but is recreated all the same.
  const text = (record?.view ?? record?.server)?.[MARK_FIELD[resource]];
  const mark = typeof text === 'string' && text !== '' ? text : null;
  if (record && lacksBytes(stores, record)) world.madeAgain.add(localId);
  // Count the create now, because the tab may die after it.
  if (mark !== null) world.begin(resource, mark, desk.records.db.name);
  act(
    desk,
    expectation,
    () => decideParked(desk.records, id, { what: 'recreate' }),
    (done) => {
      if (!done) return;
      expectation.deleted = false;
      expectation.serverId = null;
      expectation.mark = mark;
      expectation.created = mark;
      expectation.seen.clear();
      // A new record leaves out blank fields.
      for (const [field, values] of expectation.values) {
        if (values.every((value) => String(value ?? '').trim() === '')) expectation.values.delete(field);
      }
    },
    (died) => {
      if (died) expectation.cancellable = true;
    },
  );
}

/** Links a create to one of the rows that it may be. Whatever values that row has are then right. */
function pointAt(asked: Question, n: number): void {
  const { desk, change, expectation } = asked;
  const row = picked(change.refusal?.candidates ?? [], n);
  if (row === undefined) return sendAgain(asked);
  act(
    desk,
    expectation,
    () => decideParked(desk.records, change.id, { what: 'keepOne', serverId: row }),
    (done) => {
      if (!done) return;
      expectation.created = null;
      forget(expectation, change.fields, Object.keys(change.fields));
    },
    (died) => {
      if (died) expectation.cancellable = true;
    },
  );
}

function look({ desk, change, expectation }: Question): void {
  act(
    desk,
    expectation,
    () => decideParked(desk.records, change.id, { what: 'recheck' }),
    (done) => {
      if (done) countCell(change, 'reopened');
    },
  );
}

function forget(expectation: Expectation, fields: Mutation['fields'], names: readonly string[]): void {
  for (const name of names) {
    const value = fields[name]?.value;
    const typed = expectation.values.get(name) ?? [];
    if (value !== undefined && typed.some((one) => one === value || holds(name, value, one)))
      expectation.values.delete(name);
  }
}
