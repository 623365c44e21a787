import type { ResourceName } from '../../../src/domain/resource-spec.ts';
import type { Dice } from './dice.ts';
import { type Command, DECISIONS, type Decision, type Seat } from './program.ts';

const SECOND = 1000;

/** Raises a question, then answers it in two ways, one after the other. */
export function questionOf(dice: Dice, kind: ResourceName, device: number): Command[] {
  const at = { device, tab: dice.below(2) };
  return dice.one([conflict, deleted, similarToOurs])(dice, kind, at);
}

/** The user and another person change the same field. */
function conflict(dice: Dice, kind: ResourceName, at: Seat): Command[] {
  const field = dice.below(6);
  return [
    ...offline(at, [change(dice, at, kind, field), change(dice, at, kind, dice.below(6))]),
    ...[0, 1, 2].map((pick) => others(dice, 'update', kind, pick, field)),
    ...online(at),
    ...answers(dice, at, ['takeTheirs', 'decide', 'retry', 'edit', 'retryAll', 'discard']),
  ];
}

/** The user changes a record that another person deletes. */
function deleted(dice: Dice, kind: ResourceName, at: Seat): Command[] {
  return [
    ...offline(at, [change(dice, at, kind, dice.below(6)), change(dice, at, kind, dice.below(6))]),
    ...[0, 1, 2].map((pick) => others(dice, 'delete', kind, pick, 0)),
    ...online(at),
    ...answers(dice, at, ['recreate', 'recreate', 'edit', 'retry', 'discard']),
  ];
}

/**
 * Before the answer to a create arrives, other people change the new row a little, so that it only resembles the
 * create.
 */
function similarToOurs(dice: Dice, kind: ResourceName, at: Seat): Command[] {
  const ms = dice.between(8 * SECOND, 14 * SECOND);
  return [
    { do: 'fault', on: 'POST', fault: { kind: 'delay', ms }, times: 1 },
    { do: 'create', at, kind, mark: dice.below(1_000_000), customer: dice.below(20), watch: false },
    { do: 'pass', ms: 400 },
    others(dice, 'update', kind, -1, dice.below(6)),
    { do: 'pass', ms: 30 * SECOND },
    { do: 'sync', at },
    { do: 'pass', ms: 5 * SECOND },
    ...answers(dice, at, ['keepOne', 'lookAgain', 'retry', 'discard', 'amend']),
  ];
}

function offline({ device }: Seat, commands: readonly Command[]): Command[] {
  return [{ do: 'online', device, online: false }, ...commands];
}

function online(at: Seat): Command[] {
  return [
    { do: 'server', down: false },
    { do: 'online', device: at.device, online: true },
    { do: 'sync', at },
    { do: 'pass', ms: 20 * SECOND },
  ];
}

/** Changes one of the first records to a value that servers accept. */
function change(dice: Dice, at: Seat, kind: ResourceName, field: number): Command {
  const value = 234 * dice.below(400) + 1;
  return { do: 'update', at, kind, pick: dice.below(3), field, value, watch: false };
}

function others(
  dice: Dice,
  what: 'update' | 'delete',
  kind: ResourceName,
  pick: number,
  field: number,
): Command {
  return { do: 'others', what, kind, pick, field, value: 234 * dice.below(400) + 2 };
}

/** Returns two answers, and perhaps a fault before them. */
function answers(dice: Dice, at: Seat, likely: readonly Decision[]): Command[] {
  const one = (): Command => ({
    do: 'answer',
    at,
    pick: dice.below(3),
    how: dice.chance(0.8) ? dice.any(likely, 'retry') : dice.any(DECISIONS, 'retry'),
    value: dice.below(1000),
  });
  const dies: Command = {
    do: 'disk',
    at,
    fault: dice.one(['crash', 'crashAfter', 'abort']),
    n: dice.between(1, 12),
  };
  return [
    ...(dice.chance(0.2) ? [dies] : []),
    one(),
    { do: 'pass', ms: dice.between(20, 20 * SECOND) },
    one(),
    { do: 'pass', ms: dice.between(20, 20 * SECOND) },
  ];
}
