import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { customerBodies } from './customer-bodies.ts';
import { fill } from './fill.ts';
import { Client } from './load.ts';
import { signIn, startServer } from './programs.ts';

// What each level of compression makes of one page of 1,000 customers, and takes for it, for docs/operating.md:
// `npm run build && npm run bench -- levels`.

const PAGE = 1000;
const TIMES = 20;
const LINK_BYTES_PER_MS = 5_000_000 / 8 / 1000;
const pack = { gzip: promisify(gzip), brotli: promisify(brotliCompress) };

export async function run(): Promise<void> {
  if (!existsSync('build/server/main.js')) throw new Error('Run `npm run build` first');
  const folder = await mkdtemp(join(tmpdir(), 'crm-bench-'));
  const server = await startServer({ DATA_DIR: folder });
  const client = new Client(server.url, { authorization: `Bearer ${await signIn(server.url)}` });
  try {
    await fill(client, PAGE, customerBodies(PAGE));
    const path = `/api/v1/customers/customers/?page_size=${PAGE}`;
    const page = Buffer.from(await client.must({ method: 'GET', path }));
    console.log(`A page of ${PAGE} customers: ${page.length} bytes, ${onLink(page.length)} ms at 5 Mbit/s\n`);
    for (const level of [1, 3, 5, 6, 9])
      await measure(`gzip ${level}`, page, () => pack.gzip(page, { level }));
    for (const quality of [1, 3, 4, 5, 6, 9, 11]) {
      for (const window of [18, 22]) {
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: quality,
          [constants.BROTLI_PARAM_LGWIN]: window,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        };
        const name = `brotli ${quality}, window of 2^${window}`;
        await measure(name, page, () => pack.brotli(page, { params }));
      }
    }
  } finally {
    client.close();
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

async function measure(name: string, page: Buffer, packed: () => Promise<Buffer>): Promise<void> {
  const times: number[] = [];
  let bytes = 0;
  for (let n = 0; n < TIMES; n += 1) {
    const begun = performance.now();
    bytes = (await packed()).length;
    times.push(performance.now() - begun);
  }
  const ms = times.toSorted((a, b) => a - b)[TIMES / 2] ?? Number.NaN;
  const cells = [
    name.padEnd(26),
    `${bytes} bytes`.padStart(14),
    `${((bytes * 100) / page.length).toFixed(1)} %`.padStart(8),
    `${ms.toFixed(1)} ms`.padStart(10),
    `${onLink(bytes)} ms at 5 Mbit/s`.padStart(22),
  ];
  console.log(cells.join(''));
}

function onLink(bytes: number): string {
  return (bytes / LINK_BYTES_PER_MS).toFixed(0);
}
