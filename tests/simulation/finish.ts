import type { FileRow } from '../../src/db/tables.ts';
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
import { mendPhotos, openAllPhotos, pickNetwork } from './photos.ts';
import { Dice } from './program/dice.ts';
import type { Decision } from './program/program.ts';
import { Violation, type World } from './world.ts';

/** Virtual time in ms in which a healed world must come to rest. Each nap of the devices restarts this time. */
const PATIENCE_MS = 30 * 60_000;
const STEP_MS = 5000;
/** In ms. By then, all requests have reached the server. */
const LONGEST_WAY_MS = 100;
const SOON_MS = 10 * 60_000;
const HOUR_MS = 61 * 60_000;
/** In ms. Longer than any program puts a clock back. */
const DAY_AND_MORE_MS = 32 * HOUR_MS;

/**
 * Repairs everything and answers every question. Then each outbox must drain, and each device must hold the server's
 * rows.
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
  // Let late requests reach the server before the devices poll.
  world.pass(LONGEST_WAY_MS);
  world.pass(Math.max(0, world.network.landed - world.time.now));
  // Twice, because the others must still read the last change of one device or account.
  const accounts = world.devices.flatMap(({ factory }) => accountStores(factory));
  for (let round = 0; round < (accounts.length > 1 ? 2 : 1); round += 1) {
    for (const device of world.devices) {
      for (const user of ['ann', 'bob'] as const) comeToRest(world, device, user);
    }
  }
  checkEnd(world);
}

/** Lets the account send what waits on the device, and read everything again. */
function comeToRest(world: World, device: Device, user: 'ann' | 'bob'): void {
  const name = accountStores(device.factory).find((stores) => world.userOf(stores.name) === user)?.name;
  if (name === undefined) return;
  let tab = world.liveTabs(device)[0] ?? world.openTab(device);
  let until = world.time.now + PATIENCE_MS;
  let before: Before | null = null;
  // The first nap may only end a wait from before the clock was put back, and the second may pass before the first
  // error.
  let naps = world.clockWasPutBack ? 3 : 1;
  while (world.time.now < until) {
    const stores = accountStores(device.factory).find((one) => one.name === name);
    // After a logout with nothing to send, the data has left the device.
    if (!stores) return;
    // The app asks the user to reload.
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
          if (world.server.features.extensions.includes('attachments')) {
            pickNetwork(desk, 'always');
            openAllPhotos(desk);
            mendPhotos(desk, stores);
          }
          syncNow(desk);
        } else if (answerAll(world, tab, stores) || (!before.isDrained && stores.outbox.length === 0)) {
          // Rows that were held back because of a change come with a later pull.
          before = null;
        } else if (isAtRest(world, device, stores, before)) {
          world.rested.add(name);
          return;
        } else if (hasDoubted(stores) && !stores.meta.has('request:photos')) {
          openAllPhotos(desk);
        }
      }
    }
    world.pass(STEP_MS);
    // The app tolerates a server's internal errors for an hour.
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

/** Returns true if the user is signed in to the database of this name. Signs in or out otherwise. */
function takeSeat(tab: Tab, user: 'ann' | 'bob', name: string): boolean {
  const state = tab.services.session.getSnapshot();
  const database = 'account' in state ? state.account.databaseName : null;
  const isHere = database === name;
  if (state.status === 'signedIn' && isHere) return true;
  if (database !== null && !isHere) tab.act(() => tab.services.session.signOut());
  else signIn(tab, user);
  return false;
}

/** Answers a waiting question as a user would. Returns true if there was one. */
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

/** Discards more often than not, because some changes could be sent forever. */
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

/** Time of each collection's last pull, as text. */
function pullsOf(stores: Stores): string {
  return RESOURCE_NAMES.map((kind) => collectionOf(stores, kind)?.pulledAt).join();
}

/** Pulls at the time of the repair, and the device's time then, in ms. */
interface Before {
  readonly pulls: string;
  readonly at: number;
  /** True if nothing waited to be sent. */
  readonly isDrained: boolean;
}

/** @param before each collection must have been pulled since then; a pull that had already begun may show older rows */
function isAtRest(world: World, device: Device, stores: Stores, before: Before): boolean {
  if (stores.outbox.length > 0 || ownerOf(stores) === null) return false;
  if ([...stores.files().values()].some(isOnItsWay)) return false;
  if (!knowsOfRestores(world, stores)) return false;
  if (stores.meta.has('request:photos') || hasDoubted(stores)) return false;
  // A whole pull is still due if rows may be missing.
  if (RESOURCE_NAMES.some((kind) => collectionOf(stores, kind)?.complete === false)) return false;
  if ([...world.network.open].some(({ tab }) => tab.alive && tab.device === device)) return false;
  // The app believes that many rows are missing only after a second pull.
  if (RESOURCE_NAMES.some((kind) => (collectionOf(stores, kind)?.absence ?? null) !== null)) return false;
  const then = before.pulls.split(',');
  return pullsOf(stores)
    .split(',')
    .every((readAt, n) => readAt !== '' && readAt !== then[n] && Number(readAt) >= before.at);
}

function isOnItsWay({ state, isDamaged }: FileRow): boolean {
  return state === 'here' || (state === 'wanted' && isDamaged === true);
}

/** The server may have been restored since a list of photos was read. */
function hasDoubted(stores: Stores): boolean {
  return [...stores.photoLists().values()].some(({ doubtedAt }) => doubtedAt !== null);
}

/** Only the feed says that the server was restored, and that files must be sent again. */
function knowsOfRestores(world: World, stores: Stores): boolean {
  const { meta, name } = stores;
  if (!world.server.features.extensions.includes('changes') || stores.files().size === 0) return true;
  const feed = meta.get('feed');
  if (!feed || !('cursor' in feed)) return false;
  return typeof world.companyOf(name)?.ledger.placeOf(feed.cursor) === 'number';
}

function describe({ resource, localId, kind, state, attempts, nextAt, refusal }: Mutation): string {
  return `${kind} ${resource}/${localId} ${state} ${refusal?.reason ?? ''} attempts ${attempts} due ${nextAt}`;
}
