import { mustBeBuilt } from '../frame/install.ts';
import type { Line } from '../frame/line.ts';
import { interleaved } from '../frame/rounds.ts';
import { roundsOr } from '../frame/rounds-asked.ts';
import { AppBrowser } from './app-browser.ts';
import { BuiltServer } from './built-server.ts';
import { type Download, downloadOnce } from './download-once.ts';
import { SLOW_LINK } from './link.ts';

// The first download of the real app from the real server over a slow link, compressed and as it is:
// `npm run build && npm run bench -- real-download`.

const CUSTOMERS = 10_000;
const ROUNDS = roundsOr(3);
const ENCODINGS = { packed: 'gzip, deflate, br', plain: 'identity' } as const;

export async function run(): Promise<{ browser: string; lines: readonly Line[] }> {
  mustBeBuilt();
  const server = await BuiltServer.open({ customers: CUSTOMERS, others: 0 });
  const browser = await AppBrowser.start();
  try {
    const app = await browser.open();
    const figures: Record<keyof typeof ENCODINGS, Download[]> = { packed: [], plain: [] };
    const contestant =
      (which: keyof typeof ENCODINGS) =>
      async (round: number): Promise<number> => {
        const acceptEncoding = ENCODINGS[which];
        const asked = { link: SLOW_LINK, kinds: ['customers'], acceptEncoding } as const;
        const download = await downloadOnce(app, server, asked);
        if (round >= 0) figures[which].push(download);
        return download.completeMs;
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
    const lines = [line('ms', ({ completeMs }) => completeMs), line('KiB', ({ bytes }) => bytes / 1024)];
    return { browser: browser.version, lines };
  } finally {
    await browser.close();
    await server.close();
  }
}
