import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Answer } from '../../../src/domain/answer.ts';
import { customerSpec } from '../../../src/domain/customer.ts';
import { changedFields, valuesOf } from '../../../src/domain/field-changes.ts';
import type { Fields, FieldValue } from '../../../src/domain/resource-spec.ts';
import { specOf } from '../../../src/domain/resource-specs.ts';
import type { Lane } from '../../../src/outbox/lane.ts';
import type { HistoryNote, LaneEvent } from '../../../src/outbox/lane-event.ts';
import type { Mutation } from '../../../src/outbox/mutation.ts';
import { reduceLane } from '../../../src/outbox/reduce-lane.ts';
import { classify } from '../../../src/sync/push/classify-answer.ts';
import { seededRandom } from '../test/seeded-random.ts';
import { aLane, anEnv, aRow } from './lanes.ts';

const { sameValue } = specOf('customers');

const VALUES = ['', 'a', 'b', 'c', ' A', 'd', 'e', 'f', 'g'];
const ADDRESS = ['city', 'postal_code'];
const FIELDS = ['first_name', 'email', ...ADDRESS];

const MOVES = ['save', 'send', 'arrive', 'answer', 'lose', 'look', 'show', 'decide'] as const;

/** The next thing that one of the two devices, or its network, does. */
interface Move {
  readonly device: 0 | 1;
  readonly what: (typeof MOVES)[number];
  readonly field: string;
  readonly value: string;
  readonly forMine: boolean;
}

const move: fc.Arbitrary<Move> = fc.record({
  device: fc.constantFrom<0 | 1>(0, 1),
  what: fc.constantFrom(...MOVES, 'save' as const, 'send' as const),
  field: fc.constantFrom(...FIELDS),
  value: fc.constantFrom(...VALUES),
  forMine: fc.boolean(),
});

/** A series of moves of two devices on one record. The server may or may not have versions. */
export const encounter = fc.record({
  counts: fc.boolean(),
  trims: fc.boolean(),
  moves: fc.array(move, { minLength: 5, maxLength: 60, size: 'max' }),
});
export type Encounter = typeof encounter extends fc.Arbitrary<infer T> ? T : never;

interface Request {
  readonly seen: Mutation;
  readonly before: Mutation;
  readonly ifMatch: number | undefined;
  /** By field: the values that the person saw, entered or overrode. */
  readonly met: Met;
}

type Met = ReadonlyMap<string, readonly FieldValue[]>;

/** A server with one row. It applies requests in the order in which they arrive. */
class ModelServer {
  readonly counts: boolean;
  readonly #trims: boolean;
  readonly past: Fields[] = [];
  row: Fields = { ...customerSpec.blank({ now: 0, random: 0 }), first_name: 'Ann' };
  version = 1;

  constructor({ counts, trims }: Pick<Encounter, 'counts' | 'trims'>) {
    this.counts = counts;
    this.#trims = trims;
    this.past.push(this.row);
  }

  get wire(): Fields {
    return { id: 7, ...this.row, ...(this.counts && { version: this.version }) };
  }

  take({ seen, ifMatch, met }: Request): Answer {
    if (ifMatch !== undefined && ifMatch !== this.version) return response(412, {});
    if (this.counts) assertMet(seen, met, this.row);
    const wanted = Object.entries(valuesOf(seen.fields)).map(
      ([field, value]) => [field, this.#trims && typeof value === 'string' ? value.trim() : value] as const,
    );
    this.row = { ...this.row, ...Object.fromEntries(wanted) };
    this.version += 1;
    this.past.push(this.row);
    return response(200, this.wire);
  }
}

/** Asserts that a change overwrites only values that the person has seen, and does not mix parts of two addresses. */
function assertMet({ fields }: Mutation, met: Met, row: Fields): void {
  for (const field of Object.keys(fields).flatMap(groupOf)) {
    const isMet = met.get(field)?.some((value) => sameValue(field, value, row[field])) ?? false;
    assert.ok(isMet, `${field} is ${row[field]}, which was not seen here`);
  }
}

function groupOf(field: string): readonly string[] {
  return ADDRESS.includes(field) ? ADDRESS : [field];
}

function response(status: number, value: unknown): Answer {
  return { kind: 'response', status, body: { kind: 'json', value }, retryAfter: null };
}

class Device {
  readonly #server: ModelServer;
  readonly #features: ReadonlySet<string>;
  lane: Lane;
  /** The values that the person last wanted, by field. */
  readonly wanted = new Map<string, FieldValue>();
  readonly #own = new Map<string, FieldValue[]>();
  readonly #met = new Map<string, readonly FieldValue[]>();
  /** Mutations that were given up in favor of the server's values. */
  readonly givenUp: Mutation[] = [];
  /** The record's values according to its history. */
  noted: Fields;
  #request: (Request & { readonly answer?: Answer }) | null = null;
  /** Requests that the device has given up, but that may still arrive. */
  #strays: Request[] = [];
  #page: { readonly wire: Fields; readonly startGeneration: number } | null = null;
  #generation = 1;
  #now = 1_000_000;

  constructor(server: ModelServer) {
    this.#server = server;
    this.#features = new Set(server.counts ? ['if-match'] : []);
    const version = server.counts ? { version: server.version } : {};
    this.lane = aLane(server.row, [], version);
    this.noted = server.row;
  }

  get view(): Fields | null {
    return this.lane.record?.view ?? null;
  }

  #happen(event: LaneEvent): void {
    this.#now += 1000;
    const random = seededRandom(this.#now);
    const { lane, journal, history } = reduceLane(this.lane, event, anEnv({ now: this.#now, random }));
    for (const note of history) this.#assertFollows(note);
    const mutations = lane.mutations.map((one) => (one.seq > this.#now ? { ...one, seq: this.#now } : one));
    this.lane = { ...lane, mutations };
    this.givenUp.push(
      ...journal.filter(({ outcome }) => outcome === 'cancelled').map(({ mutation }) => mutation),
    );
  }

  /**
   * Asserts that each history note starts from the previous values, and attributes to this device only values that it
   * saved.
   */
  #assertFollows({ by, fields }: HistoryNote): void {
    for (const [field, { was, is }] of Object.entries(fields)) {
      assert.ok(sameValue(field, this.noted[field], was), `${field} was ${this.noted[field]}, not ${was}`);
      const isOwn = this.#own.get(field)?.some((value) => sameValue(field, value, is)) ?? false;
      assert.ok(by === 'other' || isOwn, `${field} became ${is}, which was not saved here`);
      this.noted = { ...this.noted, [field]: is };
    }
  }

  #row(wire: Fields) {
    this.#generation += 1;
    const version = this.#server.counts ? Number(wire['version']) : undefined;
    return aRow(wire, { version, generation: this.#generation });
  }

  save(field: string, value: string): void {
    const fields = changedFields(this.view ?? {}, { [field]: value });
    if (Object.keys(fields).length === 0) return;
    const { view } = this;
    if (this.lane.mutations.length === 0) this.#met.clear();
    for (const one of groupOf(field)) this.#note(one, view?.[one] ?? null);
    this.#own.set(field, [...(this.#own.get(field) ?? []), value]);
    this.#happen({
      type: 'saved',
      along: [],
      id: `s-${this.#now}`,
      intent: { kind: 'update', fields, watched: false },
    });
    // A value equal to the server's is no longer a change.
    if (sameValue(field, value, this.lane.record?.server?.[field])) this.wanted.delete(field);
    else this.wanted.set(field, value);
  }

  /** Reads the record first if necessary, as the engine does, and checks out its first mutation. */
  send(): void {
    if (this.#request || this.lane.mutations.some(({ state }) => state === 'sending')) return;
    const [head] = this.lane.mutations;
    if (head?.state === 'queued' && head.readFirst) {
      const startGeneration = this.lane.record?.serverGen ?? 0;
      this.#happen({ type: 'recordRead', seen: head, row: this.#row(this.#server.wire), startGeneration });
    }
    const [before] = this.lane.mutations;
    if (before?.state !== 'queued') return;
    const { record } = this.lane;
    this.#happen({
      type: 'checkedOut',
      seen: before,
      features: this.#features,
      generation: this.#generation,
      together: new Map(),
    });
    const [seen] = this.lane.mutations;
    if (seen?.state === 'sending')
      this.#request = { seen, before, ifMatch: record?.version, met: this.#metByNow() };
  }

  #note(field: string, value: FieldValue): void {
    this.#met.set(field, [...(this.#met.get(field) ?? []), value]);
  }

  #metByNow(): Met {
    return new Map(
      FIELDS.map((field) => [field, [...(this.#met.get(field) ?? []), ...(this.#own.get(field) ?? [])]]),
    );
  }

  arrive(): void {
    const stray = this.#strays.shift();
    if (stray) this.#server.take(stray);
    else if (this.#request && !this.#request.answer) {
      this.#request = { ...this.#request, answer: this.#server.take(this.#request) };
    }
  }

  answer(): void {
    if (!this.#request?.answer) return;
    this.#settle(this.#request, this.#request.answer);
  }

  /** Gives up on the request, which may still arrive later. */
  lose(): void {
    if (!this.#request) return;
    if (!this.#request.answer) this.#strays.push(this.#request);
    this.#settle(this.#request, { kind: 'noAnswer', cause: 'timeout' });
  }

  #settle({ seen, before }: Request, answer: Answer): void {
    this.#request = null;
    const verdict = classify(seen.kind, answer);
    const body = answer.kind === 'response' && answer.body.kind === 'json' ? answer.body.value : null;
    const status = answer.kind === 'response' ? answer.status : 0;
    const row = verdict.do === 'confirm' ? this.#row(body as Fields) : null;
    this.#happen({ type: 'answered', seen, before, verdict, status, body, row });
  }

  look(): void {
    this.#page = { wire: this.#server.wire, startGeneration: this.#generation };
  }

  /** A page arrives, perhaps long after the server has created it. */
  show(): void {
    const page = this.#page;
    this.#page = null;
    const { record, mutations } = this.lane;
    if (!page || !record) return;
    const isLower = this.#server.counts && (record.version ?? 0) > Number(page.wire['version']);
    if (isLower || (!this.#server.counts && record.serverGen > page.startGeneration)) return;
    const seen = mutations.find(({ state }) => state === 'sending');
    if (seen) this.#happen({ type: 'rowLeft', seen });
    else this.#happen({ type: 'rowRead', row: this.#row(page.wire) });
  }

  decide(forMine: boolean): void {
    const parked = this.lane.mutations.find(({ state }) => state === 'parked');
    if (!parked) return;
    const theirs = this.lane.record?.server;
    if (forMine && theirs) for (const field of FIELDS) this.#note(field, theirs[field] ?? null);
    const what = forMine ? 'retry' : 'takeTheirs';
    this.#happen({ type: 'decided', mutationId: parked.id, decision: { what } });
  }

  /** Finishes everything without further faults. */
  comeToRest(forMine: boolean): void {
    while (this.#strays.length > 0) this.arrive();
    this.arrive();
    this.answer();
    this.look();
    this.show();
    this.decide(forMine);
    this.send();
    this.arrive();
    this.answer();
  }
}

const ROUNDS = 12;

/** Runs all moves, then sends what is left, and checks that both devices and the server have the same record. */
export function meet({ counts, trims, moves }: Encounter): void {
  const server = new ModelServer({ counts, trims });
  const devices = [new Device(server), new Device(server)] as const;
  for (const { device, what, field, value, forMine } of moves) {
    if (what === 'save') devices[device].save(field, value);
    else if (what === 'decide') devices[device].decide(forMine);
    else devices[device][what]();
  }
  const coins = moves.map(({ forMine }) => forMine);
  const areOpen = (): boolean => devices.some(({ lane }) => lane.mutations.length > 0);
  for (let round = 0; round < ROUNDS && areOpen(); round += 1) {
    for (const device of devices) device.comeToRest(coins[round % coins.length] ?? true);
  }
  for (const { lane } of devices) assert.deepEqual(lane.mutations, [], 'nothing waits in the end');
  for (const device of devices) {
    device.comeToRest(true);
    assert.deepEqual(device.view, customerSpec.decode(server.wire), 'the view is what the server has');
    for (const [field, value] of Object.entries(device.noted))
      assert.ok(sameValue(field, value, server.row[field]), `the history ends with ${field} = ${value}`);
    for (const [field, value] of device.wanted) assertNotLost(server, device, field, value);
  }
}

/** Asserts that a value that the person wanted has been on the server, or was given up for the server's value. */
function assertNotLost(server: ModelServer, { givenUp }: Device, field: string, value: FieldValue): void {
  const arrived = server.past.some((row) => sameValue(field, row[field], value));
  const lost = givenUp.some(({ fields }) => fields[field]?.value === value);
  assert.ok(arrived || lost, `${field} was to be ${value}, but it was neither stored nor given up`);
}
