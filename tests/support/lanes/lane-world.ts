import type { Answer } from '../../../src/domain/answer.ts';
import { changedFields, createdFields, valuesOf } from '../../../src/domain/field-changes.ts';
import { isForeignRow, localIdOf } from '../../../src/domain/ids.ts';
import type { Fields, FieldValue, ResourceName, ServerId } from '../../../src/domain/resource-spec.ts';
import type { Lane } from '../../../src/outbox/lane.ts';
import type { Decision, LaneEvent, ProbeFinding } from '../../../src/outbox/lane-event.ts';
import type { ServerRow } from '../../../src/outbox/mirror-record.ts';
import {
  isUnderWay,
  type Mutation,
  type ServerRefusal,
  UNKNOWN_GENERATION,
} from '../../../src/outbox/mutation.ts';
import { classify } from '../../../src/sync/push/classify-answer.ts';
import { assertHoldsTogether, happened, type Lanes, laneIn, references, type Step } from './lane-steps.ts';
import { type Act, FIELDS } from './lane-stories.ts';
import { aRecord, aRow, deepFreeze } from './lanes.ts';

const SERVER_IDS: readonly ServerId[] = [7, 8];
const DAY_MS = 24 * 60 * 60 * 1000;

/** A few lanes of one kind of record, two rows that a server may have, and everything that has been sent. */
export class LaneWorld {
  readonly steps: Step[] = [];
  #lanes: Lanes = new Map();
  readonly #resource: ResourceName;
  /** Every state that a mutation has had. */
  readonly #history: Mutation[] = [];
  /** The states in which the engine may have chosen a mutation to send, and may have read its record first. */
  readonly #chosen: Mutation[] = [];
  readonly #readable: Mutation[] = [];
  readonly #attempts: { readonly seen: Mutation; readonly before: Mutation; readonly serverId?: ServerId }[] =
    [];
  readonly #made = new Set<string>();
  #now = 1_000_000;
  #generation = 1;

  constructor(resource: ResourceName) {
    this.#resource = resource;
  }

  get lanes(): Lanes {
    return this.#lanes;
  }

  /** Applies an act, and checks the lane afterwards. */
  take(given: Act): void {
    this.#now += 1000 + given.days * DAY_MS;
    this.#generation += 1;
    const next = this.#next(given);
    if (!next) return;
    const { localId, event } = next;
    const step = deepFreeze({ localId, event, now: this.#now });
    this.steps.push(step);
    const before = laneIn(this.#lanes, this.#resource, localId);
    const { lanes, reduction } = happened(this.#lanes, this.#resource, step);
    const after = laneIn(lanes, this.#resource, localId);
    this.#lanes = lanes;
    assertHoldsTogether(before, after, reduction);
    const known = new Set(this.#history);
    this.#history.push(...after.mutations.filter((mutation) => !known.has(mutation)));
    const [seen] = after.mutations;
    if (seen?.state === 'queued' && !after.mutations.some(isUnderWay)) {
      this.#chosen.push(seen);
      if (seen.kind !== 'create' && after.record?.serverId !== undefined) this.#readable.push(seen);
    }
    if (event.type === 'checkedOut' && seen?.state === 'sending' && after !== before) {
      const { serverId } = after.record ?? {};
      this.#attempts.push({ seen, before: event.seen, ...(serverId !== undefined && { serverId }) });
    }
  }

  /** Returns the event that an act causes now, or null if it is impossible. */
  #next(given: Act): { readonly localId: string; readonly event: LaneEvent } | null {
    const { what, how, twist, stale } = given;
    switch (what) {
      case 'create': {
        const localId = ['made-here', 'made-too'].find((id) => !this.#made.has(id));
        if (localId === undefined) return null;
        this.#made.add(localId);
        const fields = createdFields(aRecord(this.#resource, this.#values(given)));
        const number = this.#resource === 'workOrders' && twist % 2 === 0 && fields['work_order_number'];
        const generated = number ? { generated: { work_order_number: number.value } } : {};
        return this.#saves(localId, { kind: 'create', fields, watched: twist > 11, ...generated });
      }
      case 'edit': {
        const lane = this.#pick(given, [...this.#lanes.values()].filter(isShown));
        if (!lane?.record?.view) return null;
        // A form may have been opened on an earlier version of the record.
        const initial = (stale && lane.record.server) || lane.record.view;
        const fields = changedFields(initial, this.#values(given));
        return this.#saves(lane.localId, {
          kind: 'update',
          fields,
          watched: twist > 11,
          decides: twist % 4 === 3,
        });
      }
      case 'remove': {
        const lane = this.#pick(given, [...this.#lanes.values()].filter(isShown));
        return lane ? this.#saves(lane.localId, { kind: 'delete', fields: {}, watched: false }) : null;
      }
      case 'release': {
        const seen = this.#seen(given, this.#history);
        return seen && { localId: this.#laneOf(seen), event: { type: 'released', mutationId: seen.id } };
      }
      case 'claim':
        return this.#claims(given);
      case 'answer':
        return this.#answers(given);
      case 'meet': {
        const row = this.#row(given);
        const lane = this.#withRow(row.id);
        const localId = lane?.localId ?? localIdOf(row.id);
        if (!lane && this.#lanes.has(localId)) return null;
        const attempt = lane?.mutations.find(({ state, kind }) => state === 'sending' && kind === 'update');
        // The answer to the update under way will show the row, so leave it.
        if (attempt) return { localId, event: { type: 'rowLeft', seen: attempt } };
        return { localId, event: { type: 'rowRead', row } };
      }
      case 'read': {
        const seen = this.#seen(given, this.#readable);
        const record = seen && this.#lanes.get(seen.localId)?.record;
        if (!record) return null;
        const row = this.#row(given, record.serverId);
        const startGeneration = record.serverGen - (stale ? 1 : 0);
        return { localId: seen.localId, event: { type: 'recordRead', seen, row, startGeneration } };
      }
      case 'gone': {
        const lane = this.#withRow(this.#row(given).id);
        return lane ? { localId: lane.localId, event: { type: 'rowGone' } } : null;
      }
      case 'goneFor': {
        const seen = this.#seen(given, this.#readable);
        return seen && { localId: this.#laneOf(seen), event: { type: 'rowGone', seen } };
      }
      case 'putOff': {
        // 'Sync now' makes waiting mutations due, including creates. A failed read postpones one.
        const isDue = twist % 2 === 0;
        const seen = isDue
          ? this.#seen(given, this.#history, ({ state }) => state === 'queued')
          : this.#seen(given, this.#readable);
        const attempts = isDue || !seen ? {} : { attempts: seen.attempts + 1 };
        const event = seen && ({ type: 'putOff', seen, nextAt: this.#now, ...attempts } as const);
        return event && { localId: this.#laneOf(event.seen), event };
      }
      case 'orphan': {
        const seen = this.#seen(given, this.#history, ({ state }) => state === 'sending');
        return seen && { localId: this.#laneOf(seen), event: { type: 'orphaned', seen } };
      }
      case 'refuse':
        return this.#refuses(given);
      case 'probe':
        return this.#probes(given);
      case 'decide': {
        const seen = this.#seen(given, this.#history, ({ state }) => state === 'parked');
        const decision = seen && this.#decision(how, this.#laneOf(seen));
        if (!decision) return null;
        return { localId: this.#laneOf(seen), event: { type: 'decided', mutationId: seen.id, decision } };
      }
      default:
        return what satisfies never;
    }
  }

  #saves(localId: string, intent: Extract<LaneEvent, { type: 'saved' }>['intent']) {
    return { localId, event: { type: 'saved', along: [], id: `s-${this.steps.length}`, intent } as const };
  }

  #claims(given: Act) {
    const { twist } = given;
    const seen = this.#seen(given, this.#chosen);
    const lane = seen && this.#lanes.get(seen.localId);
    // The engine checks out nothing while another mutation of the record is under way.
    if (!lane || lane.mutations.some(isUnderWay)) return null;
    const features = new Set(
      ['client-uid', 'if-match'].filter((_, place) => Math.floor(twist / 2 ** place) % 2),
    );
    const generation = twist > 11 ? UNKNOWN_GENERATION : this.#generation;
    return {
      localId: seen.localId,
      event: { type: 'checkedOut', seen, features, generation, together: new Map() } as const,
    };
  }

  #answers(given: Act) {
    const newest = this.#attempts.toReversed();
    const standing = newest.filter(({ seen }) => this.#isOpen(seen));
    const attempt = this.#pick(given, given.stale || standing.length === 0 ? newest : standing);
    if (!attempt) return null;
    const { seen, before, serverId } = attempt;
    const read = this.#row(given, serverId, seen);
    const answer = ANSWERS[given.how % ANSWERS.length]?.({ ...read.wire }) ?? { kind: 'notSent' };
    const verdict = classify(seen.kind, answer, seen.sentWithKey);
    const response = answer.kind === 'response' ? answer : null;
    const row = verdict.do === 'confirm' && verdict.record ? read : null;
    const localId = this.#laneOf(seen);
    const other = row ? this.#other(row.id, localId) : undefined;
    const body = response?.body.kind === 'json' ? response.body.value : null;
    const status = response?.status ?? 0;
    return {
      localId,
      event: { type: 'answered', seen, before, verdict, status, body, row, other } as const,
    };
  }

  /** The app parks a mutation that refers to a deleted record. A pull asks about a refused create. */
  #refuses(given: Act) {
    const heads = [...this.#lanes.values()].flatMap(({ mutations }) => mutations.slice(0, 1));
    const refusable = heads.filter(({ kind, state }) => state === 'queued' && kind !== 'delete');
    const asked = heads.filter(isRefusedCreate);
    const seen = this.#pick(given, [...refusable, ...asked]);
    if (!seen) return null;
    const reason = seen.state === 'parked' ? 'mayExistTwice' : 'rejected';
    const refusal: ServerRefusal = { reason, status: 0, body: null, at: this.#now };
    return { localId: seen.localId, event: { type: 'refused', seen, refusal } as const };
  }

  /** A probe uses the current state, in the same transaction. */
  #probes(given: Act) {
    const open = [...this.#lanes.values()].flatMap(({ mutations }) => mutations);
    const byKey = (one: Mutation): boolean => one.sentWithKey && one.state !== 'sending';
    const create = this.#pick(
      given,
      open.filter(
        (one) => one.state === 'unknown' || isRefusedCreate(one) || (one.kind === 'create' && byKey(one)),
      ),
    );
    if (!create) return null;
    const row = this.#row(given, undefined, create);
    const other = this.#other(row.id, create.localId);
    const isTaken = other?.record !== undefined && !isForeignRow(other.record) && !create.sentWithKey;
    const one: ProbeFinding = { what: 'one', row, other, readWhole: given.stale };
    const findings: readonly ProbeFinding[] = [
      ...(isTaken ? [] : [one]),
      ...(create.state === 'unknown' ? this.#otherFindings() : []),
    ];
    const found = findings[given.how % findings.length];
    if (!found) return null;
    return { localId: create.localId, event: { type: 'probed', mutationId: create.id, found } as const };
  }

  #otherFindings(): ProbeFinding[] {
    return [
      { what: 'nothing', startedAt: this.#now },
      { what: 'several', candidates: SERVER_IDS },
      { what: 'unstable' },
      { what: 'wrongClock' },
    ];
  }

  #decision(how: number, localId: string): Decision | undefined {
    const other = this.#other(SERVER_IDS[how % 2] ?? 7, localId);
    const decisions: readonly Decision[] = [
      { what: 'retry' },
      { what: 'discard' },
      { what: 'takeTheirs' },
      { what: 'recreate' },
      { what: 'recheck' },
      ...(other ? [{ what: 'keepOne', other } as const] : []),
    ];
    return decisions[how % decisions.length];
  }

  #values({ values }: Act): Fields {
    const fields = Object.entries(FIELDS[this.#resource] ?? {});
    return Object.fromEntries(
      values.map(([at, which]) => {
        const [field, choices] = fields[at % fields.length] ?? ['title', ['']];
        return [field, choices[which % choices.length] ?? null];
      }),
    );
  }

  /** Returns a row of the server. If `change` is given, the row often has its values. */
  #row(given: Act, serverId?: ServerId, change?: Mutation): ServerRow {
    const { twist, how } = given;
    const id = serverId ?? SERVER_IDS[twist % 2] ?? 7;
    const values = { ...(change && twist < 12 ? valuesOf(change.fields) : {}), ...this.#values(given) };
    const served = Object.fromEntries(
      Object.entries(values).map(([field, value]) => [field, onServer(field, value)]),
    );
    return aRow(how % 5 === 0 ? served : aRecord(this.#resource, served), {
      id,
      version: twist % 3 === 0 ? (how % 4) + 1 : undefined,
      generation: this.#generation,
      position: [1, id],
    });
  }

  /** Returns one of `ever` that is current, or for a stale act one of any age. */
  #seen(
    given: Act,
    ever: readonly Mutation[],
    wanted: (mutation: Mutation) => boolean = Boolean,
  ): Mutation | null {
    const open = new Set([...this.#lanes.values()].flatMap(({ mutations }) => mutations));
    const choices = ever.filter((one) => wanted(one) && (given.stale || open.has(one)));
    return this.#pick(given, choices.toReversed());
  }

  #pick<T>({ pick }: Act, choices: readonly T[]): T | null {
    return choices[pick % choices.length] ?? null;
  }

  #isOpen({ id }: Mutation): boolean {
    return [...this.#lanes.values()].some(({ mutations }) => mutations.some((one) => one.id === id));
  }

  /** Returns the lane that a mutation is in now, or was in last. */
  #laneOf({ id, localId }: Mutation): string {
    const lane = [...this.#lanes.values()].find(({ mutations }) => mutations.some((one) => one.id === id));
    return lane?.localId ?? localId;
  }

  #withRow(id: ServerId): Lane | undefined {
    return [...this.#lanes.values()].find(({ record }) => record?.serverId === id);
  }

  #other(id: ServerId, localId: string): Lane | undefined {
    const lane = this.#withRow(id);
    return lane?.localId === localId ? undefined : lane;
  }
}

function isShown({ record }: Lane): boolean {
  return Boolean(record?.view);
}

function isRefusedCreate({ kind, state, sentWithKey, refusal }: Mutation): boolean {
  return kind === 'create' && state === 'parked' && !sentWithKey && refusal?.reason === 'rejected';
}

/** Returns a value as a server stores it, with the server's own id for a customer. */
function onServer(field: string, value: FieldValue): FieldValue {
  if (field !== 'customer' || typeof value !== 'string') return value;
  return references.find('customers', value)?.serverId ?? null;
}

const json = (status: number, value: unknown): Answer => ({
  kind: 'response',
  status,
  body: { kind: 'json', value },
  retryAfter: null,
});

/** The possible results of a request, given the server's row. */
const ANSWERS: readonly ((row: object) => Answer)[] = [
  (row) => json(200, row),
  (row) => json(201, row),
  (row) => json(200, row),
  () => ({ kind: 'noAnswer', cause: 'timeout' }),
  () => ({ kind: 'notSent' }),
  () => ({ kind: 'response', status: 204, body: { kind: 'empty' }, retryAfter: null }),
  () => json(400, { work_order_number: ['Taken.'] }),
  () => json(400, { title: ['No.'] }),
  () => json(401, {}),
  () => json(404, {}),
  () => json(409, {}),
  () => json(410, {}),
  () => json(412, {}),
  () => json(429, {}),
  () => json(500, {}),
  () => json(503, {}),
];
