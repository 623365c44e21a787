import { answer, dismiss, judgeAbsence } from './answers.ts';
import type { Tab } from './machine/tab.ts';
import { turns } from './machine/turns.ts';
import { create, deskAt, remove, syncNow, update } from './person.ts';
import {
  forgetPhotos,
  handleShelf,
  lookAtPhoto,
  openPhotos,
  pickNetwork,
  pressSend,
  rotPhoto,
  takePhoto,
} from './photos.ts';
import type { Command, PageChange } from './program/program.ts';
import { CHANGES, othersRecord, TEXTS, withLine } from './program/values.ts';
import { undo } from './undo.ts';
import type { World } from './world.ts';

/** Carries out one command, then everything that does not wait for the clock. */
export function carryOut(world: World, command: Command): void {
  world.note(`* ${JSON.stringify(command)}`);
  begin(world, command);
  world.settle();
}

function begin(world: World, command: Command): void {
  switch (command.do) {
    case 'create':
    case 'update':
    case 'delete':
    case 'undo':
    case 'answer':
    case 'dismiss':
    case 'absence':
    case 'sync':
    case 'photo':
    case 'look':
    case 'rot':
    case 'photos':
    case 'network':
    case 'send':
      return sit(world, command);
    case 'forget':
      return forgetPhotos(world, command);
    case 'shelf':
      return handleShelf(world, command);
    case 'pass':
      return world.pass(command.ms);
    case 'sleep':
      return world.time.sleep(command.ms, () => {});
    case 'online':
      return world.deviceOf(command.device).setOnline(command.online);
    case 'page':
      return turnPage(world.tabAt(command.at), command.to);
    case 'open': {
      const device = world.deviceOf(command.device);
      if (world.liveTabs(device).length < 3) world.openTab(device);
      return;
    }
    case 'close': {
      const tab = world.tabAt(command.at);
      if (tab) world.kill(tab);
      return;
    }
    case 'disk':
      world.tabAt(command.at)?.planFault(command.fault, command.n);
      return;
    case 'fault':
      return world.network.plan(command.on, command.fault, command.times);
    case 'server':
      world.network.down = command.down;
      return;
    case 'tokens':
      return world.server.signIn[command.what]();
    case 'signOut': {
      const tab = world.tabAt(command.at);
      tab?.act(() => tab.services.session.signOut());
      return;
    }
    case 'signIn':
      return signIn(world.tabAt(command.at), command.user);
    case 'others':
      return meddle(world, command);
    case 'blind':
      return world.server.goBlind(command.ms);
    case 'epoch':
      return world.server.restart();
    case 'limit':
      return world.server.limit.set(command.perMinute);
    case 'power':
      return world.cutPower(world.deviceOf(command.device), command.kept ?? 0);
    case 'lag':
      world.deviceOf(command.device).newsLag = command.ms;
      return;
    case 'clock':
      world.clockWasPutBack = true;
      world.deviceOf(command.device).clockError -= command.backMs;
      return;
    default:
      return command satisfies never;
  }
}

type Desks = Extract<
  Command,
  {
    readonly do:
      | 'create'
      | 'update'
      | 'delete'
      | 'undo'
      | 'answer'
      | 'dismiss'
      | 'absence'
      | 'sync'
      | 'photo'
      | 'look'
      | 'rot'
      | 'photos'
      | 'network'
      | 'send';
  }
>;

function sit(world: World, command: Desks): void {
  const desk = deskAt(world, world.tabAt(command.at));
  if (!desk || desk.tab.frozen || desk.tab.stalled) return;
  switch (command.do) {
    case 'create':
      return create(world, desk, command);
    case 'update':
      return update(world, desk, command);
    case 'delete':
      return remove(world, desk, command);
    case 'undo':
      return undo(world, desk, command);
    case 'answer':
      return answer(world, desk, command);
    case 'dismiss':
      return dismiss(desk, command);
    case 'absence':
      return judgeAbsence(desk, command.how);
    case 'sync':
      return syncNow(desk);
    case 'photo':
      return takePhoto(world, desk, command);
    case 'look':
      return lookAtPhoto(desk, command);
    case 'rot':
      return rotPhoto(desk, command);
    case 'photos':
      return openPhotos(desk, command);
    case 'network':
      return pickNetwork(desk, command.choice);
    case 'send':
      return pressSend(desk);
    default:
      return command satisfies never;
  }
}

export function signIn(tab: Tab | null, user: string): void {
  tab?.act(() => void tab.services.session.signIn(user, user).catch(() => {}));
}

function turnPage(tab: Tab | null, to: PageChange): void {
  if (!tab) return;
  switch (to) {
    case 'hide':
    case 'show':
      return tab.setVisible(to === 'show');
    case 'freeze':
    case 'thaw':
      if (tab.frozen !== (to === 'freeze')) tab.setFrozen(to === 'freeze');
      return;
    case 'stall':
      return tab.stall();
    case 'resume':
      return tab.resume();
    default:
      return to satisfies never;
  }
}

function meddle(
  world: World,
  { what, kind, pick, field: which, value }: Extract<Command, { do: 'others' }>,
): void {
  turns.current = null;
  const company = world.server.companyOf(value % 2 === 0 ? 'ann' : 'bob');
  const rows = company.of(kind);
  const row = rows.at(pick % Math.max(1, rows.length));
  const customers = company.of('customers');
  const customer = customers[value % Math.max(1, customers.length)];
  if (what === 'create') {
    const body = othersRecord(kind, 1000 + value, customer ? company.idOf(customer.id) : null);
    if (!company.errorsIn(kind, body, null)) company.add(kind, body);
    return;
  }
  if (!row) return;
  if (what === 'delete') {
    if (company.referringTo(kind, row).length === 0) company.remove(kind, row);
    return;
  }
  const changes = Object.entries(CHANGES[kind]);
  const [field, make] = changes[which % changes.length] ?? [];
  if (field === undefined || make === undefined || make === 'customer') return;
  const isAdded = world.program.addsLines === true && TEXTS.includes(field);
  const now = row[field];
  const body = { [field]: isAdded ? withLine(typeof now === 'string' ? now : '', value) : make(value) };
  if (!company.errorsIn(kind, body, row)) company.change(kind, row, body);
}
