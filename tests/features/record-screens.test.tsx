import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { CUSTOMERS } from '../support/kinds/customers.ts';
import { KINDS, seedAnns } from '../support/kinds/kinds.ts';
import { button, chooseMore, gone, type } from '../support/kinds/screen.ts';
import { halfRead } from '../support/records/half-read.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';

function texts(elements: Iterable<Element>): (string | undefined)[] {
  return [...elements].map((element) => element.textContent?.trim());
}

describe.each(KINDS)('a record of %s', (_, kind) => {
  const { label, record, path } = kind;
  const [title] = kind.titles;

  // @spec 2.19 2.21 3.2 D1.7
  test('shows what is known, how to reach the people, and what belongs to it', async () => {
    const { user } = startApp(`${path}/1`, await seedAnns());
    const heading = await screen.findByRole('heading', { level: 1, name: title });
    const facts = () => [...document.querySelectorAll('main dl > div')];
    await waitFor(() => expect(facts().length).toBeGreaterThan(0));
    expect(facts().map((fact) => texts(fact.children))).toEqual(record.facts);
    expect(texts(heading.nextElementSibling?.children ?? [])).toEqual(record.line);
    expect(heading.previousElementSibling).toHaveTextContent(record.kind);
    expect(document.title).toBe(`${title} · Restoration CRM`);

    for (const [words, href] of Object.entries(record.contacts)) {
      expect(screen.getByRole('link', { name: words })).toHaveAttribute('href', href);
    }
    expect(document.querySelectorAll('main a[href^=http]')).toHaveLength(1);

    // Those of other records: each can be added to.
    await user.click(screen.getByRole('tab', { name: 'Work' }));
    const add = () => within(screen.getByRole('main')).getAllByRole('button', { name: /^Add / });
    const sections = () => add().map((one) => one.closest('section') as HTMLElement);
    await waitFor(() => {
      const heads = sections().map((section) => texts(section.querySelectorAll('h2, h2 + p')));
      expect(heads).toEqual(record.related.map(([heading, sum]) => [heading, sum]));
    });
    for (const [place, [, , ...parts]] of record.related.entries()) {
      const rows = texts(sections()[place]?.querySelectorAll('li') ?? []);
      expect(rows).toEqual(parts.map((part) => expect.stringContaining(part) as string));
    }
    for (const one of add()) {
      await user.click(one);
      const name = String(one.getAttribute('aria-label')).replace('Add', 'Add New');
      const dialog = await screen.findByRole('dialog', { name });
      expect(await within(dialog).findByLabelText('Customer')).toHaveValue('Ann Lee');
      await user.click(button(dialog, 'Cancel'));
      await gone(dialog);
    }
  });

  // @spec 4.11 D1.7
  test('shows what waits, and says so when it was deleted while it was open', async () => {
    const records = await seedAnns();
    await records.say({ reasons: ['offline'] });
    const { user } = startApp(`${path}/1`, records);
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const dialog = await screen.findByRole('dialog', { name: `Edit ${label.title}` });
    type(await within(dialog).findByLabelText(kind.form.change.label), 'Changed');
    await user.click(button(dialog, 'Update'));
    await gone(dialog);
    const main = screen.getByRole('main');
    expect(await within(main).findByText(/^Waiting to sync: the latest change/)).toBeVisible();
    const change = new RegExp(`^Change to ${kind.form.change.label} · Waiting · `);
    expect(await screen.findByText(change)).toBeVisible();

    await records.services.db.relaxed[kind.resource].delete('1');
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent(`This ${label.noun} was deleted.`),
    );
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    await user.click(within(main).getByRole('link', { name: label.plural }));
    expect(await screen.findByRole('searchbox')).toBeVisible();
  });

  // @spec D1.7
  test('can be deleted, which leads back to the list', async () => {
    const records = await seedAnns();
    const { user } = startApp(`${path}/1`, records);
    await chooseMore(user, 'Delete');
    const dialog = await screen.findByRole('dialog', { name: `Delete ${label.title}` });
    expect(dialog).toHaveTextContent(title);
    const said: string[] = [];
    new MutationObserver(() => said.push(document.body.textContent ?? '')).observe(document.body, {
      childList: true,
      subtree: true,
    });
    await user.click(button(dialog, 'Delete'));
    await waitFor(() => expect(window.location.pathname).toBe(path));
    expect(said.filter((text) => text.includes('was deleted'))).toEqual([]);
    expect((await records.changes(1))[0]).toMatchObject({ kind: 'delete', resource: kind.resource });
  });

  test('that nobody knows says so', async () => {
    startApp(`${path}/nobody`, await TestRecords.open());
    expect(await screen.findByText('This record is not on this device.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: label.title })).toBeVisible();
    expect(await screen.findByText(/^It may have been deleted, or the link is wrong\./)).toBeVisible();
  });

  test('that may come with the first download is not said to be deleted', async () => {
    const records = await TestRecords.open();
    await records.say({ pulledAt: null });
    startApp(`${path}/nobody`, records);
    const words = `This device has not fetched all ${label.plural.toLowerCase()} yet.`;
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByText(/may have been deleted/)).toBeNull();
  });
});

// @spec 2.48 D2.1
test('a name that changes elsewhere changes in what refers to it', async () => {
  const records = await seedAnns();
  startApp('/projects/1', records);
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Ann Lee' })).toHaveLength(2));
  for (const link of screen.getAllByRole('link', { name: 'Ann Lee' }))
    expect(link).toHaveAttribute('href', '/customers/1');
  await records.services.db.relaxed.customers.update('1', { 'view.last_name': 'Leeson' });
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Ann Leeson' })).toHaveLength(2));
  fireEvent.click(screen.getByRole('tab', { name: 'Work' }));
  expect(await screen.findByText('Also for Ann Leeson')).toBeVisible();
});

test('more than five related records are shown when asked for', async () => {
  const records = await seedAnns();
  const more = Array.from({ length: 5 }, (_, index) => ({ title: `Job ${index}`, customer: '1' }));
  await records.seedAll('projects', more);
  const { user } = startApp('/customers/1?tab=work', records);
  const section = (await screen.findByRole('heading', { name: 'Projects' })).closest(
    'section',
  ) as HTMLElement;
  await waitFor(() => expect(section.querySelectorAll('li')).toHaveLength(5));
  await user.click(button(section, 'Show all 7'));
  expect(section.querySelectorAll('li')).toHaveLength(7);
});

test('related lists say that the device has not fetched all yet, instead of that there are none', async () => {
  const records = await seedAnns();
  await records.say({ pulledAt: null });
  startApp('/customers/1?tab=work', records);
  const of = async (name: string) => within(await screen.findByRole('region', { name }));
  const projects = await of('Projects');
  expect(await projects.findByText('This device has not fetched all projects yet.')).toBeVisible();
  await act(() => records.services.db.relaxed.projects.clear());
  await waitFor(() => expect(projects.queryByRole('listitem')).toBeNull());
  expect(projects.queryByText(/^(None|0)$/)).toBeNull();
  await records.say({});
  expect(await projects.findByText('None')).toBeVisible();
});

test('related lists never say that there are none while they are being read', async () => {
  const records = await seedAnns();
  const finish = halfRead(records, 'projects', { read: [], rest: [{ title: 'Attic', customer: '1' }] });
  const said = new Set<string>();
  const watch = new MutationObserver(() => {
    const section = screen.queryByRole('region', { name: 'Projects' });
    if (section) said.add(section.textContent);
  });
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  startApp('/customers/1?tab=work', records);
  await screen.findByRole('region', { name: 'Projects' });
  const estimates = within(await screen.findByRole('region', { name: 'Estimates' }));
  await estimates.findByRole('link', { name: 'Roof repair' });
  act(finish);
  expect(await screen.findByRole('link', { name: 'Attic' })).toBeVisible();
  watch.disconnect();
  expect([...said].filter((words) => /None|^Projects0/.test(words))).toEqual([]);
});

test('related work that is open comes first, by its day, before what is over, latest first', async () => {
  const records = await TestRecords.open();
  await records.seed(CUSTOMERS.a);
  const all = (resource: 'projects' | 'estimates' | 'workOrders', day: string, list: string[]) =>
    records.seedAll(
      resource,
      list.map((title) => {
        const [status = '', date = null] = title.split(' ');
        return { title, customer: '1', status, [day]: date };
      }),
    );
  const sorted = {
    Projects: [
      'on_hold 2026-02-01',
      'pending 2026-03-01',
      'pending',
      'completed 2026-01-02',
      'cancelled 2026-01-01',
    ],
    Estimates: [
      'sent 2026-02-01',
      'draft 2026-03-01',
      'accepted 2026-01-02',
      'rejected 2026-01-01',
      'expired',
    ],
    'Work Orders': [
      'in_progress 2026-02-01',
      'assigned 2026-03-01T09:00:00Z',
      'pending 2026-03-01T10:00:00Z',
      'cancelled 2026-04-02',
      'completed 2026-04-01',
    ],
  };
  await all('projects', 'estimated_completion_date', sorted.Projects.toReversed());
  await all('estimates', 'valid_until', sorted.Estimates.toReversed());
  await all('workOrders', 'scheduled_date', ['completed 2020-01-01', ...sorted['Work Orders'].toReversed()]);
  startApp('/customers/1?tab=work', records);
  for (const [name, titles] of Object.entries(sorted)) {
    const section = await screen.findByRole('region', { name });
    await waitFor(() => expect(texts(section.querySelectorAll('li a'))).toEqual(titles));
  }
});

test('related work leads there by its title, its number beside it, and by the number below the same title', async () => {
  const records = await seedAnns();
  const twin = (estimate_number: string) => ({
    title: 'Twin',
    customer: '1',
    status: 'draft',
    estimate_number,
  });
  await records.seedAll('estimates', [twin('EST-8'), twin('EST-9')]);
  startApp('/customers/1?tab=work', records);
  const section = within(await screen.findByRole('region', { name: 'Estimates' }));
  const roof = await section.findByRole('link', { name: 'Roof repair' });
  expect(roof.closest('li')).toHaveTextContent(/^Roof repair\$.*Sent ?EST-7$/);
  const twins = await section.findByRole('link', { name: 'Twin' });
  const below = twins.closest('li')?.nextElementSibling;
  // No amount is a blank, not a dash.
  expect(below).toHaveTextContent(/^EST-[89](?!-)/);
  expect(below).not.toHaveTextContent('Twin');
});

test('a customer with nothing to reach or to show says so when asked', async () => {
  const records = await TestRecords.open();
  await records.seed({});
  const { user } = startApp('/customers/1', records);
  expect(await screen.findByRole('heading', { level: 1, name: 'Unnamed customer' })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Show 4 empty fields', expanded: false }));
  expect(texts(document.querySelectorAll('main dd'))).toEqual(['-', '-', '-', '-']);
  await user.click(screen.getByRole('button', { name: 'Hide 4 empty fields', expanded: true }));
  expect(document.querySelectorAll('main dd')).toHaveLength(0);
  expect(screen.queryByRole('link', { name: 'Call' })).toBeNull();
  await user.click(screen.getByRole('tab', { name: 'Work' }));
  await waitFor(() => expect(texts(document.querySelectorAll('main h2 + p'))).toEqual(['0', '0', '0']));
});
