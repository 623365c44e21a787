import type { ResourceName } from '../../src/domain/resource-spec.ts';
import type { MeasuredPage } from './app-browser.ts';
import type { BuiltServer } from './built-server.ts';
import type { LinkOptions } from './link.ts';
import { openSignIn, signInAs } from './screens.ts';

export interface Download {
  /** From the app's first request for a list to the first row on the screen, in ms. */
  readonly firstRowMs: number;
  /** From that request to the last commit, in ms. */
  readonly completeMs: number;
  readonly longestTaskMs: number;
}

interface Circumstances {
  readonly link: LinkOptions | null;
  /** The kinds to wait for. */
  readonly kinds: readonly ResourceName[];
}

/** Runs the app's first download from the real server, as a new user on this device. */
export async function downloadOnce(
  app: MeasuredPage,
  server: BuiltServer,
  { link, kinds }: Circumstances,
): Promise<Download> {
  // Chromium draws a background page only once a second.
  await app.page.bringToFront();
  await app.page.goto('about:blank');
  await app.cdp.send('Storage.clearDataForOrigin', {
    origin: server.app,
    storageTypes: 'indexeddb,local_storage',
  });
  server.setLink(null);
  await openSignIn(app, server);
  server.setLink(link);
  await app.clearProbe();
  await signInAs(app, server.user);
  const ends: number[] = [];
  for (const kind of kinds) ends.push(await app.mark(`stored:${kind}`, 600_000));
  const complete = Math.max(...ends);
  const { marks, longTasks } = await app.probe();
  const begun = marks['list'] ?? Number.NaN;
  const during = longTasks.filter(({ start, ms }) => start + ms > begun && start < complete);
  return {
    firstRowMs: (marks['row'] ?? Number.NaN) - begun,
    completeMs: complete - begun,
    longestTaskMs: Math.max(0, ...during.map(({ ms }) => ms)),
  };
}
