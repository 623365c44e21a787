import type { Answer } from '../../../src/domain/answer.ts';
import type { RecordKind } from '../../../src/domain/resource-spec.ts';
import { RECORD_KINDS, specOf } from '../../../src/domain/resource-specs.ts';
import type { Mutation } from '../../../src/outbox/mutation.ts';
import { BATCH_PATH, batchItems, pathOf } from '../../memory-server/batch.ts';
import { idIn, kindAt } from '../../memory-server/kinds.ts';
import type { WireAnswer } from '../../memory-server/wire.ts';
import type { Exchange } from '../machine/network.ts';
import { MARK_FIELD } from '../server/company.ts';
import type { RowHistory } from '../server/history.ts';
import type { World } from '../world.ts';
import type { Expectation } from './expectations.ts';
import { groupOf, linesLost, means } from './meaning.ts';
import { accountStores, changesOf, type Stores } from './stores.ts';
import { Violation } from './violation.ts';

/** Limit for the requests of a device in a minute of virtual time. */
const MOST_A_MINUTE = 400;

/** In ms: just under the earliest time at which a create that was given up may be sent again. */
const PROBED_TWICE_MS = 44_000;

/** In ms. By then, a tab has certainly noted an answer. */
const NOTED_MS = 5000;

interface Sending {
  readonly stores: Stores;
  readonly mutation: Mutation;
}

/** Checks I6, I7, I8, I11 and I13 on each request as it leaves a tab. */
export function checkSent(world: World, exchange: Exchange): void {
  const { request } = exchange;
  checkLoad(world, exchange);
  excuse(world, exchange);
  if (request.path === BATCH_PATH) return checkBatch(world, exchange);
  if (request.path.endsWith('/auth/token/refresh/')) return checkRefresh(world, exchange);
  if (request.method === 'GET' || request.path.includes('/auth/')) return;
  const resource = kindAt(request.path);
  if (!resource) return;
  const user = world.server.signIn.subjectOf(exchange.bearer);
  const marked = sendingOf(exchange, resource);
  // Another account's database may hold an attempt of the same kind that died.
  const { stores, mutation } = marked.find((one) => world.userOf(one.stores.name) === user) ?? marked[0];
  const owner = world.userOf(stores.name);
  if (user !== owner) {
    throw new Violation('I7', `${request.method} ${request.path} of ${owner} went out as ${user}`);
  }
  const [first] = changesOf(stores, resource, mutation.localId);
  if (first?.seq !== mutation.seq) {
    throw new Violation(
      'I6',
      `${request.method} ${request.path} went out before an earlier change of its record`,
    );
  }
  world.contact.sent(exchange, mutation.attemptId, world.time.now);
  noteUpdate(world, exchange, resource, mutation);
  checkAlone(world, exchange, resource, mutation);
  checkUntold(world, exchange, resource);
  checkBody(world, exchange, { stores, mutation });
}

/** Checks each change of a batch. A change that needs an earlier change of the batch refers to it by key. */
function checkBatch(world: World, exchange: Exchange): void {
  for (const item of batchItems(exchange.request.body)) {
    const path = pathOf(item);
    if (path === null) continue;
    const { method, body = {}, if_match: ifMatch } = item;
    const guard = ifMatch === undefined ? {} : { ifMatch };
    checkSent(world, { ...exchange, request: { ...exchange.request, method, path, body, ...guard } });
  }
}

/**
 * Returns the create's key in `World.told`; null for other requests, and for a create that its mark does not identify.
 */
function createOf(world: World, { request }: Exchange): string | null {
  const resource = RECORD_KINDS.find((name) => request.path === specOf(name).path);
  if (request.method !== 'POST' || !resource) return null;
  const mark = (request.body as Record<string, unknown>)[MARK_FIELD[resource]];
  const key = `${resource} ${String(mark)}`;
  return world.begun.get(key) === 1 ? key : null;
}

/** Notes that a tab received the confirmation of its create. */
export function noteTold(world: World, exchange: Exchange, answer: Answer): void {
  noteSignIn(world, exchange, answer);
  const key = createOf(world, exchange);
  const made = answer.kind === 'response' && answer.status === 201 && answer.body.kind === 'json';
  const { signIn } = world.server;
  // An answer for an account that is no longer signed in is not stored.
  const { values } = exchange.tab.device;
  const heard = signIn.subjectOf(exchange.bearer) === signIn.subjectOf(values.get('token') ?? null);
  if (key !== null && made && heard && exchange.tab.alive) world.told.set(key, world.time.now);
}

/** After a profile answer, another account may be current. Then the previous account's answers are not stored. */
function noteSignIn(world: World, { tab, request }: Exchange, answer: Answer): void {
  const isProfile =
    request.path.endsWith('/auth/user/') && answer.kind === 'response' && answer.status === 200;
  if (isProfile) tab.device.troubles.push(world.time.now);
}

/** I3: a create whose confirmation a tab received and had time to note is not sent again. */
function checkUntold(world: World, exchange: Exchange, resource: RecordKind): void {
  const key = createOf(world, exchange);
  const at = key === null ? undefined : world.told.get(key);
  if (key === null || at === undefined || world.sentAgain.has(key.slice(resource.length + 1))) return;
  const { troubles } = exchange.tab.device;
  if (troubles.some((time) => time >= at && time <= at + NOTED_MS)) return;
  throw new Violation('I3', `${key} is sent again, although its tab was told that the server had created it`);
}

/**
 * Notes creates that the network repeats or carries out late. If the row appears after both polls, no engine can see
 * it. If it appears between them, it is missed only if the server showed no rows at the second.
 */
function excuse(world: World, { request, fault }: Exchange): void {
  const resource = RECORD_KINDS.find((name) => request.path === specOf(name).path);
  if (request.method !== 'POST' || !resource || !fault) return;
  const mark = (request.body as Record<string, unknown>)[MARK_FIELD[resource]];
  if (typeof mark !== 'string' || (fault.kind !== 'duplicate' && fault.kind !== 'lateCommit')) return;
  const late = fault.kind === 'lateCommit' && fault.ms <= PROBED_TWICE_MS && !world.clockWasPutBack;
  (late ? world.late : world.excused).add(mark);
}

/**
 * Returns the changes that a request may carry, one for each account's database. A change must be marked as `sending`
 * before its request leaves.
 */
function sendingOf({ tab, request }: Exchange, resource: RecordKind): readonly [Sending, ...Sending[]] {
  const found: Sending[] = [];
  const id = decodeURIComponent(idIn(request.path, resource));
  const mark = MARK_FIELD[resource];
  for (const stores of accountStores(tab.device.factory)) {
    for (const mutation of stores.outbox) {
      if (mutation.resource !== resource || mutation.state !== 'sending') continue;
      if (KIND_OF[request.method] !== mutation.kind) continue;
      const record = stores.mirror(resource).get(mutation.localId);
      const isIt =
        mutation.kind === 'create'
          ? mutation.fields[mark]?.value === (request.body as Record<string, unknown>)[mark]
          : String(record?.serverId) === id;
      if (isIt) found.push({ stores, mutation });
    }
  }
  const [first, ...others] = found;
  if (first) return [first, ...others];
  throw new Violation(
    'I6',
    `${request.method} ${request.path} went out, but no change is marked as being sent`,
  );
}

const KIND_OF: Readonly<Record<string, Mutation['kind']>> = {
  POST: 'create',
  PATCH: 'update',
  DELETE: 'delete',
};

function noteUpdate(world: World, exchange: Exchange, resource: RecordKind, mutation: Mutation): void {
  if (mutation.kind !== 'update') return;
  const { request, n } = exchange;
  const id = decodeURIComponent(idIn(request.path, resource));
  const guarded = request.ifMatch !== undefined && world.server.features.extensions.includes('if-match');
  world.overwrites.sent(n, resource, id, { mutation: mutation.id, fields: mutation.fields, guarded });
}

/** Without the number of attachments that a deletion names. */
function bare({ request }: Exchange): string | undefined {
  return request.path.split('?', 1)[0];
}

function checkAlone(world: World, exchange: Exchange, resource: RecordKind, mutation: Mutation): void {
  if (mutation.kind === 'create') return;
  const { signIn } = world.server;
  for (const other of world.network.open) {
    if (other.n === exchange.n || other.tab.device !== exchange.tab.device || !other.tab.alive) continue;
    // A stopped tab does not learn that its request ended long ago.
    if (other.tab.stalled || other.tab.frozen) continue;
    if (other.request.method === 'GET' || bare(other) !== bare(exchange)) continue;
    // Another account's changes of the record are unrelated.
    if (signIn.subjectOf(other.bearer) !== signIn.subjectOf(exchange.bearer)) continue;
    throw new Violation('I6', `two changes of ${resource}/${mutation.localId} were under way at once`);
  }
}

function checkBody(world: World, { request }: Exchange, { stores, mutation }: Sending): void {
  const { resource, kind } = mutation;
  if (kind === 'delete') return;
  const body = request.body as Readonly<Record<string, unknown>>;
  for (const { field, to } of specOf(resource).references) {
    const id = body[field];
    if (id === undefined || id === null || typeof id === 'object') continue;
    const known = world.companyOf(stores.name)?.histories.of(to, id as string | number);
    if (!known)
      throw new Violation(
        'I6',
        `${resource}/${mutation.localId} was sent with ${field} = ${JSON.stringify(id)}, which no server knows`,
      );
  }
  if (kind !== 'update') return;
  const record = stores.mirror(resource).get(mutation.localId);
  const expectation = world.expectationsIn(stores.name).of(resource, mutation.localId);
  checkGroups(world, { stores, mutation }, expectation);
  for (const field of Object.keys(body)) {
    if (expectation.touched.size > 0 && !expectation.touched.has(field) && field !== 'customer') {
      throw new Violation(
        'I8',
        `${resource}/${mutation.localId} was sent with ${field}, which nobody changed`,
      );
    }
    const change = mutation.fields[field];
    if (!change)
      throw new Violation(
        'I8',
        `${resource}/${mutation.localId} was sent with ${field}, which nobody changed`,
      );
    const theirs = record?.server?.[field];
    const { values, earlier = [] } = expectation.seen.get(field) ?? {};
    const saw = values?.[field];
    const unseen = linesLost(field, theirs, change.value).filter((line) =>
      [saw, ...earlier].every((text) => linesLost(field, line, text).length > 0),
    );
    if (saw !== undefined && unseen.length > 0) {
      throw new Violation(
        'I8',
        `${resource}/${mutation.localId} was sent with ${field} without ${unseen.join(' and ')}, which the person never saw`,
      );
    }
    if (specOf(resource).references.some((one) => one.field === field)) continue;
    // After this device's own deletion, only the server knows whether the row still exists.
    if (!record?.server && expectation.everDeleted) continue;
    if (!means(field, theirs, change.base) && !means(field, theirs, change.value)) {
      throw new Violation(
        'I8',
        `${resource}/${mutation.localId} was sent with ${field} from ${String(change.base)} to ${String(change.value)}, although the server is known to have ${String(theirs)}`,
      );
    }
  }
}

/** I8: no field of a merge group is sent after other people have changed the rest of the group. */
function checkGroups(world: World, { stores, mutation }: Sending, { seen }: Expectation): void {
  const { resource, fields, localId } = mutation;
  const record = stores.mirror(resource).get(localId);
  const history = world.companyOf(stores.name)?.histories.of(resource, record?.serverId ?? '');
  if (!record?.server || !history || world.server.features.totals) return;
  for (const field of Object.keys(fields)) {
    const then = seen.get(field);
    const group = groupOf(resource, field);
    for (const other of group.filter((one) => !(one in fields))) {
      const now = record.server[other];
      if (!then || means(other, then.values[other], now)) continue;
      const meddled = history.states.some(
        (state, n) =>
          n > then.place &&
          history.authors[n] === null &&
          means(other, state[other], now) &&
          // Other people wrote the record, but did not change this field.
          !means(other, history.states[n - 1]?.[other], now) &&
          !isTakenForTheServers(history, group, n),
      );
      if (!meddled) continue;
      throw new Violation(
        'I8',
        `${resource}/${localId} was sent with ${field}, but others have changed ${other} since`,
      );
    }
  }
}

/**
 * Returns true if a row's state came to a device in the answer to a change of the same group. Other changes in that
 * answer count as computed by the server, because the device cannot tell.
 */
function isTakenForTheServers(
  { states, authors }: RowHistory,
  group: readonly string[],
  place: number,
): boolean {
  return states.some(
    (state, n) =>
      n > place &&
      (authors[n] ?? null) !== null &&
      group.some((field) => !means(field, states[n - 1]?.[field], state[field])),
  );
}

/** I11: only one refresh at a time, and only of tokens that are no longer valid. */
function checkRefresh(world: World, exchange: Exchange): void {
  const { device } = exchange.tab;
  const access = device.values.get('token') ?? null;
  if (world.server.signIn.userOf(access) !== null) {
    throw new Violation(
      'I11',
      `${exchange.tab.name} refreshes its token, but the stored token is still valid`,
    );
  }
  for (const other of world.network.open) {
    if (other.n === exchange.n || other.tab.device !== device || !other.tab.alive) continue;
    const same = [other, exchange].map(({ request }) => {
      const { refresh = null } = (request.body ?? {}) as { readonly refresh?: string };
      return world.server.signIn.subjectOf(refresh);
    });
    if (other.request.path === exchange.request.path && same[0] === same[1]) {
      throw new Violation('I11', `two refreshes of ${device.name} were under way at once`);
    }
  }
}

function checkLoad(world: World, { tab }: Exchange): void {
  const key = `${tab.device.name}/${Math.floor(world.time.now / 60_000)}`;
  const count = (world.load.get(key) ?? 0) + 1;
  world.load.set(key, count);
  if (count > MOST_A_MINUTE) throw new Violation('I13', `${count} requests of ${key} in a minute`);
}

/** Returns true if a change of the row waits. The app then tells the user that the row is gone, and may remove it. */
function isWaiting({ devices }: World, resource: RecordKind, id: string): boolean {
  return devices
    .flatMap(({ factory }) => accountStores(factory))
    .some((stores) =>
      stores.outbox.some(
        (mutation) =>
          mutation.resource === resource &&
          String(stores.mirror(resource).get(mutation.localId)?.serverId) === id,
      ),
    );
}

/**
 * Notes rows that a server reported as gone, truly or by a fault. A server that shows no rows at all for a while is not
 * believed, except about photos: the app asks a person before it drops the last copy of one.
 */
export function checkAnswer(world: World, { request, bearer }: Exchange, answer: WireAnswer): void {
  if (answer.status !== 404 && answer.status !== 410) return;
  const user = world.server.signIn.subjectOf(bearer);
  const resource = kindAt(request.path);
  if (!user || !resource) return;
  const id = decodeURIComponent(idIn(request.path, resource));
  const history = world.server.companyOf(user).histories.of(resource, id);
  const isBelieved = resource === 'attachments' || !world.server.isBlind || isWaiting(world, resource, id);
  if (history && isBelieved) history.saidGone = true;
}
