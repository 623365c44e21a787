import { sha256Hex } from '../../src/domain/sha256.ts';
import { updateRecord } from '../../src/records/commands.ts';
import { chooseNetwork, keepPhoto } from '../../src/records/photos.ts';
import { pageServices } from './page-services.ts';

// photos-bench.ts runs this script in a signed-in app's page, beside the app's own engine.

const POLL_MS = 4;

declare global {
  /** Keeps photos of so many bytes until this many wait. Returns how many it kept. */
  var benchKeepPhotos: (wanted: number, bytes: number) => Promise<number>;
  var benchSendPhotos: (send: boolean) => Promise<void>;
  /** Files that wait. */
  var benchWaitingPhotos: () => Promise<number>;
  /** Changes the status of the n-th work order. Returns how long the server's confirmation took, in ms. */
  var benchChangeStatus: (n: number) => Promise<number>;
}

globalThis.benchKeepPhotos = async (wanted, bytes) => {
  const services = await pageServices();
  const { relaxed } = services.db;
  const [order] = await relaxed.workOrders.limit(1).toArray();
  const waiting = await relaxed.files.where('state').equals('here').count();
  for (let n = waiting; n < wanted; n += 1) {
    const picture = pictureOf(bytes);
    const file = { bytes: picture, sha256: sha256Hex(picture), mediaType: 'image/jpeg' };
    await keepPhoto(services, { file, thumb: null, fields: { work_order: order?.localId ?? null } });
  }
  services.db.close();
  return Math.max(0, wanted - waiting);
};

globalThis.benchSendPhotos = async (send) => {
  const services = await pageServices();
  await chooseNetwork(services, send ? 'always' : 'press');
  services.db.close();
};

globalThis.benchWaitingPhotos = async () => {
  const services = await pageServices();
  const count = await services.db.relaxed.files.where('state').equals('here').count();
  services.db.close();
  return count;
};

globalThis.benchChangeStatus = async (n) => {
  const services = await pageServices();
  const { relaxed } = services.db;
  const orders = await relaxed.workOrders.toArray();
  const order = orders[n % orders.length];
  if (!order?.view) throw new Error('There are no work orders');
  const { localId, view: initial } = order;
  const draft = { ...initial, status: initial['status'] === 'assigned' ? 'in_progress' : 'assigned' };
  await updateRecord(services, 'workOrders', localId, { initial, draft, watch: false });
  const begun = performance.now();
  const isOpen = async (): Promise<boolean> =>
    (await relaxed.outbox.where('[resource+localId]').equals(['workOrders', localId]).count()) > 0;
  while (await isOpen()) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  const ms = performance.now() - begun;
  services.db.close();
  return ms;
};

/** A JPEG by its first bytes, and noise. */
function pictureOf(length: number): ArrayBuffer {
  const bytes = new Uint8Array(length);
  // The browser gives at most so many random bytes at once.
  for (let at = 0; at < length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  bytes.set([0xff, 0xd8, 0xff]);
  return bytes.buffer;
}
