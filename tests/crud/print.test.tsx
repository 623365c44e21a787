import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { formatDay } from '../../src/crud/time.tsx';
import { dayAt } from '../../src/domain/plain-date.ts';
import type { Seen } from '../../src/domain/seen.ts';
import type { Settings } from '../../src/domain/settings.ts';
import { saveSettings } from '../../src/records/company-settings.ts';
import { ManualClock } from '../support/browser/manual-clock.ts';
import { ESTIMATES } from '../support/kinds/estimates.ts';
import { KINDS, seedAnns } from '../support/kinds/kinds.ts';
import { PROJECTS } from '../support/kinds/projects.ts';
import { button, chooseMore, gone } from '../support/kinds/screen.ts';
import { WORK_ORDERS } from '../support/kinds/work-orders.ts';
import { onDesk, onPhone, startApp, type TestRecords } from '../support/records/record-services.tsx';

const COMPANY: Partial<Settings> = {
  companyName: 'Lakeside Restoration',
  companyAddress: '12 Harbor Street\nAustin, TX 78701',
  companyPhone: '+1-512-555-0100',
  myName: 'Maria Sanchez',
};

/** By the clock of the tests. */
const PRINTED = `Printed ${formatDay(dayAt(new ManualClock().now()))}`;

type Seed = Parameters<TestRecords['seedAll']>;

function stubPrint(value: unknown = vi.fn<() => void>()) {
  vi.stubGlobal('print', value);
  return value as ReturnType<typeof vi.fn>;
}

async function openRecord(path: string, settings: Partial<Settings> = {}, seed?: Seed) {
  const records = await seedAnns();
  if (seed) await records.seedAll(...seed);
  else await records.seedAll('estimates', [{ ...ESTIMATES.blank, customer: null }]);
  await saveSettings(records.services, settings);
  const { user } = startApp(path, records);
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await waitFor(() =>
    expect(screen.getByRole('menuitem', { name: 'Print' })).not.toHaveAttribute('aria-disabled'),
  );
  await user.click(screen.getByRole('button', { name: 'More actions', expanded: true }));
  return { records, user };
}

/** What is on paper, line by line; null while nothing is. */
function onPaper(): string[] | null {
  const paper = document.querySelector('[data-paper]');
  if (!paper) return null;
  const lines = [...paper.querySelectorAll('h1, h2, h3, p, dt, dd, th, td')];
  return lines.map((line) => line.textContent ?? '');
}

async function printByMenu(): Promise<void> {
  // The code of the document comes after the screen's. By the clock: a title that changes would call `waitFor` again.
  await vi.waitFor(() => {
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(onPaper()).not.toBeNull();
  }, 10_000);
}

test('[T34] open writes are aborted before the browser prints', async () => {
  const print = stubPrint();
  const { records, user } = await openRecord('/estimates/1', COMPANY);
  const abort = vi.spyOn(records.services.db.pageDatabases.watch, 'abortWrites');
  await chooseMore(user, 'Print');
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(abort).toHaveBeenCalledBefore(print);
});

test('an estimate is printed as its customer gets it: never with notes or other jobs', async () => {
  const print = stubPrint();
  const { user } = await openRecord('/estimates/1', COMPANY);
  await chooseMore(user, 'Print');
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  const lines = onPaper();
  expect(lines?.slice(0, 5)).toEqual([
    'Lakeside Restoration',
    '12 Harbor Street',
    'Austin, TX 78701',
    '+1-512-555-0100',
    'Estimate',
  ]);
  expect(lines?.slice(5)).toEqual([
    'Number',
    'EST-7',
    'Valid until',
    'Dec 31, 2026',
    'Prepared by',
    'Maria Sanchez',
    'Bill to',
    'Ann Lee',
    'Harbour Inn',
    '12 Main St',
    'Boise, ID 83702',
    'Roof repair',
    'Description of work',
    'Shingles',
    'Subtotal',
    '$100.10',
    'Tax (8.25%)',
    '$8.26',
    'Total',
    '$108.36',
    'Terms and conditions',
    'Net 30',
    'Accepted by (signature)',
    'Date',
    PRINTED,
  ]);
});

const MADE = { created_at: Date.UTC(2026, 0, 5, 12), updated_at: null, first_seen: Date.UTC(2026, 1, 9, 12) };

const UNKNOWN = { ...MADE, created_at: null };
const OWN = 31;
const OTHERS = 3;

// @spec D1.48 D1.57
test.each<[name: string, seen: Seen, serverId: number, date: string | null]>([
  ['the day that the server has', MADE, OTHERS, 'Jan 5, 2026'],
  ['else the day it was made on this device', UNKNOWN, OWN, 'Feb 9, 2026'],
  ['none if another device made it, and the server does not say when', UNKNOWN, OTHERS, null],
])('an estimate’s date is %s, never the day of printing', async (_, seen, serverId, date) => {
  stubPrint();
  const { records } = await openRecord('/estimates/3', {}, [
    'estimates',
    [{ ...ESTIMATES.a, estimate_number: ' ', valid_until: '2026-12-31' }],
  ]);
  await act(() => records.services.db.relaxed.estimates.update('3', { seen, serverId }));
  await printByMenu();
  await vi.waitFor(() => {
    const lines = onPaper() ?? [];
    const issued = date === null ? [] : ['Date', date];
    expect(lines.slice(0, lines.indexOf('Valid until'))).toEqual(['Estimate', 'Number', 'Draft', ...issued]);
    expect(lines.at(-1)).toBe(PRINTED);
  });
});

test.each(KINDS)('a record of %s is printed by the browser’s own menu as by the button', async (_, kind) => {
  const print = stubPrint();
  const { user } = await openRecord(`${kind.path}/1`, COMPANY);
  await printByMenu();
  const lines = onPaper();
  expect(lines).toContain(kind.label.title);
  expect(document.title).toBe(`${kind.label.title}: ${kind.titles[0]}`);
  window.dispatchEvent(new Event('afterprint'));
  expect(document.title).toBe(`${kind.titles[0]} · Restoration CRM`);
  await chooseMore(user, 'Print');
  if (['projects', 'workOrders'].includes(kind.resource))
    await user.click(button(await screen.findByRole('dialog', { name: 'Print' }), 'Print'));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(onPaper()).toEqual(lines);
});

test('a work order has amounts on paper only where they are asked for', async () => {
  const print = stubPrint();
  const { user } = await openRecord('/work-orders/1', COMPANY);
  await printByMenu();
  expect(onPaper()?.join(' ')).not.toContain('$');
  await chooseMore(user, 'Print');
  const dialog = await screen.findByRole('dialog', { name: 'Print' });
  expect(within(dialog).queryByText(/company/)).toBeNull();
  const choice = within(dialog).getByLabelText('With amounts');
  expect(choice).not.toBeChecked();
  await user.click(choice);
  await user.click(button(dialog, 'Print'));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(onPaper()?.join(' ')).toContain('Estimated cost $');
});

test('turning a phone keeps the question about paper open', async () => {
  stubPrint();
  onPhone();
  const { user } = await openRecord('/work-orders/1', COMPANY);
  await chooseMore(user, 'Print');
  const dialog = await screen.findByRole('dialog', { name: 'Print' });
  onDesk();
  act(() => void window.dispatchEvent(new Event('resize')));
  await waitFor(() => expect(within(screen.getByRole('article')).getByText('Edit')).toBeInTheDocument());
  expect(dialog).toBeInTheDocument();
});

test('without a company’s name the screen says where to add it, and nothing stands for it on paper', async () => {
  const print = stubPrint();
  const { user } = await openRecord('/estimates/1');
  await chooseMore(user, 'Print');
  const dialog = await screen.findByRole('dialog', { name: 'Print' });
  expect(within(dialog).getByRole('link', { name: 'Add your company’s name in Settings' })).toHaveAttribute(
    'href',
    '/settings',
  );
  await user.click(button(dialog, 'Print'));
  await gone(dialog);
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(onPaper()?.[0]).toBe('Estimate');
  expect(onPaper()?.join(' ')).not.toMatch(/company|prepared|settings/i);
});

test('what is blank is not on paper, and neither is a customer that is not known', async () => {
  stubPrint();
  await openRecord(`${ESTIMATES.path}/3`);
  await printByMenu();
  expect(onPaper()).toEqual([
    'Estimate',
    'Number',
    'Draft',
    'Subtotal',
    '$0.00',
    'Tax (0%)',
    '$0.00',
    'Accepted by (signature)',
    'Date',
    PRINTED,
  ]);
});

test('a browser that cannot print says so', async () => {
  stubPrint(null);
  const { user } = await openRecord('/customers/1', COMPANY);
  await chooseMore(user, 'Print');
  const dialog = await screen.findByRole('dialog', { name: 'Print' });
  expect(within(dialog).getByText(/^This browser cannot print/)).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: 'Print' })).toBeNull();
  expect(onPaper()).toBeNull();
});

test('a record that is left leaves no paper behind', async () => {
  const { user } = await openRecord('/customers/1', COMPANY);
  await printByMenu();
  expect(document.documentElement.dataset['printed']).toBe('paper');
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Customers' }));
  await waitFor(() => expect(onPaper()).toBeNull());
  expect(document.documentElement.dataset['printed']).toBeUndefined();
});

const NOTES = `Call before arriving.
--- Job ---
Crew: Ann Lee, Bo Diaz
Flags: dog, slow payer
Time: 09:00-11:00
Project: Burst pipe
On the way: 2026-11-23 08:10 Ann Lee
Started: 2026-11-23 08:42 Ann Lee
Key: at the neighbor's
--- Checklist ---
[x] Work authorization (2026-11-23 08:45 Ann Lee)
[ ] Certificate of completion
--- Log ---
2026-11-23 09:05 Bo Diaz: Wall open. He did not pay the last time.
--- Access ---
Back gate`;

test('a work order is as readable on paper as on the screen, without what the crew tells itself', async () => {
  const print = stubPrint();
  const { user } = await openRecord('/work-orders/3', COMPANY, [
    'workOrders',
    [{ ...WORK_ORDERS.a, description: 'Tear out.', notes: NOTES }],
  ]);
  await printByMenu();
  const lines = onPaper() ?? [];
  expect(lines.slice(lines.indexOf('Time'), lines.indexOf('Time') + 2)).toEqual([
    'Time',
    '9:00 AM\u2009–\u200911:00 AM',
  ]);
  expect(lines.slice(lines.indexOf('Tear out'))).toEqual([
    'Tear out',
    'Crew',
    'Ann Lee, Bo Diaz',
    'Project',
    'Burst pipe',
    'On the way',
    'Nov 23, 2026, 8:10 AM · Ann Lee',
    'Started',
    'Nov 23, 2026, 8:42 AM · Ann Lee',
    'Description',
    'Tear out.',
    'Notes',
    'Call before arriving.',
    'Access',
    'Back gate',
    'Checklist',
    '✓',
    'Work authorization',
    'Nov 23, 2026, 8:45 AM · Ann Lee',
    '',
    'Certificate of completion',
    '',
    PRINTED,
  ]);

  await chooseMore(user, 'Print');
  const dialog = await screen.findByRole('dialog', { name: 'Print' });
  await user.click(within(dialog).getByLabelText('With the crew’s warnings and log'));
  await user.click(button(dialog, 'Print'));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  const more = onPaper() ?? [];
  expect(more.filter((line) => !lines.includes(line))).toEqual([
    'Hazards',
    'dog, slow payer',
    'More',
    "Key: at the neighbor's",
    'Log',
    'Nov 23, 2026, 9:05 AM · Bo Diaz',
    'Wall open. He did not pay the last time.',
  ]);
});

const DESCRIPTION = `Dry the kitchen.
--- Claim ---
Carrier: Prairie Mutual
Referral: Bob the plumber
--- Log ---
2026-11-23 09:05 Bo Diaz: They have asked two others.
--- Rooms ---
Kitchen, bath`;

test.each([
  ['estimates', ESTIMATES],
  ['projects', PROJECTS],
] as const)(
  'of the texts in %s a customer gets no heading with dashes, no log, no referral',
  async (_, kind) => {
    stubPrint();
    await openRecord(`${kind.path}/3`, {}, [kind.resource, [{ ...kind.a, description: DESCRIPTION }]]);
    await printByMenu();
    const lines = onPaper() ?? [];
    const from = lines.indexOf('Dry the kitchen.');
    expect(lines.slice(from, from + 5)).toEqual([
      'Dry the kitchen.',
      'Insurance claim',
      'Carrier: Prairie Mutual',
      'Rooms',
      'Kitchen, bath',
    ]);
    expect(lines.join('\n')).not.toMatch(/---|Log|Referral|Bob|others/);
  },
);
