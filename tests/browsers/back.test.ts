import { PHONE } from './driver/engine.ts';
import type { Tab, Target } from './driver/tab.ts';
import { ONCE, test } from './support/app-test.ts';
import { goTo, openNew } from './support/screens.ts';
import { signIn } from './support/sign-in.ts';
import { upToDate } from './support/sync.ts';

const QUESTION: Target = { role: 'dialog', name: 'Discard your changes?' };

/** Opens the customers through a link from the projects, so that Back must lead to the projects. */
async function comeToCustomers(tab: Tab): Promise<void> {
  await signIn(tab, '/projects');
  await upToDate(tab);
  await goTo(tab, 'customers');
}

/** Waits for the app's own steps first, because WebKit merges a step with one that is under way. */
async function backFrom(tab: Tab, levels: number): Promise<void> {
  const isSettled = async (): Promise<boolean> =>
    tab.evaluate((wanted) => (history.state?.usr?.layers ?? 0) === wanted, levels);
  await tab.until(isSettled, `to be ${levels} levels above the page`);
  await tab.back();
}

test(
  'Back asks before typed text is lost, keeps the text if told to, closes everything else, and then leaves the page',
  ONCE,
  async ({ tab }) => {
    await comeToCustomers(tab);
    const dialog = await openNew(tab, 'customers');
    await tab.fill('First Name', 'Half-typed', dialog);
    await backFrom(tab, 1);
    await tab.sees(QUESTION);
    await tab.press('button', 'Keep editing', QUESTION);
    await tab.seesNo(QUESTION);
    await tab.holds('First Name', 'Half-typed', dialog);
    await backFrom(tab, 1);
    await tab.press('button', 'Discard', QUESTION);
    await tab.seesNo(dialog);
    await tab.isAt('/customers');
    await backFrom(tab, 0);
    await tab.isAt('/projects');
  },
);

test('on a phone Back closes the navigation, and a link in it is one step', ONCE, async ({ tab }) => {
  await tab.resize(PHONE);
  await comeToCustomers(tab);
  const drawer: Target = { role: 'dialog', name: 'Navigation' };
  await tab.press('button', 'Open navigation');
  await tab.sees(drawer);
  await backFrom(tab, 1);
  await tab.seesNo(drawer);
  await tab.isAt('/customers');
  await backFrom(tab, 0);
  await tab.isAt('/projects');
});
