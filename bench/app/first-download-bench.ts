import { gzipSync } from 'node:zlib';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import { mustBeBuilt } from '../frame/install.ts';
import type { Line } from '../frame/line.ts';
import { interleaved, medianOf } from '../frame/rounds.ts';
import { roundsOr } from '../frame/rounds-asked.ts';
import { AppBrowser, DESKTOP, type Device, PHONE } from './app-browser.ts';
import type { BookSize } from './book.ts';
import { BuiltServer } from './built-server.ts';
import { type Download, downloadOnce } from './download-once.ts';
import { LeastServer } from './least-server.ts';
import { type LinkOptions, SLOW_LINK } from './link.ts';
import { rawFetch, rawMirror } from './raw-mirror.ts';

// The first download of the real app from the real server, from its first request for a list to the last commit.

const CUSTOMERS = 10_000;
const COMPANY: BookSize = { customers: 20_000, others: 20_000 };
/** What a phone has at the edge of a town. */
const WEAK_LINK: LinkOptions = { roundTripMs: 300, bitsPerSecond: 1_600_000 };
const WHOLE = '/whole';
const RAW = 'one response, raw put';

export async function run(): Promise<{ browser: string; lines: readonly Line[] }> {
  mustBeBuilt();
  const small = await onDesktop();
  return { browser: small.browser, lines: [...small.lines, ...(await onPhone())] };
}

async function onDesktop(): Promise<{ browser: string; lines: readonly Line[] }> {
  const size = { customers: CUSTOMERS, others: 0 };
  return withBoth({ size, device: DESKTOP, kinds: ['customers'] }, async (place) => {
    const near = await compare(place, { link: null, rounds: roundsOr(9), least: rawMirror });
    const far = await compare(place, { link: SLOW_LINK, rounds: roundsOr(3), least: rawMirror });
    const of = ({ ours }: Compared, pick: keyof Download): number[] => ours.map((one) => one[pick]);
    console.log(
      `Loopback, from the end of the sign-in to the first request for a list: ${medianOf(of(near, 'beforeMs')).toFixed(0)} ms;` +
        ` from there to the first row: ${medianOf(of(near, 'firstRowMs')).toFixed(0)} ms`,
    );
    return [
      {
        budget: 'B1',
        name: `first download of ${CUSTOMERS} customers, loopback`,
        unit: 'ms',
        ours: of(near, 'completeMs'),
        limit: { name: RAW, values: near.least },
        bounds: 'limit',
        atMost: 1.6,
      },
      {
        budget: 'B1',
        name: 'longest task meanwhile',
        unit: 'ms',
        ours: of(near, 'longestTaskMs'),
        bounds: 'itself',
        isWorst: true,
        atMost: 50,
      },
      {
        budget: 'B2',
        name: 'the same over 400 ms, 5 Mbit/s',
        unit: 'ms',
        ours: of(far, 'completeMs'),
        limit: { name: RAW, values: far.least },
        bounds: 'limit',
        atMost: 1.5,
      },
      {
        budget: 'B2',
        name: 'its first rows on the screen',
        unit: 'ms',
        ours: of(far, 'firstRowMs'),
        limit: { name: RAW, values: far.least },
        bounds: 'limit',
        atMost: 0.6,
      },
    ];
  });
}

async function onPhone(): Promise<readonly Line[]> {
  const asked = { size: COMPANY, device: PHONE, kinds: RESOURCE_NAMES };
  const { lines } = await withBoth(asked, async (place) => {
    const how = { link: WEAK_LINK, rounds: roundsOr(3), least: rawFetch, warmsUp: false };
    const { ours, least } = await compare(place, how);
    const kib = gzipSync(place.whole).length / 1024;
    return [
      {
        budget: 'C1',
        name: `bytes of a first download of ${COMPANY.customers} customers and ${3 * COMPANY.others} others`,
        unit: 'KiB',
        ours: ours.map(({ bytes }) => bytes / 1024),
        limit: { name: 'the same rows, gzip, one piece', values: ours.map(() => kib) },
        bounds: 'limit',
        atMost: 1.15,
      },
      {
        budget: 'C2',
        name: 'the same over 300 ms, 1.6 Mbit/s, phone',
        unit: 'ms',
        ours: ours.map(({ completeMs }) => completeMs),
        limit: { name: 'the line alone', values: least },
        bounds: 'limit',
        atMost: 1.4,
      },
      {
        budget: 'C2',
        name: 'its first rows on the screen',
        unit: 'ms',
        ours: ours.map(({ beforeMs, firstRowMs }) => beforeMs + firstRowMs),
        bounds: 'itself',
        atMost: 3000,
      },
    ];
  });
  return lines;
}

interface Asked {
  readonly size: BookSize;
  readonly device: Device;
  readonly kinds: readonly ResourceName[];
}

interface Place {
  readonly browser: AppBrowser;
  readonly server: BuiltServer;
  readonly least: LeastServer;
  /** All rows, as one answer. */
  readonly whole: string;
  readonly device: Device;
  readonly kinds: readonly ResourceName[];
}

/** With the server, and with one that has all of its rows ready in one answer. */
async function withBoth(
  { size, device, kinds }: Asked,
  work: (place: Place) => Promise<readonly Line[]>,
): Promise<{ browser: string; lines: readonly Line[] }> {
  const server = await BuiltServer.open(size);
  const browser = await AppBrowser.start(device);
  const results: unknown[] = [];
  for (const kind of kinds) results.push(...(await server.rows(kind)));
  const whole = JSON.stringify({ results });
  const least = await LeastServer.open({ [WHOLE]: whole });
  try {
    const lines = await work({ browser, server, least, whole, device, kinds });
    return { browser: browser.version, lines };
  } finally {
    await browser.close();
    least.close();
    await server.close();
  }
}

interface Comparison {
  readonly link: LinkOptions | null;
  readonly rounds: number;
  readonly least: typeof rawMirror;
  readonly warmsUp?: boolean;
}

interface Compared {
  readonly ours: readonly Download[];
  /** In ms. */
  readonly least: readonly number[];
}

async function compare(
  { browser, server, least, device, kinds }: Place,
  { link, rounds, least: measure, warmsUp = true }: Comparison,
): Promise<Compared> {
  const ours: Download[] = [];
  const [app, bare] = [await browser.open(), await browser.open()];
  await bare.page.goto(least.blank);
  for (const page of [app, bare]) await page.slowDown(device.cpu);
  const [, leastMs = []] = await interleaved(
    rounds,
    [
      async (round) => {
        const download = await downloadOnce(app, server, { link, kinds });
        if (round >= 0) ours.push(download);
        return download.completeMs;
      },
      async () => {
        // What the app does beside it takes the line and the machine.
        await app.page.goto('about:blank');
        await bare.page.bringToFront();
        least.setLink(link);
        return measure(bare.page, WHOLE);
      },
    ],
    { warmsUp },
  );
  server.setLink(null);
  await Promise.all([app.close(), bare.close()]);
  return { ours, least: leastMs };
}
