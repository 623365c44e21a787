import { build } from 'vite';
import type { AppBrowser, MeasuredPage } from './app-browser.ts';
import type { Changes } from './changes-page.ts';

const REPLAY_LIMIT_MS = 300_000;

export function changesScript(): Promise<string> {
  return pageScript('bench/app/changes-page.ts');
}

/** Bundles a script for the app's pages with the app's own modules. */
export async function pageScript(input: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, rolldownOptions: { input } },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const chunk = outputs
    .flatMap((one) => ('output' in one ? one.output : []))
    .find(({ type }) => type === 'chunk');
  if (chunk?.type !== 'chunk') throw new Error('The script for changes was not built');
  return chunk.code;
}

export interface Replay {
  /** From the `online` event to the commit of the last answer, in ms. */
  readonly ms: number;
  /** The number of changes sent. Several changes of one record may have become one. */
  readonly sent: number;
}

/** Makes changes offline in a signed-in app, then connects it and waits until all are sent. */
export async function replay(
  browser: AppBrowser,
  app: MeasuredPage,
  {
    script,
    changes,
    online,
  }: {
    readonly script: string;
    readonly changes: Changes;
    /** Called just before the connection comes back. */
    readonly online: () => Promise<void>;
  },
): Promise<Replay> {
  await browser.setOffline(true);
  // Not with a script element, because the server's content security policy forbids that.
  await app.page.evaluate(`(() => {${script}})()`);
  const waiting = await app.page.evaluate((wanted) => globalThis.benchMakeChanges(wanted), changes);
  // After this, the list and the status are drawn, as when a person returns to a place with a signal.
  await app.page.waitForTimeout(1000);
  await online();
  await app.clearProbe();
  await browser.setOffline(false);
  await app.page.waitForFunction((count) => globalThis.benchProbe.sent.length >= count, waiting, {
    polling: 250,
    timeout: REPLAY_LIMIT_MS,
  });
  const { marks, sent } = await app.probe();
  return { ms: Math.max(...sent) - (marks['online'] ?? Number.NaN), sent: waiting };
}

/** Returns the median time of a small request over the link, in ms. */
export async function roundTripMs({ page }: MeasuredPage, path: string): Promise<number> {
  return page.evaluate(async (url) => {
    const times: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      const started = performance.now();
      await (await fetch(url, { cache: 'no-store' })).text();
      times.push(performance.now() - started);
    }
    return times.sort((a, b) => a - b)[3] ?? Number.NaN;
  }, path);
}
