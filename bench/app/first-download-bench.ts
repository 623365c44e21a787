import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import { mustBeBuilt } from '../frame/install.ts';
import type { Line, Measured } from '../frame/line.ts';
import { rounds } from '../frame/page.ts';
import { interleaved, medianOf } from '../frame/rounds.ts';
import { AppBrowser, DESKTOP, type Device, PHONE } from './app-browser.ts';
import type { BookSize } from './book.ts';
import { BuiltServer } from './built-server.ts';
import { type Download, downloadOnce } from './download-once.ts';
import { LeastServer } from './least-server.ts';
import { type LinkOptions, SLOW_LINK } from './link.ts';
import { rawFetch, rawMirror } from './raw-mirror.ts';

// P5 and P6, the first download of the real app from the real server, from its first request for a list to the last
// commit: `npm run bench -- first-download`.

const CUSTOMERS = 10_000;
const COMPANY: BookSize = { customers: 20_000, others: 20_000 };
/** The connection of a phone at the edge of a town. */
const WEAK_LINK: LinkOptions = { roundTripMs: 300, bitsPerSecond: 1_600_000 };
const WHOLE = '/whole';

export async function run(): Promise<Measured> {
  mustBeBuilt();
  const small = await onDesktop();
  const large = await onPhone();
  return { browser: small.browser, lines: [...small.lines, ...large.lines] };
}

function onDesktop(): Promise<Measured> {
  const size = { customers: CUSTOMERS, others: 0 };
  return withBoth({ size, device: DESKTOP, kinds: ['customers'] }, async (place) => {
    const { ours, least } = await compare(place, { link: SLOW_LINK, least: rawMirror });
    const against = { name: 'one response, raw put', values: least };
    const longest = medianOf(ours.map(({ longestTaskMs }) => longestTaskMs));
    console.log(`Longest task of a first download: ${longest.toFixed(0)} ms`);
    return [
      {
        goal: 'P5',
        name: `first ${CUSTOMERS} records over 400 ms, 5 Mbit/s`,
        unit: 'ms',
        ours: ours.map(({ completeMs }) => completeMs),
        against,
        atMost: 2.2,
      },
      {
        goal: 'P5',
        name: 'its first rows on the screen',
        unit: 'ms',
        ours: ours.map(({ firstRowMs }) => firstRowMs),
        against,
        atMost: 0.6,
      },
    ];
  });
}

function onPhone(): Promise<Measured> {
  const asked = { size: COMPANY, device: PHONE, kinds: RESOURCE_NAMES };
  return withBoth(asked, async (place) => {
    const { ours, least } = await compare(place, { link: WEAK_LINK, least: rawFetch, warmsUp: false });
    return [
      {
        goal: 'P6',
        name: `first ${COMPANY.customers + 3 * COMPANY.others} records, phone, over 300 ms, 1.6 Mbit/s`,
        unit: 'ms',
        ours: ours.map(({ completeMs }) => completeMs),
        against: { name: 'the line alone', values: least },
        atMost: 4,
      },
    ];
  });
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
  readonly device: Device;
  readonly kinds: readonly ResourceName[];
}

/** Runs `work` with the real server and with one that has all rows ready in one answer. */
async function withBoth(
  { size, device, kinds }: Asked,
  work: (place: Place) => Promise<readonly Line[]>,
): Promise<Measured> {
  const server = await BuiltServer.open(size);
  const browser = await AppBrowser.start(device);
  const results: unknown[] = [];
  for (const kind of kinds) results.push(...(await server.rows(kind)));
  const whole = JSON.stringify({ results });
  const least = await LeastServer.open({ [WHOLE]: whole });
  try {
    const lines = await work({ browser, server, least, device, kinds });
    return { browser: browser.version, lines };
  } finally {
    await browser.close();
    least.close();
    await server.close();
  }
}

interface Comparison {
  readonly link: LinkOptions | null;
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
  { link, least: measure, warmsUp = true }: Comparison,
): Promise<Compared> {
  const ours: Download[] = [];
  const [app, bare] = [await browser.open(), await browser.open()];
  await bare.page.goto(least.blank);
  for (const page of [app, bare]) await page.slowDown(device.cpu);
  const [, leastMs = []] = await interleaved(
    rounds(),
    [
      async (round) => {
        const download = await downloadOnce(app, server, { link, kinds });
        if (round >= 0) ours.push(download);
        return download.completeMs;
      },
      async () => {
        // Otherwise the app would use the network and the processor during the next measurement.
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
