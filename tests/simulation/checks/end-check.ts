import type { RecordKind } from '../../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../../src/domain/resource-specs.ts';
import { databasesOn } from '../machine/tab-databases.ts';
import type { World } from '../world.ts';
import { checkFilesAtEnd } from './files-check.ts';
import { checkHistory } from './history-check.ts';
import { checkLists } from './list-check.ts';
import { readRow } from './meaning.ts';
import { accountStores, type Stores } from './stores.ts';
import { Violation } from './violation.ts';

/** Checks I3, I12, I14 and I16 once everything is at rest. */
export function checkEnd(world: World): void {
  world.checkStores();
  checkDuplicates(world);
  checkFilesAtEnd(world);
  checkLists(world);
  for (const device of world.devices) {
    for (const stores of accountStores(device.factory)) {
      checkHistory(stores);
      if (world.rested.has(stores.name)) checkMirror(world, stores);
    }
  }
}

/** I3: a create makes at most one row, unless the network carried it out unseen. */
function checkDuplicates(world: World): void {
  for (const user of ['ann', 'bob'] as const) {
    const { histories } = world.server.companyOf(user);
    for (const [key, times] of world.begun) {
      const [kind = '', mark = ''] = key.split(' ');
      if (world.sentAgain.has(mark)) continue;
      // The app does not ask about a duplicate of a deleted record, which is listed like any other record. Nor does it
      // ask about the row of a repeated request once the refused create was corrected.
      const told =
        world.raised.has(mark) ||
        world.discarded.has(mark) ||
        world.corrected.has(mark) ||
        isUnwatched(world, mark) ||
        world.isLong();
      const wasUnseen = world.excused.has(mark) || (world.late.has(mark) && world.server.wasBlind);
      if (wasUnseen && told) continue;
      const rows = histories.madeBy(mark).filter(({ resource }) => resource === kind);
      // On the plain contract, only its values identify a create's row.
      if (rows.some(({ meddled }) => meddled) && !world.server.features.extensions.includes('client-uid'))
        continue;
      if (rows.length > times) {
        throw new Violation(
          'I3',
          `${key} was saved ${times} time(s), but the server made ${rows.length} rows`,
        );
      }
    }
  }
}

/** Returns true if a logout removed the database in which the create began, and with it its duplicate watch. */
function isUnwatched(world: World, mark: string): boolean {
  const database = world.begunIn.get(mark);
  return !world.devices.some(({ factory }) =>
    [...databasesOn(factory).values()].some((one) => one === database),
  );
}

/** I12: at rest, the mirror equals the server. */
function checkMirror(world: World, stores: Stores): void {
  const company = world.companyOf(stores.name);
  if (!company) return;
  for (const resource of RESOURCE_NAMES) {
    const mirror = [...stores.mirror(resource).values()];
    const there = new Map(company.of(resource).map((row) => [String(company.idOf(row.id)), row]));
    for (const { serverId, server, localId } of mirror) {
      const row = there.get(String(serverId));
      if (!row)
        throw new Violation('I12', `${resource}/${localId} is still on the device, but not on the server`);
      const meant = readRow(resource, company.shown(resource, row));
      const differs = Object.keys(meant).filter((field) => meant[field] !== server?.[field]);
      if (differs.length > 0) {
        const [field = ''] = differs;
        throw new Violation(
          'I12',
          `${resource}/${localId} has ${field} = ${String(server?.[field])}, but the server has ${String(meant[field])}`,
        );
      }
      there.delete(String(serverId));
    }
    const [missing] = [...there.keys()].filter((id) => !isWronglyGone(world, stores, resource, id));
    if (missing !== undefined)
      throw new Violation('I12', `${resource} ${missing} is on the server, but not on the device`);
  }
}

/**
 * Returns true if the API wrongly said that a record is gone, so that its deletion counted as done. Only a whole pull
 * would bring the row back, and a change feed replaces whole pulls.
 */
function isWronglyGone(world: World, stores: Stores, resource: RecordKind, id: string): boolean {
  if (!world.server.features.extensions.includes('changes')) return false;
  const history = world.companyOf(stores.name)?.histories.of(resource, id);
  return history?.saidGone === true && world.expectationsIn(stores.name).wasDeleted(resource, id);
}
