import type { Page } from '@playwright/test';
import { resourceSpecs } from '../../src/domain/resource-specs.ts';
import { mustBeBuilt } from '../frame/install.ts';
import type { Line } from '../frame/line.ts';
import { interleaved } from '../frame/rounds.ts';
import { roundsOr } from '../frame/rounds-asked.ts';
import { signIn } from '../server/programs.ts';
import { AppBrowser, type MeasuredPage } from './app-browser.ts';
import { BuiltServer } from './built-server.ts';
import { openScreen, openSignIn, signInAs, upToDate } from './screens.ts';

// From somebody else's change to this screen, with the companion server: `npm run bench -- others-change`.

const CUSTOMERS = 1_000;
/** So much longer than the event alone, and so many ms more, a change may take. */
const [LONGER, MORE_MS] = [1.5, 150];
const EVENTS = '/api/v1/sync/events/';
/** A file that runs nothing, on the server's own origin. */
const STILL = '/favicon.svg';
/** What was read for the last change is over, so that the next one begins from rest; in ms. */
const REST_MS = 3000;
const LIMIT_MS = 30_000;

export async function run(): Promise<{ browser: string; lines: readonly Line[] }> {
  mustBeBuilt();
  const server = await BuiltServer.open({ customers: CUSTOMERS, others: 0 });
  const browser = await AppBrowser.start();
  try {
    const [app, bare] = [await browser.open(), await browser.open()];
    await bare.page.goto(`${server.app}${STILL}`);
    await hear(bare, await signIn(server.app));
    await openSignIn(app, server);
    await signInAs(app, server.user);
    await upToDate(app.page);
    await openScreen(app, server, '/customers');
    await upToDate(app.page);
    const [newest] = (await server.rows('customers')) as readonly { readonly id: number }[];
    const path = `${resourceSpecs.customers.path}${newest?.id}/`;
    const change = async (watch: (name: string) => Promise<Seen>, round: number): Promise<number> => {
      await app.page.bringToFront();
      await app.page.waitForTimeout(REST_MS);
      const company_name = `Round ${round} ${Date.now()}`;
      const seen = await watch(company_name);
      const begun = Date.now();
      await server.client.must({ method: 'PATCH', path, body: JSON.stringify({ company_name }) });
      return (await seen()) - begun;
    };
    const [ours = [], values = []] = await interleaved(roundsOr(9), [
      (round) => change((name) => watchScreen(app, name), round),
      async (round) => LONGER * (await change(() => watchStream(bare), round)) + MORE_MS,
    ]);
    return {
      browser: browser.version,
      lines: [
        {
          budget: 'C7',
          name: "another's change to this screen",
          unit: 'ms',
          ours,
          limit: { name: `${LONGER} x the event alone, and ${MORE_MS} ms`, values },
          bounds: 'limit',
          atMost: 1,
        },
      ],
    };
  } finally {
    await browser.close();
    await server.close();
  }
}

declare global {
  var benchHeard: (() => void) | undefined;
  /** When what is watched for was seen, in ms since 1970. */
  var benchSeen: Promise<number> | undefined;
}

/** Returns when it was seen, in ms since 1970. */
type Seen = () => Promise<number>;

/** Watches for the text to be painted. */
async function watchScreen({ page }: MeasuredPage, text: string): Promise<Seen> {
  await page.evaluate((wanted) => {
    globalThis.benchSeen = new Promise<number>((resolve) => {
      const looks = new MutationObserver(() => {
        if (!document.querySelector('main')?.textContent?.includes(wanted)) return;
        looks.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(Date.now())));
      });
      looks.observe(document, { subtree: true, childList: true, characterData: true });
    });
  }, text);
  return () => seenOn(page);
}

/** Watches for the next event. */
async function watchStream({ page }: MeasuredPage): Promise<Seen> {
  await page.evaluate(() => {
    globalThis.benchSeen = new Promise<number>((resolve) => {
      globalThis.benchHeard = () => resolve(Date.now());
    });
  });
  return () => seenOn(page);
}

async function seenOn(page: Page): Promise<number> {
  const at = await page.evaluate(
    (limit) =>
      Promise.race([
        globalThis.benchSeen,
        new Promise<null>((resolve) => setTimeout(() => resolve(null), limit)),
      ]),
    LIMIT_MS,
  );
  if (typeof at !== 'number') throw new Error(`Somebody else's change was not seen within ${LIMIT_MS} ms`);
  return at;
}

/** Opens the server's stream of events on a page without the app. */
async function hear({ page }: MeasuredPage, token: string): Promise<void> {
  await page.evaluate(
    async ([path, bearer]) => {
      const answer = await fetch(path, { headers: { authorization: `Bearer ${bearer}` } });
      const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
      if (!answer.ok || !reader) throw new Error(`The stream was answered with ${answer.status}`);
      const read = async (): Promise<void> => {
        for (let next = await reader.read(); !next.done; next = await reader.read())
          if (next.value.includes('event: change')) globalThis.benchHeard?.();
      };
      void read();
    },
    [EVENTS, token] as const,
  );
}
