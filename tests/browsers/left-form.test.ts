import { setTimeout as delay } from 'node:timers/promises';
import type { Tab, Target } from './driver/tab.ts';
import { ONCE, test } from './support/app-test.ts';
import { goTo, openNew } from './support/screens.ts';
import { signIn } from './support/sign-in.ts';
import { upToDate } from './support/sync.ts';

/** Less than the time after which typed text is stored. */
const JUST_NOW_MS = 100;

/** Goes to another page and back. */
async function leaveAndComeBack(tab: Tab, at: string): Promise<void> {
  await delay(JUST_NOW_MS);
  await tab.open('/api/docs/json');
  await delay(JUST_NOW_MS);
  await tab.back();
  await tab.isAt(at);
}

/** Continues with the form. It is open again if the browser kept the page; otherwise it is offered. */
async function goesOn(tab: Tab, dialog: Target): Promise<void> {
  // The offer may show for a moment before the form opens by itself.
  await tab.pressUntil(
    { role: 'button', name: 'Continue' },
    async () => (await tab.look(dialog)).length > 0,
    300_000,
  );
}

test(
  '[T31] settings typed into a form are still there after the page is left and opened again',
  ONCE,
  async ({ tab }) => {
    await signIn(tab);
    await upToDate(tab);
    await tab.open('/settings');
    await tab.press('button', 'Edit');
    const dialog: Target = { role: 'dialog', name: 'Edit Settings' };
    await tab.fill('Company Name', 'Dry & Clean', dialog);
    await delay(1000);
    await tab.type('!');
    await leaveAndComeBack(tab, '/settings');
    await goesOn(tab, dialog);
    await tab.holds('Company Name', 'Dry & Clean!', dialog);
  },
);

test(
  '[T31] a record typed into a form is still there after the page is left and opened again',
  ONCE,
  async ({ tab }) => {
    await signIn(tab, '/projects');
    await upToDate(tab);
    await goTo(tab, 'customers');
    const dialog = await openNew(tab, 'customers');
    await tab.fill('First Name', 'Nora', dialog);
    await leaveAndComeBack(tab, '/customers');
    await goesOn(tab, dialog);
    await tab.holds('First Name', 'Nora', dialog);
  },
);
