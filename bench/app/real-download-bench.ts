import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_SIGN_IN } from '../../server/seed/seed-demo.ts';
import type { Line } from '../frame/line.ts';
import { interleaved } from '../frame/rounds.ts';
import { roundsOr } from '../frame/rounds-asked.ts';
import { customerBodies } from '../server/customer-bodies.ts';
import { fill } from '../server/fill.ts';
import { Client } from '../server/load.ts';
import { signIn, startServer } from '../server/programs.ts';
import { AppBrowser, type MeasuredPage } from './app-browser.ts';
import { SLOW_LINK } from './link.ts';
import { LinkedPort } from './linked-port.ts';
import { openSignIn, signInAs } from './screens.ts';

// The first download of the real app from the real server over a slow link, compressed and as it is:
// `npm run build && npm run bench -- real-download`.

const CUSTOMERS = 10_000;
const ROUNDS = roundsOr(5);

interface Download {
  /** From the first request for a list to the last commit. */
  readonly ms: number;
  /** Of all pages of the list, with their heads. */
  readonly kib: number;
}

export async function run(): Promise<{ browser: string; lines: readonly Line[] }> {
  if (!existsSync('build/server/main.js')) throw new Error('Run `npm run build` first');
  const folder = await mkdtemp(join(tmpdir(), 'crm-bench-'));
  const server = await startServer({ DATA_DIR: folder });
  const port = portTo(server.url);
  const browser = await AppBrowser.start();
  try {
    const client = new Client(server.url, { authorization: `Bearer ${await signIn(server.url)}` });
    await fill(client, CUSTOMERS, customerBodies(CUSTOMERS));
    client.close();
    const app = await port.listen();
    const page = await browser.open();
    const figures: Record<'packed' | 'plain', Download[]> = { packed: [], plain: [] };
    const contestant =
      (which: keyof typeof figures) =>
      async (round: number): Promise<number> => {
        const download = await downloadOnce(page, { app, port, packed: which === 'packed' });
        if (round >= 0) figures[which].push(download);
        return download.ms;
      };
    await interleaved(ROUNDS, [contestant('packed'), contestant('plain')]);
    const line = (unit: 'ms' | 'KiB', of: (download: Download) => number): Line => ({
      budget: '-',
      name: `first download of ${CUSTOMERS} customers from the server, 400 ms, 5 Mbit/s`,
      unit,
      ours: figures.packed.map(of),
      limit: { name: 'without Accept-Encoding', values: figures.plain.map(of) },
      bounds: 'limit',
      atMost: 1,
    });
    return { browser: browser.version, lines: [line('ms', ({ ms }) => ms), line('KiB', ({ kib }) => kib)] };
  } finally {
    await browser.close();
    port.close();
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

/** A port through which the server is reached, over a link as long as there is one. */
function portTo(url: string): LinkedPort {
  return new LinkedPort((connection) => {
    const upstream = connect(Number(new URL(url).port), '127.0.0.1');
    upstream.setNoDelay(true);
    connection.pipe(upstream).pipe(connection);
    for (const [one, other] of [
      [connection, upstream],
      [upstream, connection],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
}

/** As somebody whom the device has never seen. */
async function downloadOnce(
  page: MeasuredPage,
  { app, port, packed }: { readonly app: string; readonly port: LinkedPort; readonly packed: boolean },
): Promise<Download> {
  await page.page.goto('about:blank');
  await page.cdp.send('Storage.clearDataForOrigin', { origin: app, storageTypes: 'indexeddb,local_storage' });
  port.setLink(null);
  await openSignIn(page, { app });
  await page.cdp.send('Network.enable');
  const headers: Record<string, string> = packed ? {} : { 'Accept-Encoding': 'identity' };
  await page.cdp.send('Network.setExtraHTTPHeaders', { headers });
  const counted = countLists(page);
  port.setLink(SLOW_LINK);
  await page.clearProbe();
  await signInAs(page, DEMO_SIGN_IN);
  const complete = await page.mark('stored:customers');
  const { marks } = await page.probe();
  return { ms: complete - (marks['list'] ?? Number.NaN), kib: counted() / 1024 };
}

/** Counts what the answers to requests for the list take on the wire, until it is asked. */
function countLists({ cdp }: MeasuredPage): () => number {
  const lists = new Set<string>();
  let bytes = 0;
  const sent = ({ requestId, request }: { requestId: string; request: { url: string } }): void => {
    if (request.url.includes('/customers/customers/?')) lists.add(requestId);
  };
  const finished = ({
    requestId,
    encodedDataLength,
  }: {
    requestId: string;
    encodedDataLength: number;
  }): void => {
    if (lists.has(requestId)) bytes += encodedDataLength;
  };
  cdp.on('Network.requestWillBeSent', sent);
  cdp.on('Network.loadingFinished', finished);
  return () => {
    cdp.off('Network.requestWillBeSent', sent);
    cdp.off('Network.loadingFinished', finished);
    return bytes;
  };
}
