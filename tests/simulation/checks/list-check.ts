import { isDeepStrictEqual } from 'node:util';
import { RESOURCE_NAMES } from '../../../src/domain/resource-specs.ts';
import type { MirrorRecord } from '../../../src/outbox/mirror-record.ts';
import type { Tab } from '../machine/tab.ts';
import type { World } from '../world.ts';
import { accountStores } from './stores.ts';
import { Violation } from './violation.ts';

/** I14: at rest, the lists of every open tab equal its database. */
export function checkLists(world: World): void {
  for (const tab of world.tabs) if (tab.alive) checkTab(tab);
}

function checkTab(tab: Tab): void {
  const { records } = tab;
  const stores = accountStores(tab.device.factory).find(({ name }) => name === records?.db.name);
  if (!records || !stores) return;
  for (const resource of RESOURCE_NAMES) {
    const { records: listed, texts, complete } = records.collections[resource].getSnapshot();
    const there = [...stores.mirror(resource).values()].filter(({ view }) => view !== null);
    const held = new Map(there.map((record) => [record.localId, record]));
    const wrong = (what: string): never => {
      throw new Violation('I14', `${tab.name} lists ${resource} wrongly: ${what}`);
    };
    if (!complete) wrong('the list is not complete');
    if (texts.length !== listed.length) wrong(`${texts.length} search texts for ${listed.length} records`);
    for (const record of listed) {
      const stored = held.get(record.localId);
      if (!stored) wrong(`${record.localId}, which is not in the database, or is in the list twice`);
      else if (!isDeepStrictEqual(told(record), told(stored)))
        wrong(`${JSON.stringify(told(record))}, but the database has ${JSON.stringify(told(stored))}`);
      held.delete(record.localId);
    }
    for (const localId of held.keys()) wrong(`${localId} is missing`);
  }
}

/** Returns what a screen shows of a record. */
function told({ localId, serverId, view, mark }: MirrorRecord): object {
  return { localId, serverId, view, mark };
}
