import type { Dice } from './dice.ts';
import type { Command, Seat } from './program.ts';

const SECOND = 1000;

export function photo(dice: Dice, at: Seat): Extract<Command, { do: 'photo' }> {
  return {
    do: 'photo',
    at,
    mark: dice.below(1_000_000),
    picture: dice.below(dice.chance(0.3) ? 3 : 1_000_000),
    customer: dice.below(20),
  };
}

/** Returns commands about photos that reveal something only in this order. Times vary. */
export function photoEpisode(dice: Dice): Command[] {
  const at = { device: dice.below(2), tab: 0 };
  return [
    { do: 'open', device: at.device },
    { do: 'online', device: at.device, online: true },
    { do: 'server', down: false },
    { do: 'limit', perMinute: null },
    { do: 'network', at, choice: 'always' },
    ...dice.one([fullWhileHeld, equalBytes, sweptBeforeTheRow, oneOfTwoDeleted])(dice, at),
  ];
}

/** The server has the bytes, but refuses the row for now. Meanwhile the device is full. */
function fullWhileHeld(dice: Dice, at: Seat): Command[] {
  return [...heldRow(dice, photo(dice, at)), ...full(dice, at)];
}

/** The same, and an equal photo's row is confirmed. */
function equalBytes(dice: Dice, at: Seat): Command[] {
  const first = photo(dice, at);
  return [
    first,
    { do: 'pass', ms: dice.between(5 * SECOND, 20 * SECOND) },
    ...heldRow(dice, again(dice, first)),
    ...full(dice, at),
  ];
}

/** The server finds bytes that no row names yet, and removes them when the row may be there. */
function sweptBeforeTheRow(dice: Dice, at: Seat): Command[] {
  return [
    ...heldRow(dice, photo(dice, at)),
    { do: 'shelf', what: 'sweep', ms: dice.between(2 * SECOND, 60 * SECOND) },
    { do: 'pass', ms: 60 * SECOND },
  ];
}

/** One of two rows with equal bytes is deleted. Then the server removes bytes that no row names. */
function oneOfTwoDeleted(dice: Dice, at: Seat): Command[] {
  const first = photo(dice, at);
  return [
    first,
    again(dice, first),
    { do: 'pass', ms: dice.between(5 * SECOND, 20 * SECOND) },
    { do: 'delete', at, kind: 'attachments', pick: dice.below(5) },
    { do: 'pass', ms: dice.between(10 * SECOND, 20 * SECOND) },
    { do: 'shelf', what: 'sweep', ms: 1 },
    ...full(dice, at),
  ];
}

function again(dice: Dice, first: Extract<Command, { do: 'photo' }>) {
  return { ...first, mark: dice.below(1_000_000) };
}

function heldRow(dice: Dice, taken: Command): Command[] {
  return [
    {
      do: 'fault',
      on: 'change',
      fault: { kind: 'status', status: 503, carriedOut: false, retryAfter: null },
      times: dice.between(2, 5),
    },
    taken,
    { do: 'pass', ms: dice.between(2 * SECOND, 10 * SECOND) },
  ];
}

/** The engine's next write finds no room. */
function full(dice: Dice, at: Seat): Command[] {
  return [
    { do: 'disk', at, fault: 'quota', n: dice.between(1, 6) },
    { do: 'pass', ms: dice.between(5 * SECOND, 30 * SECOND) },
    { do: 'look', at, pick: dice.below(20) },
    { do: 'pass', ms: dice.between(SECOND, 10 * SECOND) },
  ];
}
