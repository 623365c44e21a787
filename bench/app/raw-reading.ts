import type { MeasuredPage } from './app-browser.ts';

/** A file of the app that runs nothing, in whose place the app's databases can be opened. */
const STILL = '/favicon.svg';

/** How long the browser takes to read every record of the app's own database, and nothing else; in ms. */
export async function readAllRaw(
  { page, cdp }: MeasuredPage,
  app: string,
  { cpu, records }: { readonly cpu: number; readonly records: number },
): Promise<number> {
  await cdp.send('Network.enable');
  // The worker would answer with the app.
  await cdp.send('Network.setBypassServiceWorker', { bypass: true });
  await page.goto(`${app}${STILL}`);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  const { ms, read } = await page.evaluate(async () => {
    const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const all = await indexedDB.databases();
    const name = all.find((one) => one.name?.startsWith('restoration-crm-account-'))?.name ?? '';
    const started = performance.now();
    const db = await answerOf(indexedDB.open(name));
    const stores = ['customers', 'projects', 'estimates', 'workOrders'];
    const reading = db.transaction(stores);
    const lists = await Promise.all(stores.map((store) => answerOf(reading.objectStore(store).getAll())));
    return { ms: performance.now() - started, read: lists.reduce((sum, rows) => sum + rows.length, 0) };
  });
  if (read !== records) throw new Error(`${read} records were read, not ${records}.`);
  return ms;
}
