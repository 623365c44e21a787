import { AppBrowser, type Device, type MeasuredPage } from './app-browser.ts';
import { BookProcess } from './book-process.ts';
import { type Hands, handsOn } from './hands.ts';
import { DURING_DOWNLOAD, JOURNEYS, type Journey } from './journeys.ts';
import type { LinkOptions } from './link.ts';
import { download, openScreen, openSignIn, signInAs } from './screens.ts';

export interface Circumstance {
  readonly name: string;
  /** The factor by which the processor is slowed down. */
  readonly cpu: number;
  readonly link: LinkOptions | null;
}

const AS_IT_IS: Circumstance = { name: 'as it is', cpu: 1, link: null };

export type Visit = (hands: Hands, journey: Journey) => Promise<void>;

export interface Place {
  readonly device: Device;
  readonly app: MeasuredPage;
  readonly book: BookProcess;
}

interface Furnishing {
  readonly device: Device;
  /** Records of each kind. */
  readonly ofEach: number;
  /** The built app's folder, if not the shipped one. */
  readonly folder?: string;
}

/** Runs `work` with the app downloaded and open. Returns the browser's name. */
export async function withDevice(
  { device, ofEach, folder }: Furnishing,
  work: (place: Place) => Promise<void>,
): Promise<string> {
  const book = await BookProcess.open({ customers: ofEach, others: ofEach }, folder);
  const browser = await AppBrowser.start(device);
  try {
    const app = await browser.open();
    await download(app, book, 'worker');
    await openScreen(app, book, '/customers');
    await work({ device, app, book });
    return browser.version;
  } finally {
    await browser.close();
    await book.close();
  }
}

/**
 * Runs `visit` for every journey. Journeys during a first download come last. `npm run bench -- phone job` runs only
 * journeys with that word in their names.
 */
export async function goThrough(place: Place, circumstance: Circumstance, visit: Visit): Promise<void> {
  const { device, app, book } = place;
  await app.page.goto(`${book.app}/customers`);
  await set(place, circumstance);
  await app.proveProbe();
  for (const journey of JOURNEYS.filter(isWanted)) await visit(handsOn(app, device), journey);
  await set(place, AS_IT_IS);
  const downloads = DURING_DOWNLOAD.filter(isWanted);
  if (downloads.length === 0) return;
  // In a new browser, because the download is interrupted.
  const newcomer = await AppBrowser.start(device);
  try {
    const fresh = await newcomer.open();
    await openSignIn(fresh, book);
    await set({ app: fresh, book }, circumstance);
    await fresh.proveProbe();
    await signInAs(fresh, { username: 'newcomer' });
    for (const journey of downloads) await visit(handsOn(fresh, device), journey);
  } finally {
    await newcomer.close();
    await set(place, AS_IT_IS);
  }
}

function isWanted({ name }: Journey): boolean {
  const [wanted = ''] = process.argv.slice(3).filter((word) => word !== 'who');
  return name.includes(wanted);
}

async function set({ app, book }: Omit<Place, 'device'>, { cpu, link }: Circumstance): Promise<void> {
  await book.setLink(link);
  await app.slowDown(cpu);
}
