import { setTimeout as delay } from 'node:timers/promises';
import type { Tab, Target } from './driver/tab.ts';
import { ONCE, test } from './support/app-test.ts';
import { goTo, openNew } from './support/screens.ts';
import { signIn } from './support/sign-in.ts';
import { upToDate } from './support/sync.ts';

/** Less than what is typed waits before it is written. */
const JUST_NOW_MS = 100;

/** Goes to another address and back. */
async function leaveAndComeBack(tab: Tab, at: string): Promise<void> {
  await delay(JUST_NOW_MS);
  await tab.open('/api/docs/json');
  await delay(JUST_NOW_MS);
  await tab.back();
  await tab.isAt(at);
}

/** The form is open again where the browser had kept the page; elsewhere it is offered. */
async function goesOn(tab: Tab, dialog: Target): Promise<void> {
  // The offer may show for a moment before the form opens by itself. Then the press waits in vain, and the form is there.
  await tab.until(
    async () => {
      if ((await tab.look(dialog)).length > 0) return true;
      const [offer] = await tab.look({ role: 'button', name: 'Continue' });
      if (offer) await tab.press('button', 'Continue');
      return false;
    },
    'for the form',
    300_000,
  );
}

test(
  '[T31] the settings that stood in a form when its page was left are there when it is come back to',
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
  '[T31] a record that stood in a form when its page was left is there when it is come back to',
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
