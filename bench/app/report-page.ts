import { sha256Hex } from '../../src/domain/sha256.ts';
import { keepPhoto } from '../../src/records/photos.ts';
import { pageServices } from './page-services.ts';

// report-bench.ts runs this script in a signed-in app's page, beside the app's own engine.

declare global {
  /** Keeps photos of a work order, as large as the app makes them. Returns its server id. */
  var benchKeepJobPhotos: (count: number) => Promise<string>;
}

/** In pixels. */
const SIZE = { width: 2048, height: 1536 };
const QUALITY = 0.82;

globalThis.benchKeepJobPhotos = async (count) => {
  const services = await pageServices();
  const orders = await services.db.relaxed.workOrders.toArray();
  const order = orders.find(({ serverId }) => serverId !== undefined);
  if (!order) throw new Error('There are no work orders');
  for (let n = 0; n < count; n += 1) {
    const bytes = await jpegOf(n);
    const file = { bytes, sha256: sha256Hex(bytes), mediaType: 'image/jpeg' };
    const fields = { work_order: order.localId, room: `Room ${n % 6}`, caption: `Wall ${n}, wet to 12 in` };
    await keepPhoto(services, { file, thumb: null, fields });
  }
  services.db.close();
  return String(order.serverId);
};

/** Stripes and noise: about 400 kB, as of a photo of a room. */
async function jpegOf(n: number): Promise<ArrayBuffer> {
  const canvas = new OffscreenCanvas(SIZE.width, SIZE.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas');
  for (let at = 0; at < 6000; at += 1) {
    context.fillStyle = `hsl(${(n * 37 + at) % 360} 40% ${20 + ((at * 7) % 60)}%)`;
    context.fillRect((at * 97) % SIZE.width, (at * 61) % SIZE.height, 90, 40);
  }
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  return blob.arrayBuffer();
}
