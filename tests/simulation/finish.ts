import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import type { Mutation } from '../../src/outbox/mutation.ts';
import { answerQuestion } from '../../src/records/answer-questions.ts';
import { answer } from './answers.ts';
import { signIn } from './carry-out.ts';
import { checkEnd } from './checks/end-check.ts';
import { accountStores, collectionOf, ownerOf, type Stores } from './checks/stores.ts';
import type { Device } from './machine/device.ts';
import type { Tab } from './machine/tab.ts';
import { deskAt, syncNow } from './person.ts';
import { Dice } from './program/dice.ts';
import type { Decision } from './program/program.ts';
import { Violation, type World } from './world.ts';

/** Virtual time in which a healed world must come to rest, in ms; anew after each nap of the devices. */
const PATIENCE_MS = 30 * 60_000;
const STEP_MS = 5000;
/** Within this time what was sent has reached the server, in ms. */
const LONGEST_WAY_MS = 100;
const SOON_MS = 10 * 60_000;
const HOUR_MS = 61 * 60_000;
/** Longer than programs put a clock back. */
const DAY_AND_MORE_MS = 32 * HOUR_MS;

/**
 * Everything that was wrong is mended, and people answer every question: then each outbox must drain, and each
 * device must hold what the server holds.
 */
export function finish(world: World): void {
  world.note('* heal');
  world.network.heal();
  world.server.heal();
  if (world.disk) world.disk.healed = true;
  for (const tab of world.tabs) {
    tab.cancelFault();
    if (!tab.alive) continue;
    tab.resume();
    if (tab.frozen) tab.setFrozen(false);
    if (!tab.visible) tab.setVisible(true);
  }
  for (const device of world.devices) {
    device.newsLag = 0;
    device.setOnline(true);
  }
  world.settle();
  // What arrives behind everybody's back is there before anybody looks whether all is well.
  world.pass(LONGEST_WAY_MS);
  world.pass(Math.max(0, world.network.landed - world.time.now));
  // Twice, because what one device or account sends last, another has yet to read.
  const accounts = world.devices.flatMap(({ factory }) => accountStores(factory));
  for (let round = 0; round < (accounts.length > 1 ? 2 : 1); round += 1) {
    for (const device of world.devices) {
      for (const user of ['ann', 'bob'] as const) comeToRest(world, device, user);
    }
  }
  checkEnd(world);
}

/** The account of `user` on a device sends what waits there and reads everything anew. */
function comeToRest(world: World, device: Device, user: 'ann' | 'bob'): void {
  const name = accountStores(device.factory).find((stores) => world.userOf(stores.name) === user)?.name;
  if (name === undefined) return;
  let tab = world.liveTabs(device)[0] ?? world.openTab(device);
  let until = world.time.now + PATIENCE_MS;
  let before: Before | null = null;
  // The first may go by while a wait lasts that was set before the clock was put back, a second one in front of the first error.
  let naps = world.clockWasPutBack ? 3 : 1;
  while (world.time.now < until) {
    const stores = accountStores(device.factory).find((one) => one.name === name);
    // Logged out with nothing left to send: its data has left the device.
    if (!stores) return;
    // 'Reload to go on.'
    if (tab.services.records.getSnapshot() instanceof Error) {
      world.kill(tab);
      tab = world.openTab(device);
    }
    if (takeSeat(tab, user, name)) {
      const desk = deskAt(world, tab);
      if (desk && desk.records.db.name === name) {
        if (before === null) {
          const at = world.time.now + device.clockError;
          before = { pulls: pullsOf(stores), at, isDrained: stores.outbox.length === 0 };
          syncNow(desk);
        } else if (answerAll(world, tab, stores) || (!before.isDrained && stores.outbox.length === 0)) {
          // Rows that were kept out for the sake of a change come with a pull after it.
          before = null;
        } else if (isAtRest(world, device, stores, before)) {
          world.rested.add(name);
          return;
        }
      }
    }
    world.pass(STEP_MS);
    // Errors inside a server are borne for an hour.
    if (naps > 0 && until - world.time.now < PATIENCE_MS - SOON_MS) {
      const ms = world.clockWasPutBack ? DAY_AND_MORE_MS : HOUR_MS;
      world.time.sleep(ms, () => {});
      until = world.time.now + PATIENCE_MS;
      naps -= 1;
    }
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

/** Whether the person is signed in, in their database of this name; signs in or out otherwise. */
function takeSeat(tab: Tab, user: 'ann' | 'bob', name: string): boolean {
  const state = tab.services.session.getSnapshot();
  const database = 'account' in state ? state.account.databaseName : null;
  const isHere = database === name;
  if (state.status === 'signedIn' && isHere) return true;
  if (database !== null && !isHere) tab.act(() => tab.services.session.signOut());
  else signIn(tab, user);
  return false;
}

/** Returns the questions that wait as a person would. True when there was one. */
function answerAll(world: World, tab: Tab, stores: Stores): boolean {
  const parked = stores.outbox.filter(({ state }) => state === 'parked');
  const [first] = parked;
  const desk = deskAt(world, tab);
  if (!desk) return false;
  for (const kind of RESOURCE_NAMES) {
    if (collectionOf(stores, kind)?.absence?.step !== 'ask') continue;
    tab.act(
      () =>
        void answerQuestion(desk.records, { to: 'absence', resource: kind, choice: 'remove' }).catch(
          () => {},
        ),
    );
    world.settle();
    return true;
  }
  if (!first) return false;
  const how = decisionOn(world, first);
  answer(world, desk, {
    do: 'answer',
    at: { device: 0, tab: 0 },
    pick: 0,
    how,
    value: world.program.decisive === true ? Math.floor(world.random() * 1000) : 0,
  });
  world.settle();
  return true;
}

function decisionOn(world: World, parked: Mutation): Decision {
  if (world.program.decisive === true) return anyDecisionOn(world, parked);
  switch (parked.refusal?.reason) {
    case 'tooOld':
      return world.random() < 0.8 ? 'retry' : 'discard';
    case 'conflict':
      return world.random() < 0.5 ? 'retry' : 'discard';
    default:
      return 'discard';
  }
}

/** What could go on for ever is dropped more often than not. */
function anyDecisionOn(world: World, parked: Mutation): Decision {
  const dice = new Dice(world.random);
  switch (parked.refusal?.reason) {
    case 'tooOld':
      return dice.one(['retry', 'retryAll', 'discard']);
    case 'conflict':
      return dice.one(['retry', 'takeTheirs', 'takeTheirs', 'decide', 'discard']);
    case 'mayExistTwice':
      return dice.one(['keepOne', 'keepOne', 'lookAgain', 'discard']);
    case 'deletedOnServer':
      return dice.one(['recreate', 'discard']);
    default:
      return 'discard';
  }
}

/** When each collection was last read, as text. */
function pullsOf(stores: Stores): string {
  return RESOURCE_NAMES.map((kind) => collectionOf(stores, kind)?.pulledAt).join();
}

/** What had been read when all was mended, and the device's time then, in ms. */
interface Before {
  readonly pulls: string;
  readonly at: number;
  /** Whether nothing waited to be sent. */
  readonly isDrained: boolean;
}

/** @param before each pull must be another one now, and begun since: one under way may show what was */
function isAtRest(world: World, device: Device, stores: Stores, before: Before): boolean {
  if (stores.outbox.length > 0 || ownerOf(stores) === null) return false;
  // A whole pull is still due where rows may be missing.
  if (RESOURCE_NAMES.some((kind) => collectionOf(stores, kind)?.complete === false)) return false;
  if ([...world.network.open].some(({ tab }) => tab.alive && tab.device === device)) return false;
  // Many missing rows are believed when a second pull says the same.
  if (RESOURCE_NAMES.some((kind) => (collectionOf(stores, kind)?.absence ?? null) !== null)) return false;
  const then = before.pulls.split(',');
  return pullsOf(stores)
    .split(',')
    .every((readAt, n) => readAt !== '' && readAt !== then[n] && Number(readAt) >= before.at);
}

function describe({ resource, localId, kind, state, attempts, nextAt, refusal }: Mutation): string {
  return `${kind} ${resource}/${localId} ${state} ${refusal?.reason ?? ''} attempts ${attempts} due ${nextAt}`;
}
