import { PHONE } from './driver/engine.ts';
import type { Tab, Target } from './driver/tab.ts';
import { ONCE, test } from './support/app-test.ts';
import { goTo, opened, openNew } from './support/screens.ts';
import { signIn } from './support/sign-in.ts';
import { upToDate } from './support/sync.ts';

const QUESTION: Target = { role: 'dialog', name: 'Discard your changes?' };
const MENU: Target = { role: 'menu', name: 'Account' };

/** At the customers, come to from the projects by a link: that is where Back has to lead. */
async function comeToCustomers(tab: Tab): Promise<void> {
  await signIn(tab, '/projects');
  await upToDate(tab);
  await goTo(tab, 'customers');
}

/**
 * Until the page's steps through the history are over: one that is asked for while another is under way becomes a part
 * of it in WebKit. No person is that quick.
 */
async function settled(tab: Tab, isOpen: boolean): Promise<void> {
  const what = isOpen ? 'to be on the added entry' : 'to be off the added entry';
  await tab.until(async () => (await tab.evaluate(() => history.state?.layer === true)) === isOpen, what);
}

/** Back closes this, and the page stays. */
async function backCloses(tab: Tab, layer: Target): Promise<void> {
  await settled(tab, true);
  await tab.back();
  await tab.seesNo(layer);
  await tab.isAt('/customers');
}

async function backLeaves(tab: Tab, to = '/projects'): Promise<void> {
  await settled(tab, false);
  await tab.back();
  await tab.isAt(to);
}

test(
  'Back asks where something was typed, keeps it as often as asked, closes all else, and then leaves the page',
  ONCE,
  async ({ tab }) => {
    await comeToCustomers(tab);
    const dialog = await openNew(tab, 'customers');
    await tab.fill('First Name', 'Half-typed', dialog);
    await settled(tab, true);
    await tab.back();
    await tab.sees(QUESTION);
    await settled(tab, true);
    await tab.back();
    await tab.seesNo(QUESTION);
    await tab.holds('First Name', 'Half-typed', dialog);
    await settled(tab, true);
    await tab.back();
    await tab.press('button', 'Keep editing', QUESTION);
    await tab.seesNo(QUESTION);
    await tab.holds('First Name', 'Half-typed', dialog);
    await settled(tab, true);
    await tab.back();
    await tab.press('button', 'Discard', QUESTION);
    await tab.seesNo(dialog);
    await tab.isAt('/customers');

    await tab.press('button', /^Edit /);
    await backCloses(tab, await opened(tab, 'Edit Customer'));
    await tab.press('button', 'Account menu');
    await tab.sees(MENU);
    await backCloses(tab, MENU);
    await tab.press('button', 'Account menu');
    await tab.press('menuitem', 'About');
    await backCloses(tab, await opened(tab, 'About'));
    await backLeaves(tab);
  },
);

test('on a phone Back closes the navigation, and a link in it is one step', ONCE, async ({ tab }) => {
  await tab.resize(PHONE);
  await comeToCustomers(tab);
  const drawer: Target = { role: 'dialog', name: 'Navigation' };
  await tab.press('button', 'Open navigation');
  await tab.sees(drawer);
  await backCloses(tab, drawer);
  await backLeaves(tab);
  await goTo(tab, 'customers');
  await backLeaves(tab);
});

test('Back closes a picker in a form, then the form, and then leaves the page', ONCE, async ({ tab }) => {
  await signIn(tab, '/customers');
  await upToDate(tab);
  await goTo(tab, 'projects');
  const dialog = await openNew(tab, 'projects');
  await tab.pressField('Customer', dialog);
  const options: Target = { role: 'option', name: 'Add New Customer' };
  await tab.sees(options);
  await settled(tab, true);
  await tab.back();
  await tab.seesNo(options);
  await tab.pressField('Start Date', dialog);
  const calendar: Target = { role: 'button', name: 'Next month' };
  await tab.sees(calendar);
  await settled(tab, true);
  await tab.back();
  await tab.seesNo(calendar);
  await tab.sees(dialog);
  await settled(tab, true);
  await tab.back();
  await tab.seesNo(dialog);
  await tab.isAt('/projects');
  await backLeaves(tab, '/customers');
});

test(
  'a form that is saved leaves nothing for Back, nor does one over which the page is loaded anew',
  ONCE,
  async ({ tab }) => {
    await comeToCustomers(tab);
    const dialog = await openNew(tab, 'customers');
    await tab.fill('First Name', 'Nora', dialog);
    await tab.fill('Last Name', 'Vance', dialog);
    await tab.fill('Email', 'nora.vance@example.com', dialog);
    await tab.press('button', 'Create', dialog);
    await tab.seesNo(dialog);
    await backLeaves(tab);

    await goTo(tab, 'customers');
    await openNew(tab, 'customers');
    await tab.evaluate(() => location.reload());
    await tab.seesNo(dialog);
    await upToDate(tab);
    await backLeaves(tab);
  },
);
