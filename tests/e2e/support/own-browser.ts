import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type LaunchOptions } from '@playwright/test';

/** A test's own browser, whose profile survives it. */
export class OwnBrowser {
  readonly profile: string;
  private readonly options: LaunchOptions & { baseURL: string };
  private running: BrowserContext | undefined;

  private constructor(profile: string, options: LaunchOptions & { baseURL: string }) {
    this.profile = profile;
    this.options = options;
  }

  /** Creates a browser with an empty profile. Call `remove` at the end. */
  static async create(options: LaunchOptions & { baseURL: string }): Promise<OwnBrowser> {
    // Not the headless shell, which does not record the process that uses a profile.
    const whole = { ...options, executablePath: process.env['CHROMIUM_PATH'] ?? '' };
    return new OwnBrowser(await mkdtemp(join(tmpdir(), 'restoration-profile-')), whole);
  }

  async start(): Promise<BrowserContext> {
    this.running = await chromium.launchPersistentContext(this.profile, this.options);
    return this.running;
  }

  /** Waits until a key of localStorage is on the disk, because Chromium keeps it in memory for some seconds. */
  async keeps(key: string): Promise<void> {
    await expect.poll(() => this.isOnDisk(key)).toBe(true);
  }

  /** The store's log files contain the keys as plain text. */
  private async isOnDisk(key: string): Promise<boolean> {
    const folder = join(this.profile, 'Default', 'Local Storage', 'leveldb');
    const files = await readdir(folder).catch(() => []);
    const logs = files.filter((name) => name.endsWith('.log'));
    const texts = await Promise.all(logs.map((name) => readFile(join(folder, name), 'latin1')));
    return texts.some((text) => text.includes(key));
  }

  /** Closes the browser normally, so that everything is written to the disk. */
  async close(): Promise<void> {
    await this.running?.close();
    this.running = undefined;
  }

  /** Kills the browser and all its processes (kill -9). */
  async kill(): Promise<void> {
    const context = this.running;
    this.running = undefined;
    if (!context) return;
    const closed = context.waitForEvent('close');
    const [pid] = (await readlink(join(this.profile, 'SingletonLock'))).split('-').slice(-1);
    process.kill(-Number(pid), 'SIGKILL');
    await closed;
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.profile, { recursive: true, force: true });
  }
}
