import { writeFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { AppBrowser, type MeasuredPage, PHONE } from './app-browser.ts';
import { withDevice } from './go-through.ts';
import { type Hands, handsOn } from './hands.ts';
import { searchBox } from './screens.ts';

// `npm run bench -- frames`: what a slow phone shows after each press, drawn into docs/phone.webp.

const PICTURE = 'docs/phone.webp';
/** Of each of the four kinds. */
const OF_EACH = 12_500;
/** A processor six times slower than this one. */
const SLOWDOWN = 6;
/** After the press, in ms. */
const SHOWN_AT = [0, 100, 300, 600, 1000, 2000] as const;
const LAST = Math.max(...SHOWN_AT);
const BETWEEN_KEYS_MS = 100;
const QUALITY = 60;

interface Step {
  readonly name: string;
  /** What comes before the press. */
  readonly prepare?: (hands: Hands) => Promise<void>;
  readonly press: (hands: Hands) => Promise<void>;
}

const STEPS: readonly Step[] = [
  {
    name: 'open the app',
    press: async ({ app }) => {
      await app.page.reload({ waitUntil: 'commit' });
    },
  },
  {
    name: 'search: the last letter of “anderson”',
    prepare: async (hands) => {
      const { page } = hands.app;
      await hands.press(searchBox(page));
      await page.keyboard.type('anderso', { delay: BETWEEN_KEYS_MS });
      await page.waitForTimeout(LAST);
    },
    press: ({ app }) => app.page.keyboard.press('n'),
  },
  {
    name: 'open a record',
    press: (hands) =>
      hands.press(hands.app.page.locator('[aria-posinset="1"] a[href^="/customers/"]').first()),
  },
  {
    name: 'edit it',
    press: (hands) => hands.press(hands.app.page.getByRole('button', { name: 'Edit' })),
  },
  {
    name: 'save it',
    prepare: async (hands) => {
      await hands.press(formOn(hands).getByLabel('Company Name'));
      await hands.app.page.keyboard.type('Lakeview', { delay: BETWEEN_KEYS_MS });
    },
    press: (hands) => hands.press(formOn(hands).getByRole('button', { name: 'Update' })),
  },
];

function formOn({ app }: Hands): Locator {
  return app.page.getByRole('dialog');
}

export async function run(): Promise<void> {
  const strips: Strip[] = [];
  await withDevice({ device: PHONE, ofEach: OF_EACH }, async ({ device, app, book }) => {
    await app.page.goto(`${book.app}/customers`);
    await app.page.waitForTimeout(LAST);
    await app.slowDown(SLOWDOWN);
    const hands = handsOn(app, device);
    for (const step of STEPS) strips.push(await stripOf(hands, step));
  });
  await draw(strips);
  console.log(`Drawn: ${PICTURE}`);
}

interface Strip {
  readonly name: string;
  /** As JPEG in base64, one for each time. */
  readonly frames: readonly string[];
}

interface Frame {
  /** Device time in ms. */
  readonly at: number;
  readonly data: string;
}

async function stripOf(hands: Hands, { name, prepare, press }: Step): Promise<Strip> {
  await prepare?.(hands);
  const frames: Frame[] = [];
  const pressed = await filmed(hands.app, frames, async () => {
    const at = Date.now();
    await press(hands);
    await hands.app.page.waitForTimeout(Math.max(0, at + LAST - Date.now()));
    return at;
  });
  return { name, frames: SHOWN_AT.map((after) => lastBefore(frames, pressed + after).data) };
}

/** Takes note of every frame that is drawn while `work` runs, and of the one before. */
async function filmed<T>({ cdp }: MeasuredPage, frames: Frame[], work: () => Promise<T>): Promise<T> {
  const note = (frame: {
    readonly data: string;
    readonly sessionId: number;
    readonly metadata: { readonly timestamp?: number };
  }): void => {
    frames.push({ at: (frame.metadata.timestamp ?? 0) * 1000, data: frame.data });
    void cdp.send('Page.screencastFrameAck', { sessionId: frame.sessionId });
  };
  cdp.on('Page.screencastFrame', note);
  const first = new Promise<void>((resolve) => cdp.once('Page.screencastFrame', () => resolve()));
  await cdp.send('Page.startScreencast', { format: 'jpeg', quality: 80 });
  try {
    await first;
    return await work();
  } finally {
    await cdp.send('Page.stopScreencast');
    cdp.off('Page.screencastFrame', note);
  }
}

function lastBefore(frames: readonly Frame[], at: number): Frame {
  const frame = frames.findLast((one) => one.at <= at) ?? frames[0];
  if (!frame) throw new Error('Nothing was drawn');
  return frame;
}

async function draw(strips: readonly Strip[]): Promise<void> {
  const cell = (data: string, n: number): string =>
    `<figure><img src="data:image/jpeg;base64,${data}"><figcaption>${SHOWN_AT[n]} ms</figcaption></figure>`;
  const rows = strips.map(({ name, frames }) => `<h2>${name}</h2><div>${frames.map(cell).join('')}</div>`);
  const style = `body { margin: 16px; font: 13px system-ui; color: #24292f; background: #fff } h2 { font-size: 14px; margin: 12px 0 6px }
    div { display: flex; gap: 8px } figure { margin: 0; text-align: center } img { width: 150px; border: 1px solid #d0d7de; display: block }`;
  const browser = await AppBrowser.start({ viewport: { width: 980, height: 800 }, touch: false, cpu: 1 });
  try {
    const { page, cdp } = await browser.open();
    await page.setContent(`<style>${style}</style>${rows.join('')}`);
    const { data } = await cdp.send('Page.captureScreenshot', {
      format: 'webp',
      quality: QUALITY,
      captureBeyondViewport: true,
    });
    await writeFile(PICTURE, Buffer.from(data, 'base64'));
  } finally {
    await browser.close();
  }
}
