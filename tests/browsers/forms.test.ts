import { recordsOn } from '../e2e/support/held-records.ts';
import { DEVICE, expect, SIZE, test } from './support/app-test.ts';
import { create, goTo, openNew } from './support/screens.ts';
import { signIn } from './support/sign-in.ts';
import { upToDate } from './support/sync.ts';

/** A typed date, and the text that the field makes of it. */
const TYPED = [
  ['3/5/2027', 'Mar 5, 2027'],
  ['2027-03-06', 'Mar 6, 2027'],
] as const;

test(`on ${DEVICE}, a date is typed or chosen from the calendar, and a customer found by some letters of the name`, async ({
  server,
  tab,
}) => {
  const [, wanted] = await recordsOn(server, 'customers');
  const name = `${String(wanted?.['first_name'])} ${String(wanted?.['last_name'])}`;
  await tab.resize(SIZE);
  await signIn(tab);
  await upToDate(tab);
  await goTo(tab, 'projects');
  const dialog = await openNew(tab, 'projects');
  await tab.fill('Title', 'Kitchen dry-out', dialog);

  for (const [typed, held] of TYPED) {
    await tab.fill('Start Date', typed, dialog);
    await tab.key('Tab');
    await tab.holds('Start Date', held, dialog);
    await tab.seesNo({ role: 'button', name: 'Next month' });
  }
  await tab.pressField('Start Date', dialog);
  await tab.press('button', 'Next month');
  await tab.press('button', '9 April 2027');
  await tab.holds('Start Date', 'Apr 9, 2027', dialog);

  await tab.fill('Customer', name.slice(0, -1).toUpperCase(), dialog);
  await tab.sees({ role: 'option', name: new RegExp(name) });
  await tab.key('Enter');
  await tab.holds('Customer', name, dialog);
  await create(tab, dialog);
  await upToDate(tab);
  const made = (await recordsOn(server, 'projects')).filter(({ title }) => title === 'Kitchen dry-out');
  expect(made).toMatchObject([{ customer: wanted?.id, start_date: '2027-04-09' }]);
});
