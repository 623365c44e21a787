import type { Mutation } from '../../src/domain/mutation.ts';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import { signIn } from './carry-out.ts';
import { checkEnd } from './checks/end-check.ts';
import { accountStores, collectionOf, ownerOf, type Stores } from './checks/stores.ts';
import type { Device } from './machine/device.ts';
import type { Tab } from './machine/tab.ts';
import { answer, deskAt, syncNow } from './person.ts';
import { Violation, type World } from './world.ts';

/** Virtual time in which a healed world must come to rest, in ms. */
const PATIENCE_MS = 45 * 60_000;
const STEP_MS = 5000;

/**
 * Everything that was wrong is mended, and people answer every question: then each outbox must drain, and each
 * device must hold what the server holds.
 */
export function finish(world: World): void {
  world.note('* heal');
  world.network.heal();
  for (const tab of world.tabs) {
    tab.cancelFault();
    if (!tab.alive) continue;
    if (tab.frozen) tab.setFrozen(false);
    if (!tab.visible) tab.setVisible(true);
  }
  for (const device of world.devices) device.setOnline(true);
  world.settle();
  for (const device of world.devices) {
    for (const user of ['ann', 'bob'] as const) comeToRest(world, device, user);
  }
  checkEnd(world);
}

/** The account of `user` on a device sends what waits there and reads everything anew. */
function comeToRest(world: World, device: Device, user: 'ann' | 'bob'): void {
  const name = accountStores(device.factory).find((stores) => world.userOf(stores.name) === user)?.name;
  if (name === undefined) return;
  const tab = world.liveTabs(device)[0] ?? world.openTab(device);
  const until = world.time.now + PATIENCE_MS;
  let since: number | null = null;
  for (let round = 0; world.time.now < until; round += 1) {
    const stores = accountStores(device.factory).find((one) => one.name === name);
    // Logged out with nothing left to send: its data has left the device.
    if (!stores) return;
    if (takeSeat(world, tab, user)) {
      const desk = deskAt(world, tab);
      if (desk && desk.records.db.name === name) {
        if (since === null) {
          since = world.time.now;
          syncNow(desk);
        } else if (answerAll(world, tab, stores)) {
          since = null;
          round = 0;
        } else if (isAtRest(world, device, stores, since + device.clockError)) {
          world.rested.add(name);
          return;
        }
      }
    }
    world.pass(STEP_MS);
  }
  const stores = accountStores(device.factory).find((one) => one.name === name);
  const left = stores?.outbox.map(describe).join('; ') ?? '';
  const engine = JSON.stringify(stores?.meta.get('engine') ?? null);
  const collections = RESOURCE_NAMES.map((kind) => stores && collectionOf(stores, kind)?.pulledAt);
  throw new Violation(
    'I10',
    `${device.name} of ${user} did not come to rest: ${left} ${engine} pulled ${JSON.stringify(collections)}, signed in: ${tab.services.session.getSnapshot().status}, errors: ${tab.errors.slice(-2).join('; ')}`,
  );
}

/** Whether the person is signed in; signs in or out otherwise. */
function takeSeat(world: World, tab: Tab, user: 'ann' | 'bob'): boolean {
  const state = tab.services.session.getSnapshot();
  const database = 'account' in state ? state.account.databaseName : null;
  const isHere = database !== null && (world.userOf(database) ?? user) === user;
  if (state.status === 'signedIn' && isHere) return true;
  if (database !== null && !isHere) tab.act(() => tab.services.session.signOut());
  else signIn(tab, user);
  return false;
}

/** Answers the questions that wait as a person would. True when there was one. */
function answerAll(world: World, tab: Tab, { outbox }: Stores): boolean {
  const parked = outbox.filter(({ state }) => state === 'parked');
  const [first] = parked;
  const desk = deskAt(world, tab);
  if (!first || !desk) return false;
  const how = decisionOn(world, first);
  answer(world, desk, { do: 'answer', at: { device: 0, tab: 0 }, pick: 0, how, value: 0 });
  world.settle();
  return true;
}

function decisionOn(world: World, parked: Mutation): 'retry' | 'discard' {
  switch (parked.refusal?.reason) {
    case 'serverErrors':
    case 'tooOld':
      return world.random() < 0.8 ? 'retry' : 'discard';
    case 'conflict':
      return world.random() < 0.5 ? 'retry' : 'discard';
    default:
      return 'discard';
  }
}

function isAtRest(world: World, device: Device, stores: Stores, since: number): boolean {
  if (stores.outbox.length > 0 || ownerOf(stores) === null) return false;
  if ([...world.network.open].some(({ tab }) => tab.device === device)) return false;
  return RESOURCE_NAMES.every((resource) => (collectionOf(stores, resource)?.pulledAt ?? 0) > since);
}

function describe({ resource, localId, kind, state, attempts, nextAt, refusal }: Mutation): string {
  return `${kind} ${resource}/${localId} ${state} ${refusal?.reason ?? ''} attempts ${attempts} due ${nextAt}`;
}
