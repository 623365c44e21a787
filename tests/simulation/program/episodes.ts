import type { ResourceName } from '../../../src/domain/resource-spec.ts';
import type { Dice } from './dice.ts';
import type { Command, Seat } from './program.ts';
import { questionOf } from './questions.ts';

const SECOND = 1000;

/**
 * Returns commands that reveal something only together, in an order that chance would hardly ever produce. Times and
 * records vary.
 */
export function episodeOf(dice: Dice, resources: readonly ResourceName[]): Command[] {
  const kind = dice.any(resources, 'customers');
  const device = dice.below(2);
  const known = [
    lateAnswer,
    otherAccount,
    meddledCreate,
    emptyLists,
    hiddenCommit,
    powerCut,
    portalAtTheStart,
  ] as const;
  return dice.one([...known, questionOf, questionOf])(dice, kind, device);
}

/**
 * A tab is stopped while it sends. Another tab sends a later change of the same record, and the first tab continues.
 */
function lateAnswer(dice: Dice, kind: ResourceName, device: number): Command[] {
  const [first, second] = seatsOf(device);
  const pick = dice.below(3);
  return [
    ...openTwo(device),
    { do: 'fault', on: 'PATCH', fault: { kind: 'delay', ms: dice.between(SECOND, 20 * SECOND) }, times: 1 },
    change(dice, first, kind, pick),
    { do: 'pass', ms: dice.between(200, 900) },
    { do: 'page', at: first, to: 'stall' },
    { do: 'pass', ms: dice.between(60 * SECOND, 120 * SECOND) },
    change(dice, second, kind, pick),
    { do: 'pass', ms: dice.between(5 * SECOND, 30 * SECOND) },
    { do: 'page', at: first, to: 'resume' },
    { do: 'pass', ms: 2 * SECOND },
  ];
}

/**
 * A tab that has sent a create is stopped. Another tab reads the new row, which other people have changed so much that
 * it becomes a separate record. Then the first tab continues, with the answer.
 */
export function lateRow(dice: Dice, resources: readonly ResourceName[]): Command[] {
  const kind = dice.any(resources, 'customers');
  const device = dice.below(2);
  const [first] = seatsOf(device);
  return [
    ...openTwo(device),
    { do: 'fault', on: 'POST', fault: { kind: 'delay', ms: dice.between(SECOND, 9 * SECOND) }, times: 1 },
    { do: 'create', at: first, kind, mark: dice.below(1_000_000), customer: dice.below(20), watch: false },
    { do: 'pass', ms: dice.between(200, 900) },
    { do: 'page', at: first, to: 'stall' },
    ...meddling(dice, kind),
    { do: 'pass', ms: dice.between(55 * SECOND, 90 * SECOND) },
    { do: 'page', at: first, to: 'resume' },
    { do: 'pass', ms: 2 * SECOND },
  ];
}

/**
 * Another tab signs in as another user. A tab with unsent changes is stopped meanwhile, or learns of the sign-in late.
 */
function otherAccount(dice: Dice, kind: ResourceName, device: number): Command[] {
  const [first, second] = seatsOf(device);
  const failed = { kind: 'status', status: 500, carriedOut: false, retryAfter: null } as const;
  const unaware: readonly [Command, Command] = dice.chance(0.5)
    ? [
        { do: 'page', at: first, to: 'stall' },
        { do: 'page', at: first, to: 'resume' },
      ]
    : [
        { do: 'lag', device, ms: dice.between(2 * SECOND, 20 * SECOND) },
        { do: 'lag', device, ms: 0 },
      ];
  return [
    ...openTwo(device),
    { do: 'fault', on: 'PATCH', fault: failed, times: dice.below(2) + 1 },
    change(dice, first, kind, dice.below(3)),
    { do: 'pass', ms: dice.between(100, SECOND) },
    unaware[0],
    { do: 'signIn', at: second, user: 'bob' },
    { do: 'pass', ms: dice.between(2 * SECOND, 30 * SECOND) },
    unaware[1],
    { do: 'pass', ms: 5 * SECOND },
    { do: 'signIn', at: second, user: 'ann' },
  ];
}

/** Before the answer to a create arrives, other people change the row so much that a pull cannot match it. */
function meddledCreate(dice: Dice, kind: ResourceName, device: number): Command[] {
  const [first] = seatsOf(device);
  const changes = meddling(dice, kind);
  return [
    {
      do: 'fault',
      on: 'POST',
      fault: { kind: 'delay', ms: dice.between(8 * SECOND, 14 * SECOND) },
      times: 1,
    },
    { do: 'create', at: first, kind, mark: dice.below(1_000_000), customer: dice.below(20), watch: false },
    { do: 'pass', ms: 400 },
    ...changes,
    { do: 'sync', at: first },
    { do: 'pass', ms: 16 * SECOND },
  ];
}

/** Other people change each field of the newest row. */
function meddling(dice: Dice, kind: ResourceName): Command[] {
  return [0, 1, 2, 3].map((field) => ({
    do: 'others',
    what: 'update',
    kind,
    pick: -1,
    field,
    value: 14 * dice.below(7000) + 10,
  }));
}

/** The server shows no rows for a while, and is read during that time. */
function emptyLists(dice: Dice, _: ResourceName, device: number): Command[] {
  const [first] = seatsOf(device);
  return [
    { do: 'pass', ms: dice.between(SECOND, 20 * SECOND) },
    { do: 'blind', ms: dice.between(8 * SECOND, 25 * SECOND) },
    { do: 'sync', at: first },
    { do: 'pass', ms: dice.between(5 * SECOND, 20 * SECOND) },
  ];
}

/** The server carries out a create long after the app gave up waiting for the answer. */
function hiddenCommit(dice: Dice, kind: ResourceName, device: number): Command[] {
  const [first] = seatsOf(device);
  const ms = dice.between(5 * SECOND, 72 * SECOND);
  return [
    { do: 'fault', on: 'POST', fault: { kind: 'lateCommit', ms, drops: true }, times: 1 },
    { do: 'create', at: first, kind, mark: dice.below(1_000_000), customer: dice.below(20), watch: false },
    { do: 'pass', ms: dice.between(60 * SECOND, 150 * SECOND) },
  ];
}

/** The power fails while requests are on their way to the server. */
function powerCut(dice: Dice, kind: ResourceName, device: number): Command[] {
  const [first] = seatsOf(device);
  const saved: Command = dice.chance(0.6)
    ? { do: 'create', at: first, kind, mark: dice.below(1_000_000), customer: dice.below(20), watch: false }
    : change(dice, first, kind, dice.below(3));
  return [
    ...openTwo(device),
    saved,
    { do: 'pass', ms: dice.between(5, 300) },
    { do: 'power', device, kept: dice.one([0, 0.4, 0.8]) },
    { do: 'open', device },
    { do: 'pass', ms: dice.between(SECOND, 90 * SECOND) },
  ];
}

/** Records created offline are still unsent when the app opens behind a captive portal. */
function portalAtTheStart(dice: Dice, kind: ResourceName, device: number): Command[] {
  const [first, second] = seatsOf(device);
  return [
    ...openTwo(device),
    { do: 'online', device, online: false },
    { do: 'create', at: first, kind, mark: dice.below(1_000_000), customer: dice.below(20), watch: false },
    { do: 'pass', ms: dice.between(100, SECOND) },
    { do: 'close', at: second },
    { do: 'close', at: first },
    {
      do: 'fault',
      on: 'auth',
      fault: { kind: 'html', status: 200, carriedOut: false },
      times: dice.between(1, 3),
    },
    { do: 'online', device, online: true },
    { do: 'open', device },
    { do: 'pass', ms: dice.between(SECOND, 10 * SECOND) },
  ];
}

function seatsOf(device: number): readonly [Seat, Seat] {
  return [
    { device, tab: 0 },
    { device, tab: 1 },
  ];
}

function openTwo(device: number): Command[] {
  return [
    { do: 'open', device },
    { do: 'online', device, online: true },
    { do: 'server', down: false },
    { do: 'pass', ms: 8 * SECOND },
  ];
}

/** The new value is one that servers accept. */
function change(dice: Dice, at: Seat, kind: ResourceName, pick: number): Command {
  const value = 234 * dice.below(400) + 1;
  return { do: 'update', at, kind, pick, field: dice.below(2), value, watch: false };
}
