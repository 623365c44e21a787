import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { csvOf } from '../../src/crud/list/exported-rows.ts';
import { exportOf, REPORTS, type Report } from '../../src/domain/reports.ts';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { CUSTOMERS } from '../support/kinds/customers.ts';
import { button, gone } from '../support/kinds/screen.ts';
import { WORK_ORDERS } from '../support/kinds/work-orders.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';

// A server that keeps moments writes 4 PM of California as a midnight in UTC, which elsewhere is how a day is written.

const MINUTE = 60_000;
const OWN_ZONE = process.env['TZ'];

function moveTo(zone: string | undefined): void {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
}

afterEach(() => moveTo(OWN_ZONE));

const MOMENTS = { moment: '2026-01-02T17:00:00Z' };

/** The app at a moment, over work orders of which the server writes the dates in these forms. */
async function open(path: string, at: string, orders: readonly Fields[], forms = {}) {
  const records = await TestRecords.open();
  records.clock.advance(Date.parse(at) - records.clock.now());
  await records.seed(CUSTOMERS.a);
  await records.seedAll(
    'workOrders',
    orders.map((given) => ({ ...WORK_ORDERS.a, status: 'assigned', notes: '', ...given })),
  );
  await records.say({ reasons: ['offline'] });
  await records.seeDates(forms);
  return { records, ...startApp(path, records) };
}

async function rowOf(title: string): Promise<HTMLElement> {
  const link = await screen.findByRole('link', { name: title });
  return link.closest('tr, li, article') as HTMLElement;
}

const titles = () =>
  [...document.querySelectorAll('main tbody tr')].map((row) => row.querySelector('a')?.textContent);

/** Where a midnight in UTC is on the wall, in words, and the morning of that day. */
const HERE = [
  ['America/Los_Angeles', '2026-12-01T00:00:00Z', 'Nov 30, 2026, 4:00 PM', '2026-11-30T15:00:00Z'],
  ['America/Los_Angeles', '2026-07-01T00:00:00Z', 'Jun 30, 2026, 5:00 PM', '2026-06-30T15:00:00Z'],
  ['America/Chicago', '2026-12-01T00:00:00Z', 'Nov 30, 2026, 6:00 PM', '2026-11-30T15:00:00Z'],
  ['America/Chicago', '2026-07-01T00:00:00Z', 'Jun 30, 2026, 7:00 PM', '2026-06-30T15:00:00Z'],
  ['Pacific/Auckland', '2026-12-01T00:00:00Z', 'Dec 1, 2026, 1:00 PM', '2026-11-30T20:00:00Z'],
  ['Pacific/Auckland', '2026-07-01T00:00:00Z', 'Jul 1, 2026, 12:00 PM', '2026-06-30T20:00:00Z'],
] as const;

describe.each(HERE)('in %s, %s of a server of moments', (zone, midnight, words, morning) => {
  const [day = '', clock = ''] = words.split(/, (?=\d+:)/);
  const job = { title: 'Tear out', scheduled_date: midnight };

  test('has its hour in the list of today, on its page, on paper, in its form and in a file', async () => {
    moveTo(zone);
    const { user, records } = await open('/work-orders?scheduled_date=today', morning, [job], MOMENTS);
    const row = await rowOf('Tear out');
    // The list may be drawn before the forms of dates are read.
    await waitFor(() => expect(row).toHaveTextContent(words));
    await user.click(screen.getByRole('link', { name: 'Tear out' }));
    const head = await screen.findByText('Scheduled Date', { selector: 'h1 + div span' });
    expect(head.parentElement).toHaveTextContent(words);
    // By the clock: printing changes the title, which would call the library's `waitFor` again at once.
    await vi.waitFor(() => {
      act(() => void window.dispatchEvent(new Event('beforeprint')));
      expect(document.querySelector('[data-paper]')).toHaveTextContent(words);
    }, 10_000);
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Work Order' });
    const field = await within(dialog).findByLabelText('Scheduled Date');
    expect(field).toHaveTextContent(`${day} ${clock}`);
    await user.type(within(dialog).getByLabelText('Title'), '!');
    await user.click(button(dialog, 'Update'));
    await gone(dialog);
    expect(await records.viewOf('workOrders', '1')).toMatchObject({ scheduled_date: midnight });
    expect(await fileOf(records, job)).toMatch(new RegExp(`,${inFile(words)},`));
  });

  test('is next on the dashboard today, and stands on Today at its hour', async () => {
    moveTo(zone);
    const { user } = await open('/dashboard', morning, [job], MOMENTS);
    const next = await screen.findByRole('region', { name: 'Next on the schedule' });
    await waitFor(() => expect(within(next).getByRole('listitem')).toHaveTextContent(/^Today/));
    await user.click(within(next).getByRole('link', { name: 'Today’s jobs' }));
    const today = await screen.findByRole('region', { name: 'Today' });
    expect(within(today).getByRole('listitem')).toHaveTextContent(new RegExp(`^${clock}`));
  });

  test('is the day that is written while no moment has been seen', async () => {
    moveTo(zone);
    const { records } = await open('/work-orders', morning, [job]);
    const row = await rowOf('Tear out');
    expect(row).toHaveTextContent(midnight.startsWith('2026-12') ? 'Dec 1, 2026' : 'Jul 1, 2026');
    expect(row).not.toHaveTextContent(/\d [AP]M/);
    expect(await fileOf(records, job)).toContain(`,${midnight.slice(0, 10)},`);
  });
});

/** What an export says of a work order. */
async function fileOf({ clock, services: { collections } }: TestRecords, job: Fields): Promise<string> {
  const report = REPORTS.find(({ resource }) => resource === 'workOrders') as Report;
  const file = await csvOf(exportOf(report), [{ ...WORK_ORDERS.a, ...job }], { clock, collections });
  return file.text();
}

/** '2026-11-30 16:00' for 'Nov 30, 2026, 4:00 PM'. */
function inFile(words: string): string {
  const at = new Date(words);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `2026-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:00`;
}

describe('screens', () => {
  const orders = [
    { title: 'Midnight', scheduled_date: '2026-12-01T00:00:00Z' },
    { title: 'Day', scheduled_date: '2026-12-01' },
    { title: 'Evening before', scheduled_date: '2026-11-30T23:30:00-06:00' },
  ];

  test('change when the first moment is seen, and their order with them', async () => {
    moveTo('America/Los_Angeles');
    const { records } = await open('/work-orders?sort=scheduled_date', '2026-11-30T15:00:00Z', orders);
    await waitFor(() => expect(titles()).toEqual(['Evening before', 'Midnight', 'Day']));
    await records.seeDates({ ...MOMENTS, days: true });
    await waitFor(() => expect(titles()).toEqual(['Midnight', 'Evening before', 'Day']));
    expect(await rowOf('Midnight')).toHaveTextContent('Nov 30, 2026, 4:00 PM');
    expect(await rowOf('Evening before')).toHaveTextContent('Nov 30, 2026, 9:30 PM');
    expect(await rowOf('Day')).toHaveTextContent('Dec 1, 2026');
  });

  test('change within a minute when the device is in another time zone', async () => {
    moveTo('America/Los_Angeles');
    const { records } = await open('/work-orders', '2026-11-30T15:00:00Z', orders, MOMENTS);
    expect(await rowOf('Midnight')).toHaveTextContent('Nov 30, 2026, 4:00 PM');
    moveTo('Pacific/Auckland');
    act(() => records.clock.advance(MINUTE));
    await waitFor(async () => expect(await rowOf('Midnight')).toHaveTextContent('Dec 1, 2026, 1:00 PM'));
  });
});

describe('a new work order', () => {
  async function openNew(forms: object) {
    moveTo('America/Los_Angeles');
    const { user, records } = await open('/work-orders?new', '2026-11-30T15:00:00Z', [], forms);
    const dialog = await screen.findByRole('dialog', { name: 'Add New Work Order' });
    await within(dialog).findByLabelText('Scheduled Date');
    const field = (): HTMLElement => within(dialog).getByLabelText('Scheduled Date');
    async function save(): Promise<unknown> {
      await user.click(button(dialog, 'Create'));
      await gone(dialog);
      return (await records.changes(1))[0]?.fields['scheduled_date']?.value;
    }
    return { user, field, save };
  }

  test.each([
    ['no date has been seen', {}],
    ['it has days beside moments', { ...MOMENTS, days: true }],
  ])('has a day where %s', async (_, forms) => {
    const { user, field, save } = await openNew(forms);
    await user.type(field(), '12/1/26');
    await user.tab();
    expect(field()).toHaveValue('Dec 1, 2026');
    expect(await save()).toBe('2026-12-01');
  });

  // @spec D1.55
  test('has a moment where the server has nothing else, and it is the one that was picked', async () => {
    const { user, field, save } = await openNew(MOMENTS);
    // Nothing is laid out here, and Mantine warns that it finds nothing to focus.
    vi.spyOn(console, 'warn').mockReturnValue();
    await waitFor(() => expect(field().tagName).toBe('BUTTON'));
    await user.click(field());
    const days = await waitFor(() => {
      const found = document.querySelectorAll<HTMLElement>('[data-dates-dropdown] td button');
      expect(found.length).toBeGreaterThan(27);
      return found;
    });
    fireEvent.click(days[14] as HTMLElement);
    await waitFor(() => expect(field()).toHaveTextContent(/, \d{4} \d/));
    const picked = new Date(field().textContent ?? '').toISOString();
    expect(await save()).toBe(picked.replace('.000', ''));
  });
});
