import { readFile } from 'node:fs/promises';
import { findPostgres } from '../../../scripts/find-postgres.mjs';
import { ownDatabase, type PostgresServer, startPostgres } from '../../support/server/postgres.ts';
import { runSql } from '../../support/server/run-sql.ts';
import { Balancer } from './balancer.ts';
import { Companion } from './companion.ts';
import type { ApiAnswer, Server } from './server.ts';

/** Returns why there cannot be two servers on this machine, or undefined if there can. */
export function whyNotTwoServers(): string | undefined {
  return findPostgres() === undefined ? 'PostgreSQL is not installed' : undefined;
}

/** Two companions with all extensions on one PostgreSQL, behind a balancer. Its methods act on both. */
export class TwoServers implements Server {
  readonly first: Companion;
  readonly second: Companion;
  readonly #balancer: Balancer;
  readonly #postgres: PostgresServer;
  #started: Promise<unknown> = Promise.resolve();

  private constructor(
    servers: readonly [Companion, Companion],
    balancer: Balancer,
    postgres: PostgresServer,
  ) {
    [this.first, this.second] = servers;
    this.#balancer = balancer;
    this.#postgres = postgres;
  }

  /** Starts the servers with the demo data. Call `remove` at the end. */
  static async create(settings: Readonly<Record<string, string>> = {}): Promise<TwoServers> {
    const programs = findPostgres();
    if (programs === undefined) throw new Error(whyNotTwoServers());
    const postgres = await startPostgres(programs);
    const env = {
      EXTENSIONS: 'all',
      SEED: 'demo',
      ...settings,
      DATABASE_URL: await ownDatabase(postgres),
      JWT_SECRET: 'a secret that both servers share, long enough',
    };
    const servers = [await Companion.create({ env }), await Companion.create({ env })] as const;
    const balancer = await Balancer.create(servers.map(({ port }) => port));
    return new TwoServers(servers, balancer, postgres);
  }

  get url(): string {
    return this.#balancer.url;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  get output(): string {
    return this.first.output + this.second.output;
  }

  /** Asks the second server, because tests kill only the first. */
  api(path: string, request?: { method?: string; body?: unknown }): Promise<ApiAnswer> {
    return this.second.api(path, request);
  }

  async start(): Promise<void> {
    this.#started = Promise.all([this.first.start(), this.second.start()]);
    await this.#started;
  }

  async kill(): Promise<void> {
    await Promise.all([this.first.kill(), this.second.kill()]);
  }

  async keep(): Promise<void> {
    await this.#asSuperuser('keep-rows.sql');
  }

  /** Resets both servers. After that, the first server is killed when the next change comes in. */
  async reset(): Promise<void> {
    // Work that they have not finished would block emptying a table.
    await this.kill();
    await this.#asSuperuser('reset-rows.sql');
    this.first.output = '';
    this.second.output = '';
    await this.start();
    this.#balancer.beforeNextChange(async () => {
      await this.#started;
      await this.first.kill();
    });
  }

  async remove(): Promise<void> {
    await this.#balancer.close();
    await Promise.all([this.first.remove(), this.second.remove()]);
    await this.#postgres.stop();
  }

  async #asSuperuser(script: string): Promise<void> {
    await runSql(`${this.#postgres.url}/crm`, await readFile(new URL(script, import.meta.url), 'utf8'));
  }
}
