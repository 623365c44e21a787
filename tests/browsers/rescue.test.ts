import { setTimeout as delay } from 'node:timers/promises';
import type { Companion } from '../e2e/support/companion.ts';
import { recordsOn } from '../e2e/support/held-records.ts';
import type { Tab, Target } from './driver/tab.ts';
import { DEVICE, expect, extendedTest, ONCE, SIZE, test } from './support/app-test.ts';
import { create, opened, openNew } from './support/screens.ts';
import { signIn } from './support/sign-in.ts';
import { offlineReady, passTime, upToDate } from './support/sync.ts';

const PASSPHRASE = 'two wet carpets';
const EMAIL = 'omar.vance@example.com';

/** In ms, between two looks at what waits for its time. */
const LOOK_MS = 500;

/** Presses a button of a dialog until the page says this. */
function pressUntil(tab: Tab, button: string, within: Target, text: RegExp): Promise<void> {
  return tab.pressUntil({ role: 'button', name: button, within }, async () => text.test(await tab.text()));
}

/** Opens a dialog by a button of a page that may still grow. */
async function openDialog(tab: Tab, button: string, title: string): Promise<Target> {
  const isOpen = async () => (await tab.look({ role: 'dialog', name: title })).length > 0;
  await tab.pressUntil({ role: 'button', name: button }, isOpen);
  return opened(tab, title);
}

/** Fills a field until it holds the text. */
async function fillSurely(tab: Tab, label: string, text: string, within: Target): Promise<void> {
  await tab.until(async () => {
    await tab.fill(label, text, within);
    const [field] = await tab.look({ name: label, within });
    return field?.value === text;
  }, `for '${label}' to hold the text`);
}

/** Saves unsent work as a file, and returns its bytes: drivers take no downloads. */
async function savedFile(tab: Tab): Promise<string> {
  await tab.evaluate(() => {
    const make = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (content) => {
      Object.assign(window, { saved: content });
      return make(content);
    };
  });
  const saving = await openDialog(tab, 'Save unsent work as a file', 'Save unsent work as a file');
  await fillSurely(tab, 'Passphrase (optional)', PASSPHRASE, saving);
  await pressUntil(tab, 'Save file', saving, /1 change was put into unsent-work/);
  return tab.evaluate(async () => {
    const { saved } = window as unknown as { readonly saved: Blob };
    return btoa(String.fromCharCode(...new Uint8Array(await saved.arrayBuffer())));
  });
}

/** Loads a file. Drivers choose none. */
async function load(tab: Tab, bytes: string): Promise<void> {
  const loading = await openDialog(tab, 'Load a file', 'Load a file with unsent work');
  await tab.evaluate((text) => {
    const input = document.querySelector<HTMLInputElement>('[role=dialog] input[type=file]');
    if (!input) throw new Error('No input for files');
    const chosen = new DataTransfer();
    chosen.items.add(new File([Uint8Array.from(atob(text), (char) => char.charCodeAt(0))], 'work.crm'));
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, bytes);
  await fillSurely(tab, 'Passphrase of the file', PASSPHRASE, loading);
  await pressUntil(tab, 'Load', loading, /1 change from .+ is loaded/);
  await tab.open('/sync');
}

/** Removes all that this device has, as on a new one. */
async function forgetAll(tab: Tab): Promise<void> {
  // Not from the app, which would note that its database is gone.
  await tab.open('/api/docs/json');
  await tab.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name = '' } of await indexedDB.databases())
      await new Promise((resolve) => {
        indexedDB.deleteDatabase(name).addEventListener('success', resolve);
      });
  });
}

/** One day: ready, without a server, its work moved to a new device in a file, and all of it on the server. */
async function movesInFile({
  server,
  tab,
}: {
  readonly server: Companion;
  readonly tab: Tab;
}): Promise<void> {
  await tab.resize(SIZE);
  await signIn(tab, '/customers');
  await upToDate(tab);
  await offlineReady(tab);
  await tab.open('/sync');
  await tab.press('button', 'Check now');
  await tab.reads(/Ready for no signal, \d/);
  await tab.open('/customers');
  const adding = await openNew(tab, 'customers');
  await server.kill();
  await tab.fill('First Name', 'Omar', adding);
  await tab.fill('Last Name', 'Vance', adding);
  await tab.fill('Email', EMAIL, adding);
  await create(tab, adding);
  await tab.open('/sync');
  // The last of what moves the buttons.
  await tab.reads('0 of 1 change of today is on the server; 1 waits for a signal');
  const bytes = await savedFile(tab);

  await server.start();
  await forgetAll(tab);
  await signIn(tab, '/sync');
  await upToDate(tab);
  await load(tab, bytes);
  const send = { role: 'button', name: 'Send it' };
  await tab.sees(send);
  await tab.pressUntil(send, async () => (await tab.look(send)).length === 0);
  await tab.until(async () => {
    // A server is searched, twice if it is plain, before a change that another device may have sent is sent.
    await passTime(tab);
    await delay(LOOK_MS);
    return (await tab.text()).includes('The 1 change of today is on the server');
  }, 'for the change to be on the server');
  const made = (await recordsOn(server, 'customers')).filter(({ email }) => email === EMAIL);
  expect(made).toHaveLength(1);
}

test(
  `[R6, R10] on ${DEVICE}, a change made without a plain server moves to a new device in a file with a passphrase`,
  ONCE,
  movesInFile,
);

extendedTest(
  `[R6, R10] on ${DEVICE}, a change made without an extended server moves to a new device in a file with a passphrase`,
  ONCE,
  movesInFile,
);
