import { seededRandom } from '../../support/test/seeded-random.ts';
import type { NetFault } from '../machine/net-fault.ts';
import { Dice } from './dice.ts';
import { photo, photoEpisode } from './photo-episodes.ts';
import type { Command, Program } from './program.ts';

const SECOND = 1000;

/** Seeds of which programs take photos. The others stay as they were before there were photos. */
export function takesPhotos(seed: number): boolean {
  return seed % 16 === 7 || seed % 16 === 13;
}

/** Whether a command is about photos, or only there because of them. */
export function isAboutPhotos(command: Command): boolean {
  switch (command.do) {
    case 'photo':
    case 'look':
    case 'rot':
    case 'photos':
    case 'forget':
    case 'network':
    case 'send':
    case 'shelf':
      return true;
    case 'update':
    case 'delete':
      return command.kind === 'attachments';
    case 'fault':
      return command.on === 'PUT';
    default:
      return false;
  }
}

export interface CommandCount {
  readonly all: number;
  readonly photos: number;
}

/** Says how many of all commands were about photos. */
export function photoShare(counts: readonly CommandCount[]): string {
  const all = counts.reduce((sum, count) => sum + count.all, 0);
  const photos = counts.reduce((sum, count) => sum + count.photos, 0);
  return `Commands about photos: ${photos} of ${all} (${Math.round((100 * photos) / Math.max(1, all))} %)`;
}

/** Puts photos, and what happens to their files, between the commands of a program. */
export function withPhotos(program: Program): Program {
  const dice = new Dice(seededRandom(program.seed + 77));
  // Dice of their own, so that seeds still make the programs that they made before.
  const rotDice = new Dice(seededRandom(program.seed + 78));
  const restores = dice.chance(0.3);
  const episodes = dice.chance(0.5) ? 0.04 : 0;
  const faults: readonly [() => NetFault, ...(() => NetFault)[]] = [
    () => ({ kind: 'dropBefore' }),
    () => ({ kind: 'dropAfter' }),
    () => ({ kind: 'truncate' }),
    () => ({ kind: 'delay', ms: dice.between(500, 40 * SECOND) }),
    () => ({ kind: 'duplicate', ms: dice.between(1, 20 * SECOND) }),
    () => ({
      kind: 'status',
      status: dice.one([413, 415, 422, 500, 503, 507, 404]),
      carriedOut: false,
      retryAfter: null,
    }),
  ];
  const one = (): Command[] => {
    const at = dice.seat();
    switch (
      dice.one([
        'photo',
        'photo',
        'photo',
        'twice',
        'edit',
        'delete',
        'look',
        'look',
        'photos',
        'photos',
        'network',
        'send',
        'fault',
        'full',
        'shelf',
      ])
    ) {
      case 'photo':
        return [photo(dice, at)];
      case 'twice': {
        const first = photo(dice, at);
        return [
          first,
          { do: 'pass', ms: dice.between(20, 10 * SECOND) },
          { ...photo(dice, dice.seat()), picture: first.picture },
        ];
      }
      case 'edit':
        return [
          {
            do: 'update',
            at,
            kind: 'attachments',
            pick: dice.below(5),
            field: dice.below(3),
            value: dice.below(100_000),
            watch: false,
          },
        ];
      case 'delete':
        return [{ do: 'delete', at, kind: 'attachments', pick: dice.below(5) }];
      case 'look':
        return [{ do: 'look', at, pick: dice.below(20) }];
      case 'photos':
        return [{ do: 'photos', at, customer: dice.below(20) }];
      case 'network':
        return [{ do: 'network', at, choice: dice.one(['always', 'always', 'wifi', 'press']) }];
      case 'send':
        return [{ do: 'send', at }];
      case 'fault':
        return [
          {
            do: 'fault',
            on: dice.one(['PUT', 'PUT', 'POST']),
            fault: dice.one(faults)(),
            times: dice.chance(0.7) ? 1 : dice.between(2, 6),
          },
        ];
      case 'full':
        return [
          {
            do: 'disk',
            at,
            fault: dice.one(['quota', 'crash', 'crashAfter', 'abort']),
            n: dice.between(1, 30),
          },
        ];
      default: {
        if (restores && dice.chance(0.3))
          return [{ do: 'forget', photos: dice.between(1, 3), customer: dice.chance(0.5) }];
        const what = dice.one(['spoil', 'stop', 'sweep', 'sweep', restores ? 'lose' : 'sweep'] as const);
        return [{ do: 'shelf', what, ms: dice.between(1, 4 * SECOND) }];
      }
    }
  };
  const { server } = program;
  const needed = ['client-uid', 'if-match', 'attachments'] as const;
  // Only a feed tells a device that the server was restored.
  const extensions = [
    ...new Set([...server.extensions, ...needed, ...(restores ? (['changes'] as const) : [])]),
  ];
  return {
    ...program,
    server: { ...server, extensions },
    commands: program.commands
      .flatMap((command) => {
        if (dice.chance(episodes)) return [command, ...photoEpisode(dice)];
        return dice.chance(0.35) ? [command, ...one()] : [command];
      })
      .flatMap((command): Command[] =>
        rotDice.chance(0.03)
          ? [command, { do: 'rot', at: rotDice.seat(), pick: rotDice.below(20) }]
          : [command],
      ),
  };
}
