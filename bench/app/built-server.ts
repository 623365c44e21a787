import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { DEMO_SIGN_IN } from '../../server/seed/seed-demo.ts';
import { collectionName, type ResourceName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES, resourceSpecs } from '../../src/domain/resource-specs.ts';
import { makeRecords } from '../server/fill.ts';
import { Client } from '../server/load.ts';
import { type Program, signIn, startServer } from '../server/programs.ts';
import { type BookSize, bookOf, type WireRow } from './book.ts';
import type { LinkOptions } from './link.ts';
import { LinkedPort } from './linked-port.ts';

/** Records in one `batch` request. */
const IN_A_BATCH = 200;
const CACHE = 'node_modules/.cache/restoration-bench';
/** The files that determine a company's records. */
const MADE_BY = [
  'build/server/main.js',
  'bench/app/book.ts',
  'bench/app/built-server.ts',
  'bench/server/fill.ts',
] as const;
/** Prefix of folders that an interrupted run leaves behind. */
const UNFINISHED = 'making-';
/** The server's largest page. */
const PAGE = 1000;

/** The built server with the app and a company's records, behind a port that can simulate a slow link. */
export class BuiltServer {
  /** The app's address. */
  readonly app: string;
  /** Signed in as the demo user. Its requests bypass the link. */
  readonly client: Client;
  readonly #program: Program;
  readonly #port: LinkedPort;
  readonly #folder: string;

  private constructor(made: {
    readonly app: string;
    readonly client: Client;
    readonly program: Program;
    readonly port: LinkedPort;
    readonly folder: string;
  }) {
    this.app = made.app;
    this.client = made.client;
    this.#program = made.program;
    this.#port = made.port;
    this.#folder = made.folder;
  }

  /** Adds `size` records to the demo data. */
  static async open(size: BookSize): Promise<BuiltServer> {
    const folder = await mkdtemp(join(tmpdir(), 'crm-bench-'));
    await cp(await filledFolder(size), folder, { recursive: true });
    const program = await startServer({ DATA_DIR: folder });
    const port = portTo(program.url);
    try {
      const client = await clientOf(program);
      return new BuiltServer({ app: await port.listen(), client, program, port, folder });
    } catch (error) {
      await program.stop();
      throw error;
    }
  }

  get user(): typeof DEMO_SIGN_IN {
    return DEMO_SIGN_IN;
  }

  /** Routes everything but `client` through this link from now on; null removes it. Cuts open connections. */
  setLink(link: LinkOptions | null): void {
    this.#port.setLink(link);
  }

  async rows(name: ResourceName): Promise<readonly unknown[]> {
    const rows: unknown[] = [];
    for (let page = 1, more = true; more; page += 1) {
      const path = `${resourceSpecs[name].path}?page_size=${PAGE}&page=${page}`;
      const { results, next } = list.parse(JSON.parse(await this.client.must({ method: 'GET', path })));
      rows.push(...results);
      more = next !== null;
    }
    return rows;
  }

  async close(): Promise<void> {
    this.client.close();
    this.#port.close();
    await this.#program.stop();
    await rm(this.#folder, { recursive: true });
  }
}

async function clientOf({ url }: Program): Promise<Client> {
  return new Client(url, { authorization: `Bearer ${await signIn(url)}` });
}

/**
 * Returns a folder with a company's data. It is made once per build of the server, because a large company takes
 * minutes.
 */
async function filledFolder(size: BookSize): Promise<string> {
  const hash = createHash('sha256');
  for (const file of MADE_BY) hash.update(await readFile(file));
  const name = `company-${size.customers}-${size.others}`;
  const folder = join(CACHE, `${name}-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  const former = [`${name}-`, UNFINISHED];
  const useless = (await readdir(CACHE)).filter((one) => former.some((start) => one.startsWith(start)));
  for (const one of useless) await rm(join(CACHE, one), { recursive: true });
  const made = await mkdtemp(join(CACHE, UNFINISHED));
  // On a slow machine, filling takes longer than an access token usually lives.
  const program = await startServer({ DATA_DIR: made, ACCESS_TOKEN_MINUTES: '240' });
  try {
    const client = await clientOf(program);
    await fill(client, size);
    client.close();
  } finally {
    await program.stop();
  }
  await rename(made, folder);
  return folder;
}

const NO_ROW: WireRow = { id: 0, created_at: '', updated_at: '' };

const list = z.object({ results: z.array(z.unknown()), next: z.string().nullable() });

async function fill(client: Client, size: BookSize): Promise<void> {
  const book = bookOf(size);
  let customers: readonly number[] = [];
  for (const resource of RESOURCE_NAMES) {
    const count = resource === 'customers' ? size.customers : size.others;
    const bodyOf = (n: number): Readonly<Record<string, unknown>> => {
      const { id: _, created_at: __, updated_at: ___, ...fields } = book[resource][n] ?? NO_ROW;
      const { customer, estimate_number: number } = fields;
      return {
        ...fields,
        ...(typeof customer === 'number' && { customer: customers[customer - 1] }),
        // The demo data already uses the numbers without a prefix.
        ...(typeof number === 'string' && { estimate_number: `BENCH-${number}` }),
      };
    };
    const ids = await makeRecords(client, {
      resource: collectionName(resourceSpecs[resource]),
      count,
      inABatch: IN_A_BATCH,
      bodyOf,
    });
    if (resource === 'customers') customers = ids;
  }
}

function portTo(url: string): LinkedPort {
  const { hostname, port } = new URL(url);
  return new LinkedPort((near) => {
    const far = connect(Number(port), hostname);
    far.setNoDelay(true);
    near.pipe(far).pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
}
