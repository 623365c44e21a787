import { mkdir, rm, writeFile } from 'node:fs/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { DAY } from './gallery/day.ts';
import { FORMS } from './gallery/forms.ts';
import { READY } from './gallery/ready.ts';
import type { Scene } from './gallery/scene.ts';
import { SCHEDULE } from './gallery/schedule.ts';
import { FOUND, PAPER, SIGNED_IN, SIGNED_OUT } from './gallery/screens.ts';
import { QUESTIONS } from './gallery/sync-screen.ts';
import { FIRST_VISIT, TROUBLE } from './gallery/trouble.ts';
import { Companion } from './support/companion.ts';
import { upToDate } from './support/customers.ts';
import { FaultyProxy } from './support/faulty-proxy.ts';
import { signIn } from './support/sign-in.ts';

// `npm run docs:gallery` draws every screen, dialog and state at four sizes, light and dark, and once with text of 200 %, from
// the built app. `npm run docs:gallery -- phone-dark record` draws those whose names hold both words.

const FOLDER = 'gallery';
const SIZES = {
  small: { width: 320, height: 640 },
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
} as const;
const LOOKS: readonly Look[] = [
  ...(Object.keys(SIZES) as (keyof typeof SIZES)[]).flatMap((size) =>
    (['light', 'dark'] as const).map((scheme) => ({ size, scheme, text: 1 }) as const),
  ),
  { size: 'phone', scheme: 'light', text: 2 },
];
const QUALITY = 60;
const wanted = process.argv.slice(2);

/** How the app is looked at. `text`: how many times as large as usual it is. */
interface Look {
  readonly size: keyof typeof SIZES;
  readonly scheme: 'light' | 'dark';
  readonly text: 1 | 2;
}

async function main(): Promise<void> {
  if (wanted.length === 0) await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const browser = await chromium.launch({ executablePath: await findChromium() });
  const template = await Companion.create({ env: { SEED: 'demo' } });
  await template.stop();
  const nobody = async (): Promise<void> => {};
  const signedIn = async (page: Page): Promise<void> => {
    await signIn(page);
    await upToDate(page);
  };
  for (const look of LOOKS) {
    for (const scenes of [SIGNED_OUT, FIRST_VISIT])
      await shootAll(browser, template.dataDir, { look, scenes, before: nobody });
    for (const scenes of [SIGNED_IN, FOUND, DAY, SCHEDULE, FORMS, TROUBLE, QUESTIONS, READY, PAPER])
      await shootAll(browser, template.dataDir, { look, scenes, before: signedIn });
  }
  await browser.close();
  await template.remove();
}

interface Session {
  readonly look: Look;
  readonly scenes: readonly Scene[];
  readonly before: (page: Page) => Promise<void>;
}

async function shootAll(
  browser: Browser,
  template: string,
  { look, scenes, before }: Session,
): Promise<void> {
  const suffix = `${look.size}-${look.text === 2 ? 'large-text' : look.scheme}`;
  const names = scenes.map(([name]) => `${name}-${suffix}`);
  const last = names.findLastIndex((name) => wanted.every((word) => name.includes(word)));
  if (last < 0) return;
  const server = await Companion.create({ template });
  const proxy = await FaultyProxy.create(server.port);
  const context = await browser.newContext({
    baseURL: proxy.url,
    viewport: SIZES[look.size],
    colorScheme: look.scheme,
    reducedMotion: 'reduce',
  });
  // What esbuild calls in every function that it names, also in those that go to the page.
  await context.addInitScript({ content: 'globalThis.__name = (named) => named;' });
  if (look.text === 2) await context.addInitScript(enlargeText);
  const page = await context.newPage();
  // A scene that cannot be played is told, and the next one is not kept waiting for long.
  page.setDefaultTimeout(20_000);
  try {
    await before(page);
    for (const [index, [scene, act]] of scenes.slice(0, last + 1).entries()) {
      const name = names[index] ?? '';
      try {
        await act({ server, proxy, context, page });
      } catch (error) {
        console.error(`No picture of ${scene}, ${suffix}: ${String(error)}`);
        process.exitCode = 1;
        continue;
      }
      if (wanted.every((word) => name.includes(word))) await shoot(page, name);
    }
  } finally {
    await context.close();
    await proxy.close();
    await server.remove();
  }
}

/** Doubles the text of a page, as a person does in the settings of a browser. */
function enlargeText(): void {
  document.addEventListener('DOMContentLoaded', () => {
    document.documentElement.style.fontSize = '200%';
  });
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(400);
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await writeFile(`${FOLDER}/${name}.webp`, Buffer.from(data, 'base64'));
  await devtools.detach();
}

await main();
