import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Companion, type CompanionOptions } from './companion.ts';
import { buildFor } from './elsewhere.ts';
import { FaultyProxy } from './faulty-proxy.ts';
import type { ApiAnswer, Server } from './server.ts';

interface Parts {
  readonly folder: string;
  readonly app: Companion;
  readonly api: Companion;
  readonly apiProxy: FaultyProxy;
}

/** The app on one origin, built for an API on another. Its methods act on both servers. */
export class TwoOrigins implements Server {
  readonly apiProxy: FaultyProxy;
  readonly #folder: string;
  readonly #app: Companion;
  readonly #api: Companion;

  private constructor({ folder, app, api, apiProxy }: Parts) {
    this.#folder = folder;
    this.#app = app;
    this.#api = api;
    this.apiProxy = apiProxy;
  }

  /** Starts the servers, and builds the app for the API's URL, which takes about ten seconds. */
  static async create({ template, env }: CompanionOptions): Promise<TwoOrigins> {
    const folder = await mkdtemp(join(tmpdir(), 'restoration-app-'));
    const app = await Companion.create({ env: { ...FILES_ONLY, STATIC_DIR: folder } });
    const api = await Companion.create({ template, env: { ...env, CORS_ORIGINS: app.url } });
    const apiProxy = await FaultyProxy.create(api.port);
    await buildFor(apiProxy.url, folder);
    return new TwoOrigins({ folder, app, api, apiProxy });
  }

  get url(): string {
    return this.#app.url;
  }

  get port(): number {
    return this.#app.port;
  }

  get output(): string {
    return this.#api.output;
  }

  api(path: string, request?: { method?: string; body?: unknown }): Promise<ApiAnswer> {
    return this.#api.api(path, request);
  }

  async start(): Promise<void> {
    await Promise.all([this.#app.start(), this.#api.start()]);
  }

  async kill(): Promise<void> {
    await Promise.all([this.#app.kill(), this.#api.kill()]);
  }

  keep(): Promise<void> {
    return this.#api.keep();
  }

  async reset(): Promise<void> {
    if (!this.#app.isRunning) await this.#app.start();
    await this.#api.reset();
    this.apiProxy.forget();
  }

  async remove(): Promise<void> {
    await this.apiProxy.close();
    await Promise.all([this.#app.remove(), this.#api.remove()]);
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** No user can sign in to this server, so an app that used its own origin as the API would fail. */
const FILES_ONLY = {
  SEED: 'none',
  JWT_SECRET: 'a secret that no token is ever signed with',
  CONNECT_ORIGINS: 'http://127.0.0.1:*',
};
