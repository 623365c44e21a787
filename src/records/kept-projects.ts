import { KEPT_PROJECTS } from '../db/photo-lists.ts';
import type { OfflineSetting } from '../db/tables.ts';
import { namesProject } from '../domain/day/job.ts';
import { readText } from '../domain/field.ts';
import { keepAddedOrders } from './keep-offline.ts';
import type { RecordServices } from './record-services.ts';

// A lazy chunk: few people keep a project offline.

/** Keeps each work order that is added to a project that a person keeps offline. Returns how to stop. */
export function followKeptProjects(services: RecordServices): () => void {
  const { collections, db, log } = services;
  let isBusy = false;
  let isStale = false;
  let isOver = false;

  async function look(): Promise<void> {
    isStale = isBusy;
    if (isBusy || isOver) return;
    isBusy = true;
    try {
      await keepAll(services);
    } catch (error) {
      // The next change of a work order tries again, and so does the next start.
      log.error('added work orders could not be kept offline', error);
    }
    isBusy = false;
    if (isStale) await look();
  }

  const stops = [
    ...(['projects', 'workOrders'] as const).map((name) => collections[name].subscribe(() => void look())),
    db.changes.onWritten([{ table: 'settings' }], () => void look()),
  ];
  void look();
  return () => {
    isOver = true;
    for (const stop of stops) stop();
  };
}

async function keepAll(services: RecordServices): Promise<void> {
  const { settings } = services.db.relaxed;
  const rows = await settings.where('key').startsWith(KEPT_PROJECTS).toArray();
  for (const { key, orders: known = [] } of rows as readonly OfflineSetting[]) {
    const project = key.slice(KEPT_PROJECTS.length);
    const added = ordersOf(services, project).filter(({ localId }) => !known.includes(localId));
    // Most changes add none, and need no write.
    if (added.length > 0) await keepAddedOrders(services, project, added);
  }
}

/** Returns the work orders of the project's customer that name it, if the server has them. */
function ordersOf({ collections }: RecordServices, project: string) {
  const view = collections.projects.find(project)?.view;
  const customerId = readText(view?.['customer']);
  const customer = collections.customers.find(customerId);
  // One customer has two ids on the device that created it.
  const ids = [customerId, customer?.localId, customer?.serverId].map(String);
  const title = readText(view?.['title']);
  return collections.workOrders
    .getSnapshot()
    .records.filter(
      (order) =>
        order.serverId !== undefined &&
        ids.includes(String(order.view['customer'])) &&
        namesProject(readText(order.view['notes']), title),
    )
    .map(({ localId, serverId }) => ({ localId, serverId }));
}
