import { RESOURCE_NAMES } from '../../../src/domain/resource-specs.ts';
import { seededRandom } from '../../support/test/seeded-random.ts';
import { type NetFault, REQUEST_CLASSES, type RequestClass } from '../machine/net-fault.ts';
import { DISK_FAULTS } from '../machine/tab.ts';
import { EXTENSIONS, type ServerFeatures } from '../server/features.ts';
import { Dice } from './dice.ts';
import { episodeOf, lateRow } from './episodes.ts';
import { takesPhotos, withPhotos } from './photos.ts';
import { type Command, DECISIONS, PAGE_CHANGES, type Program } from './program.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** All but what `withPhotos` adds. */
type Drawn = Exclude<
  Command['do'],
  'photo' | 'look' | 'rot' | 'photos' | 'forget' | 'network' | 'send' | 'shelf'
>;

/** Weight of each kind of command, if the swarm has it. */
const WEIGHTS: Readonly<Record<Drawn, number>> = {
  create: 14,
  update: 16,
  delete: 5,
  undo: 5,
  answer: 7,
  dismiss: 1,
  absence: 1,
  sync: 5,
  pass: 30,
  sleep: 2,
  online: 4,
  page: 5,
  open: 2,
  close: 2,
  disk: 4,
  fault: 20,
  server: 3,
  tokens: 3,
  signOut: 1,
  signIn: 3,
  others: 12,
  blind: 3,
  epoch: 1,
  limit: 2,
  power: 1,
  lag: 2,
  clock: 2,
};

/**
 * In ms. Shorter than the time between the two pulls after which a create counts as absent, so that one of them sees
 * the rows.
 */
const BLIND_MOST_MS = 25 * SECOND;

/**
 * Slow storage in some of the programs. Still off: when a user's acts overlap (a record is created while its customer is
 * deleted), the checks do not know in which order they were accepted.
 */
const SLOW_DISK: boolean = false;

/** Without these, a run would show nothing. */
const ALWAYS: readonly Drawn[] = ['create', 'update', 'pass', 'answer', 'signIn'];

/**
 * Generates a program from its seed alone. Each seed enables different parts.
 * @param photos the program takes photos, whatever its seed
 */
export function generate(seed: number, length: number, photos = false): Program {
  const dice = new Dice(seededRandom(seed));
  const devices = dice.chance(0.25) ? 2 : 1;
  const kinds = (Object.keys(WEIGHTS) as Drawn[]).filter(
    (kind) => ALWAYS.includes(kind) || dice.chance(0.55),
  );
  // Half of the programs repeat one or two faults again and again.
  const focused = dice.chance(0.5);
  const share = focused ? 0.15 : 0.5;
  const swarm: Swarm = {
    bag: kinds.flatMap((kind) => Array.from({ length: WEIGHTS[kind] }, () => kind)),
    resources: RESOURCE_NAMES.filter((name) => name === 'customers' || dice.chance(0.5)),
    faults: FAULT_KINDS.filter(() => dice.chance(share)),
    classes: focused
      ? [dice.one(['POST', 'POST', 'PATCH', 'any'])]
      : REQUEST_CLASSES.filter(() => dice.chance(0.5)),
    disk: DISK_FAULTS.filter(() => dice.chance(0.5)),
    marks: dice.chance(0.15) ? 4 : 1_000_000,
    offlineLong: dice.chance(0.3),
    episodes: dice.chance(0.4) ? 0.08 : 0,
  };
  const program: Program = {
    seed,
    devices,
    rows: dice.one([0, 1, 3, 6]),
    server: serverOf(dice),
    decisive: true,
    addsLines: true,
    secondThoughts: true,
    slowDisk: SLOW_DISK && dice.chance(0.3),
    // Drawn last, so that the rest of a seed's program stays the same.
    commands: [
      ...commandsOf(dice, swarm, length),
      ...(dice.chance(0.1) ? lateRow(dice, swarm.resources) : []),
    ],
  };
  return photos || takesPhotos(seed) ? withPhotos(program) : program;
}

/** Draws one command after the other, and sometimes an episode. */
function commandsOf(dice: Dice, swarm: Swarm, length: number): Command[] {
  const commands: Command[] = [];
  while (commands.length < length) {
    if (dice.chance(swarm.episodes)) commands.push(...episodeOf(dice, swarm.resources));
    else commands.push(commandOf(dice, swarm));
  }
  return commands.slice(0, length);
}

interface Swarm {
  readonly bag: readonly Drawn[];
  readonly resources: readonly (typeof RESOURCE_NAMES)[number][];
  readonly faults: readonly FaultKind[];
  readonly classes: readonly RequestClass[];
  readonly disk: readonly (typeof DISK_FAULTS)[number][];
  /** Number of different creates. If there are few, some creates are equal. */
  readonly marks: number;
  readonly offlineLong: boolean;
  /** Share of episodes among the commands. */
  readonly episodes: number;
}

function serverOf(dice: Dice): ServerFeatures {
  return {
    paging: dice.one(['page', 'page', 'offset', 'cursor', 'bare']),
    pageSize: dice.one([2, 5, 20, 100]),
    counts: dice.chance(0.8),
    ordered: dice.chance(0.8),
    ids: dice.one(['integer', 'integer', 'uuid']),
    rotation: dice.one(['none', 'rotates', 'blacklists']),
    badToken: dice.one([401, 401, 403]),
    claims: dice.chance(0.7),
    decimals: dice.one(['own', 'text']),
    strict: dice.chance(0.3),
    protects: dice.one([409, 400, 500]),
    totals: dice.chance(0.3),
    createdAt: dice.chance(0.7),
    companies: dice.one(['one', 'two']),
    extensions: dice.chance(0.4) ? EXTENSIONS.filter(() => dice.chance(0.6)) : [],
  };
}

function commandOf(dice: Dice, swarm: Swarm): Command {
  const kind = dice.any(swarm.bag, 'pass');
  const at = dice.seat();
  const resource = dice.any(swarm.resources, 'customers');
  const watch = dice.chance(0.2);
  switch (kind) {
    case 'create':
      return {
        do: kind,
        at,
        kind: resource,
        mark: dice.below(swarm.marks),
        customer: dice.below(20),
        watch,
      };
    case 'update':
      return {
        do: kind,
        at,
        kind: resource,
        pick: dice.below(dice.chance(0.5) ? 3 : 20),
        field: dice.below(8),
        value: dice.chance(0.08) ? null : dice.below(100_000),
        watch,
      };
    case 'delete':
      return { do: kind, at, kind: resource, pick: dice.below(20) };
    case 'undo':
      return { do: kind, at, pick: dice.below(10) };
    case 'answer':
      return {
        do: kind,
        at,
        pick: dice.below(5),
        how: dice.any(DECISIONS, 'retry'),
        value: dice.below(1000),
      };
    case 'dismiss':
      return { do: kind, at, pick: dice.below(5) };
    case 'absence':
      return { do: kind, at, how: dice.one(['keep', 'remove']) };
    case 'sync':
      return { do: kind, at };
    case 'pass':
      return { do: kind, ms: dice.between(20, dice.chance(0.12) ? 2 * MINUTE : 15 * SECOND) };
    case 'sleep':
      return { do: kind, ms: dice.between(10 * SECOND, 30 * HOUR) };
    case 'online':
      return { do: kind, device: dice.below(2), online: dice.chance(swarm.offlineLong ? 0.3 : 0.6) };
    case 'page':
      return { do: kind, at, to: dice.any(PAGE_CHANGES, 'show') };
    case 'open':
      return { do: kind, device: dice.below(2) };
    case 'close':
      return { do: kind, at };
    case 'disk':
      return { do: kind, at, fault: dice.any(swarm.disk, 'crash'), n: dice.between(1, 60) };
    case 'fault':
      return {
        do: kind,
        on: dice.any(swarm.classes, 'any'),
        fault: faultOf(dice, dice.any(swarm.faults, 'dropAfter')),
        times: dice.chance(0.8) ? 1 : dice.below(8) + 1,
      };
    case 'server':
      return { do: kind, down: dice.chance(0.5) };
    case 'tokens':
      return { do: kind, what: dice.chance(0.8) ? 'expireAccess' : 'revokeRefresh' };
    case 'signOut':
      return { do: kind, at };
    case 'signIn':
      return { do: kind, at, user: dice.chance(0.7) ? 'ann' : 'bob' };
    case 'others':
      return {
        do: kind,
        what: dice.one(['create', 'update', 'update', 'update', 'delete']),
        kind: resource,
        pick: dice.below(dice.chance(0.5) ? 3 : 20),
        field: dice.below(8),
        value: dice.below(100_000),
      };
    case 'blind':
      return { do: kind, ms: dice.between(2 * SECOND, BLIND_MOST_MS) };
    case 'epoch':
      return { do: kind };
    case 'limit':
      return { do: kind, perMinute: dice.chance(0.3) ? null : dice.between(6, 60) };
    case 'power':
      return { do: kind, device: dice.below(2), kept: dice.one([0, 0.4, 0.8]) };
    case 'lag':
      return { do: kind, device: dice.below(2), ms: dice.chance(0.3) ? 0 : dice.between(50, 10 * SECOND) };
    case 'clock':
      return { do: kind, device: dice.below(2), backMs: dice.between(SECOND, 30 * HOUR) };
    default:
      return kind satisfies never;
  }
}

const FAULT_KINDS = [
  'dropBefore',
  'dropAfter',
  'dropAfter',
  'delay',
  'lateCommit',
  'duplicate',
  'truncate',
  'html',
  'redirect',
  'status',
  'status',
  'throttle',
] as const;
type FaultKind = (typeof FAULT_KINDS)[number];

/** Statuses that a server, or a proxy in front of it, may answer without carrying anything out. */
const NOT_CARRIED_OUT = [400, 403, 404, 405, 408, 409, 412, 413, 415, 422, 431, 500, 501, 502, 503, 504];
const CARRIED_OUT = [408, 500, 502, 503, 504];

function faultOf(dice: Dice, kind: FaultKind): NetFault {
  switch (kind) {
    case 'dropBefore':
    case 'dropAfter':
    case 'truncate':
    case 'redirect':
      return { kind };
    case 'delay':
      return { kind, ms: dice.between(500, MINUTE) };
    case 'lateCommit':
      return {
        kind,
        ms: dice.between(dice.chance(0.5) ? 12 * SECOND : SECOND, 72 * SECOND),
        drops: dice.chance(0.5),
      };
    case 'duplicate': {
      const ms = dice.between(1, 20 * SECOND);
      // Browsers repeat a request immediately after its connection has died.
      return dice.chance(0.5) ? { kind, ms } : { kind, ms: 1 + (ms % SECOND), tells: 'second' };
    }
    case 'html': {
      const status = dice.one([200, 200, 404, 500, 502, 503]);
      return { kind, status, carriedOut: status >= 500 && dice.chance(0.4) };
    }
    case 'status': {
      const carriedOut = dice.chance(0.3);
      const status = dice.any(carriedOut ? CARRIED_OUT : NOT_CARRIED_OUT, 500);
      return { kind, status, carriedOut, retryAfter: null };
    }
    case 'throttle': {
      const retryAfter = dice.one([null, '1', '20', '90']);
      return { kind: 'status', status: dice.one([429, 429, 425]), carriedOut: false, retryAfter };
    }
    default:
      return kind satisfies never;
  }
}
