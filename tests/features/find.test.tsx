import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dayAfter, dayAt } from '../../src/domain/plain-date.ts';
import { gone } from '../support/kinds/screen.ts';
import type { TestRecords } from '../support/records/record-services.tsx';

vi.mock('../../src/domain/find/marked-parts.ts', { spy: true });

// Files share modules, and another may have opened Find with the real ones.
vi.resetModules();
afterAll(() => void vi.resetModules());
const { markedParts } = await import('../../src/domain/find/marked-parts.ts');
const { framePorts } = await import('../support/browser/frame-ports.ts');
const { seedAnns } = await import('../support/kinds/kinds.ts');
const { startApp } = await import('../support/records/record-services.tsx');

let records: TestRecords;
let clock: ReturnType<typeof setInterval>;

beforeEach(async () => {
  records = await seedAnns();
  clock = setInterval(tick, 5);
});

afterEach(() => clearInterval(clock));

function tick(): void {
  act(() => records.clock.advance(20));
}

/** Ends each task after one step of a search, and lets no other begin until `clock` goes on. */
function holdAnswers(): void {
  clearInterval(clock);
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 10));
}

type User = ReturnType<typeof startApp>['user'];

async function find(user: User, typed = ''): Promise<HTMLElement> {
  await screen.findByRole('button', { name: 'Find' });
  await user.keyboard('{Control>}k{/Control}');
  const dialog = await screen.findByRole('dialog', { name: 'Find' });
  const field = within(dialog).getByRole('combobox', { name: 'Find' });
  await waitFor(() => expect(field).toHaveFocus());
  if (typed !== '') await user.type(field, typed);
  return dialog;
}

function options(): string[] {
  return screen.queryAllByRole('option').map((option) => option.textContent);
}

function marked(): string | null | undefined {
  const id = screen.getByRole('combobox').getAttribute('aria-activedescendant') ?? '';
  const option = document.getElementById(id);
  expect(option).toHaveAttribute('aria-selected', 'true');
  return option?.textContent;
}

test('the last digits of a phone and Enter open the customer, from a field too', async () => {
  const { user } = startApp('/work-orders', records);
  await user.click(await screen.findByRole('searchbox', { name: 'Search work orders' }));
  await find(user, '4567{Enter}');
  await waitFor(() => expect(window.location.pathname).toBe('/customers/1'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Ann Lee' })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('all kinds are found at once, the best first, and the keys mark one after the other', async () => {
  const { user } = startApp('/dashboard', records);
  await find(user, 'ann');
  await screen.findByRole('group', { name: 'Work Orders' });
  expect(
    screen.getAllByRole('group').map((group) => group.getAttribute('aria-label') ?? 'kind'),
  ).toHaveLength(5);
  await waitFor(() => expect(marked()).toContain('Ann Lee'));
  await user.keyboard('{ArrowDown}');
  expect(marked()).toContain('Tear out');
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(marked()).toBe(options().at(-1));
  expect(await screen.findByText(/^\d+ results$/)).toBeVisible();
});

test('letters typed before the field has the focus are in it', async () => {
  const { user } = startApp('/dashboard', records);
  await find(user);
  await user.keyboard('{Escape}');
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const field = screen.getByRole('combobox', { name: 'Find' });
  expect(field).not.toHaveFocus();
  for (const key of 'tear') fireEvent.keyDown(document.body, { key });
  await waitFor(() => expect(field).toHaveFocus());
  await user.keyboard(' out');
  expect(field).toHaveValue('tear out');
});

test('a work order is found by its notes, and the line is shown', async () => {
  const { user } = startApp('/dashboard', records);
  await find(user, 'gate code');
  expect(await screen.findByRole('option', { name: /Tear out.*Gate code 12/ })).toBeVisible();
});

test('chips narrow to a kind, > to actions and # to numbers', async () => {
  const { user } = startApp('/dashboard', records);
  const dialog = await find(user, 'ann');
  await user.click(await within(dialog).findByRole('button', { name: 'Projects' }));
  await waitFor(() => expect(screen.getAllByRole('group')).toHaveLength(2));
  const field = within(dialog).getByRole('combobox');
  await user.clear(field);
  await user.type(field, '> go to rep');
  await waitFor(() => expect(options()).toEqual(['Go to Reports']));
  await user.clear(field);
  await user.type(field, '> go to needs');
  await waitFor(() => expect(options()).toEqual(['Go to Needs a push']));
  await user.clear(field);
  await user.type(field, '#');
  await user.click(within(dialog).getByRole('button', { name: 'All' }));
  await user.type(field, '000-7');
  await waitFor(() => expect(options()).toHaveLength(1));
  expect(marked()).toContain('Tear out');
});

test('what is not found is said, and what is not on the device yet', async () => {
  const { user } = startApp('/dashboard', records);
  await find(user, 'zz-nobody');
  expect(await screen.findByText('Nothing matches “zz-nobody”')).toBeVisible();
  await act(() => records.say({ pulledAt: null, reasons: ['offline'] }));
  expect(
    await screen.findByText(/^Not on this device yet: customers, projects, estimates and work orders/),
  ).toBeVisible();
});

test('before something is typed, the last opened records and the actions are there', async () => {
  const { user } = startApp('/customers/2', records);
  await screen.findByRole('heading', { level: 1, name: 'Ben Brown' });
  const dialog = await find(user);
  const recent = await within(dialog).findByRole('group', { name: 'Recently opened' });
  expect(within(recent).getByRole('option')).toHaveTextContent('Ben Brown');
  const actions = within(dialog).getByRole('group', { name: 'Actions' });
  expect(within(actions).getByRole('option', { name: 'Add Estimate' })).toBeVisible();
  await user.click(within(actions).getByRole('option', { name: 'Go to Settings' }));
  await waitFor(() => expect(window.location.pathname).toBe('/settings'));
});

test('an action opens a form, and the new record is shown once it is saved', async () => {
  const { user } = startApp('/dashboard', records);
  await find(user, 'add cust{Enter}');
  const form = await screen.findByRole('dialog', { name: 'Add New Customer' });
  await user.type(await within(form).findByLabelText('First Name'), 'Nora');
  await user.click(within(form).getByRole('button', { name: 'Create' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Nora' })).toBeVisible();
});

test('the right arrow shows what can be done with a record, and the left one leads back', async () => {
  const { user } = startApp('/dashboard', records);
  const dialog = await find(user, 'ann lee');
  await waitFor(() => expect(marked()).toContain('Ann Lee'));
  await user.keyboard('{ArrowRight}');
  await within(dialog).findByRole('listbox', { name: 'Actions for Ann Lee' });
  expect(options()).toEqual([
    'Open',
    'Open in a new tab',
    'Call',
    'Text',
    'Email',
    'Directions',
    'Copy address',
    'Change status',
    'Add Project for Ann Lee',
    'Add Estimate for Ann Lee',
    'Add Work Order for Ann Lee',
  ]);
  await user.keyboard('{ArrowLeft}');
  await within(dialog).findByRole('listbox', { name: 'Results' });
  await user.keyboard('{ArrowRight}');
  await user.click(await within(dialog).findByRole('option', { name: 'Change status' }));
  await user.click(await within(dialog).findByRole('option', { name: 'Inactive' }));
  await gone(dialog);
  expect(await records.changes(1)).toMatchObject([{ resource: 'customers', localId: '1' }]);
});

test('each visit to the actions of a record begins anew, without the error of the last one', async () => {
  const { user } = startApp('/dashboard', records);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  const dialog = await find(user, 'ann lee');
  await waitFor(() => expect(marked()).toContain('Ann Lee'));
  await user.keyboard('{ArrowRight}');
  await user.click(await within(dialog).findByRole('option', { name: 'Copy address' }));
  await within(dialog).findByText(/^The address could not be copied/);
  await user.click(within(dialog).getByRole('option', { name: 'Change status' }));
  await within(dialog).findByRole('option', { name: 'Inactive' });
  await user.keyboard('{ArrowLeft}{ArrowRight}');
  expect(await within(dialog).findByRole('option', { name: 'Change status' })).toBeVisible();
  expect(within(dialog).queryByText(/^The address could not be copied/)).toBeNull();
});

test('a new estimate for a found work order has its customer', async () => {
  const { user } = startApp('/dashboard', records);
  const dialog = await find(user, 'tear out');
  await waitFor(() => expect(marked()).toContain('Tear out'));
  await user.keyboard('{ArrowRight}');
  await user.click(await within(dialog).findByRole('option', { name: 'Add Estimate for Ann Lee' }));
  const form = await screen.findByRole('dialog', { name: 'Add New Estimate' });
  expect(await within(form).findByLabelText('Customer')).toHaveValue('Ann Lee');
});

test('a found work order is moved to another day, which can be undone', async () => {
  const { user } = startApp('/dashboard', records);
  const dialog = await find(user, 'tear out');
  await waitFor(() => expect(marked()).toContain('Tear out'));
  await user.keyboard('{ArrowRight}');
  await user.click(await within(dialog).findByRole('option', { name: 'Move to another day' }));
  await user.click(await within(dialog).findByRole('option', { name: 'Move to tomorrow' }));
  await gone(dialog);
  const tomorrow = dayAfter(dayAt(records.clock.now()));
  expect(await records.changes(1)).toMatchObject([
    { resource: 'workOrders', fields: { scheduled_date: { value: expect.stringContaining(tomorrow) } } },
  ]);
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible();
});

async function completeFound(item: string): Promise<User> {
  const notes = `--- Checklist ---\n${item}`;
  await records.seedAll('workOrders', [{ title: 'Dry the cellar', status: 'in_progress', notes }]);
  const { user } = startApp('/dashboard', records);
  const dialog = await find(user, 'dry the cellar');
  await waitFor(() => expect(marked()).toContain('Dry the cellar'));
  await user.keyboard('{ArrowRight}');
  await user.click(await within(dialog).findByRole('option', { name: 'Change status' }));
  await user.click(await within(dialog).findByRole('option', { name: 'Completed' }));
  return user;
}

const COMPLETED = [{ fields: { status: { value: 'completed' } } }];

test('a found job is completed at once if nothing on its checklist is open', async () => {
  await completeFound('[x] Photos');
  expect(await records.changes(1)).toMatchObject(COMPLETED);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a found job with open items is completed only after a question', async () => {
  const user = await completeFound('[ ] Photos');
  const question = await screen.findByRole('dialog', { name: 'Finish this job?' });
  expect(await records.outbox()).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Finish anyway' }));
  expect(await records.changes(1)).toMatchObject(COMPLETED);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('Ctrl and Enter open a record in another tab', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const { user } = startApp('/dashboard', records);
  const dialog = await find(user, 'ann lee');
  await waitFor(() => expect(marked()).toContain('Ann Lee'));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await gone(dialog);
  expect(open).toHaveBeenCalledWith('/customers/1', '_blank', 'noreferrer');
  expect(window.location.pathname).toBe('/dashboard');
});

test('Escape closes first the actions of a record, then Find, and gives the focus back', async () => {
  const { user } = startApp('/dashboard', records);
  const button = await screen.findByRole('button', { name: 'Find' });
  await user.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Find' });
  await user.type(within(dialog).getByRole('combobox'), 'ann lee');
  await waitFor(() => expect(marked()).toContain('Ann Lee'));
  await user.keyboard('{ArrowRight}');
  await within(dialog).findByRole('button', { name: 'Back to the results' });
  await user.keyboard('{Escape}');
  expect(await within(dialog).findByRole('listbox', { name: 'Results' })).toBeVisible();
  await user.keyboard('{Escape}');
  await gone(dialog);
  expect(button).toHaveFocus();
});

test.each([
  ['Linux', '{Control>}k{/Control}', '{Meta>}k{/Meta}', 'Ctrl Enter'],
  ['Macintosh', '{Meta>}k{/Meta}', '{Control>}k{/Control}', '⌘ Enter'],
])('on %s one key opens it, and the other is left to the browser', async (userAgent, ours, theirs, hint) => {
  const ports = framePorts();
  const browser = { ...ports.browser, userAgent };
  const { user } = startApp('/customers', records, { props: { ports: { ...ports, browser } } });
  await screen.findByLabelText('Edit Ann Lee');
  await user.keyboard(theirs);
  await user.keyboard(ours);
  expect(await screen.findByRole('dialog', { name: 'Find' })).toHaveTextContent(hint);
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
});

test('over a dialog the key opens nothing, and the browser’s own search neither', async () => {
  const { user } = startApp('/customers', records);
  await user.click(await screen.findByRole('button', { name: 'Add Customer' }));
  const form = await screen.findByRole('dialog', { name: 'Add New Customer' });
  const isLeft = fireEvent.keyDown(await within(form).findByLabelText('City'), { key: 'k', ctrlKey: true });
  expect(isLeft).toBe(false);
  expect(screen.queryByRole('dialog', { name: 'Find' })).toBeNull();
});

test('Enter that ends a composition chooses nothing, even in Safari', async () => {
  const { user } = startApp('/dashboard', records);
  const dialog = await find(user, 'ann lee');
  await waitFor(() => expect(marked()).toContain('Ann Lee'));
  const field = within(dialog).getByRole('combobox');
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  fireEvent.keyDown(field, { key: 'Escape', keyCode: 229 });
  expect(dialog).toBeInTheDocument();
  expect(window.location.pathname).toBe('/dashboard');
});

test('the key obeys the switch, and does nothing over a dialog; the button always opens Find', async () => {
  const off = { isOn: () => false, set: () => {} };
  const { user } = startApp('/customers', records, { props: { ports: framePorts({ shortcuts: off }) } });
  await screen.findByLabelText('Edit Ann Lee');
  await user.keyboard('{Control>}k{/Control}');
  await user.click(screen.getByRole('button', { name: 'Add Customer' }));
  const form = await screen.findByRole('dialog', { name: 'Add New Customer' });
  await user.keyboard('{Escape}');
  await gone(form);
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Find' }));
  expect(await screen.findByRole('dialog', { name: 'Find' })).toBeVisible();
});

test('a second Enter on Show all opens no hit of another kind', async () => {
  const notes = '--- Job ---\nFlags: cleo';
  await records.seed({ first_name: 'Cleo', status: 'active' });
  await records.seedAll(
    'workOrders',
    Array.from({ length: 8 }, (_, n) => ({ title: `Job ${n}`, status: 'pending', notes })),
  );
  const { user } = startApp('/dashboard', records);
  await find(user, 'cleo');
  await screen.findByRole('option', { name: 'Show all 8 work orders' });
  while (marked() !== 'Show all 8 work orders') await user.keyboard('{ArrowDown}');
  holdAnswers();
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' });
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' });
  clock = setInterval(tick, 5);
  await waitFor(() => expect(window.location.pathname).toMatch(/^\/work-orders\//));
});

test('the right arrow acts on no hit of an earlier text', async () => {
  const { user } = startApp('/dashboard', records);
  const dialog = await find(user, 'ann lee');
  await waitFor(() => expect(marked()).toContain('Ann Lee'));
  await screen.findByText(/^\d+ results?$/);
  const field = within(dialog).getByRole<HTMLInputElement>('combobox');
  holdAnswers();
  fireEvent.change(field, { target: { value: 'ann leex' } });
  fireEvent.keyDown(field, { key: 'ArrowRight' });
  expect(within(dialog).getByRole('listbox', { name: 'Results' })).toBeVisible();
});

test('typing redraws only the field until its hits are found, and an arrow key redraws at most two hits', async () => {
  await records.seed(
    ...Array.from({ length: 60 }, (_, n) => ({ first_name: 'Cleo', last_name: `Nr${n}`, status: 'active' })),
  );
  const { user } = startApp('/dashboard', records);
  const dialog = await find(user, 'cleo');
  await user.click(within(dialog).getByRole('button', { name: 'Customers' }));
  await waitFor(() => expect(options()).toHaveLength(51));
  const field = within(dialog).getByRole('combobox');
  await screen.findByText(/^\d+ results$/);
  const drawn = vi.mocked(markedParts);
  expect(drawn).toHaveBeenCalled();
  drawn.mockClear();
  holdAnswers();
  fireEvent.change(field, { target: { value: 'cleo n' } });
  expect(await screen.findByText('Searching…')).toBeVisible();
  expect(drawn).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(marked()).toContain('Nr');
  const texts = new Set(drawn.mock.calls.map(([text]) => text));
  expect(texts.size).toBeGreaterThan(0);
  expect(texts.size).toBeLessThanOrEqual(2);
});

test('more than a few hits of a kind are counted, shown on request, and lead to the list', async () => {
  await records.seed(
    ...Array.from({ length: 60 }, (_, n) => ({ first_name: 'Cleo', last_name: `Nr${n}`, status: 'active' })),
  );
  const { user } = startApp('/dashboard', records);
  await find(user, 'cleo');
  await user.click(await screen.findByRole('option', { name: 'Show all 60 customers' }));
  await waitFor(() =>
    expect(window.location.pathname + window.location.search).toBe('/customers?search=cleo'),
  );
});
