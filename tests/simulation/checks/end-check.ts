import type { ResourceName } from '../../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../../src/domain/resource-specs.ts';
import { databasesOn } from '../machine/tab-databases.ts';
import type { World } from '../world.ts';
import { checkHistory } from './history-check.ts';
import { checkLists } from './list-check.ts';
import { readRow } from './meaning.ts';
import { accountStores, type Stores } from './stores.ts';
import { Violation } from './violation.ts';

/** I3, I12, I14 and I16, when everything has come to rest. */
export function checkEnd(world: World): void {
  world.checkStores();
  checkDuplicates(world);
  checkLists(world);
  for (const device of world.devices) {
    for (const stores of accountStores(device.factory)) {
      checkHistory(stores);
      if (world.rested.has(stores.name)) checkMirror(world, stores);
    }
  }
}

/** I3: a create makes one row at most, unless the network carried it out behind everybody's back. */
function checkDuplicates(world: World): void {
  for (const user of ['ann', 'bob'] as const) {
    const { histories } = world.server.companyOf(user);
    for (const [key, times] of world.begun) {
      const [kind = '', mark = ''] = key.split(' ');
      if (world.sentAgain.has(mark)) continue;
      // Nobody is asked about a duplicate of what they have deleted: it is listed as any other record.
      // Nor of the row of a request that the network repeated, once what was refused has been corrected.
      const told =
        world.raised.has(mark) ||
        world.discarded.has(mark) ||
        world.corrected.has(mark) ||
        isUnwatched(world, mark) ||
        world.isLong();
      const wasUnseen = world.excused.has(mark) || (world.late.has(mark) && world.server.wasBlind);
      if (wasUnseen && told) continue;
      const rows = histories.madeBy(mark).filter(({ resource }) => resource === kind);
      // On the plain contract a row is known by its values alone.
      if (rows.some(({ meddled }) => meddled) && !world.server.features.extensions.includes('client-uid'))
        continue;
      if (rows.length > times) {
        throw new Violation(
          'I3',
          `${key} was saved ${times} time(s), and the server made ${rows.length} rows of it`,
        );
      }
    }
  }
}

/** Whether a log-out has taken along the database that the create was begun in, and its watch for duplicates. */
function isUnwatched(world: World, mark: string): boolean {
  const database = world.begunIn.get(mark);
  return !world.devices.some(({ factory }) =>
    [...databasesOn(factory).values()].some((one) => one === database),
  );
}

/** I12: at rest the mirror is what the server holds. */
function checkMirror(world: World, stores: Stores): void {
  const company = world.companyOf(stores.name);
  if (!company) return;
  for (const resource of RESOURCE_NAMES) {
    const mirror = [...stores.mirror(resource).values()];
    const there = new Map(company.of(resource).map((row) => [String(company.idOf(row.id)), row]));
    for (const { serverId, server, localId } of mirror) {
      const row = there.get(String(serverId));
      if (!row) throw new Violation('I12', `${resource}/${localId} is still here, and not on the server`);
      const meant = readRow(resource, company.shown(resource, row));
      const differs = Object.keys(meant).filter((field) => meant[field] !== server?.[field]);
      if (differs.length > 0) {
        const [field = ''] = differs;
        throw new Violation(
          'I12',
          `${resource}/${localId} has ${field} = ${String(server?.[field])}, the server ${String(meant[field])}`,
        );
      }
      there.delete(String(serverId));
    }
    const [missing] = [...there.keys()].filter((id) => !isWronglyGone(world, stores, resource, id));
    if (missing !== undefined) throw new Violation('I12', `${resource} ${missing} of the server is not here`);
  }
}

/**
 * A deletion is done where the API itself says that its record is not there. Where that was untrue, and the deletion never
 * arrived, only a whole pull brings the row back, and a feed takes the place of pulls.
 */
function isWronglyGone(world: World, stores: Stores, resource: ResourceName, id: string): boolean {
  if (!world.server.features.extensions.includes('changes')) return false;
  const history = world.companyOf(stores.name)?.histories.of(resource, id);
  return history?.saidGone === true && world.expectationsIn(stores.name).wasDeleted(resource, id);
}
