import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { dayAfter } from '../../src/domain/plain-date.ts';
import { readSettings, saveSettings } from '../../src/records/company-settings.ts';
import { holdTable } from '../support/browser/held-table.ts';
import { button } from '../support/kinds/screen.ts';
import { onPhone, startApp, TestRecords } from '../support/records/record-services.tsx';
import {
  crew,
  dayButton,
  expectLists,
  job,
  lists,
  openToday,
  TODAY,
  WEEK,
} from '../support/records/today.tsx';

describe('the jobs of a day', () => {
  test('are mine until everybody’s are asked for', async () => {
    const jobs = [job('Mine', { notes: crew('Bo, Ann Lee') }), job('Theirs', { notes: crew('Bo') })];
    const { user } = await openToday([...jobs, job('Without a crew')], 'ann lee');
    await expectLists(['Today', 'Mine']);
    expect(screen.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
    const whose = screen.getByRole('group', { name: 'Whose jobs' });
    expect(within(whose).getByRole('button', { pressed: true })).toHaveTextContent('My jobs');
    await user.click(button(whose, 'All jobs'));
    await expectLists(['Today', 'Mine', 'Theirs', 'Without a crew']);
    await user.click(button(whose, 'My jobs'));
    await expectLists(['Today', 'Mine']);
  });

  test('are everybody’s where no crew has a name', async () => {
    await openToday([job('One'), job('Other')]);
    await expectLists(['Today', 'One', 'Other']);
    expect(screen.queryByRole('group', { name: 'Whose jobs' })).toBeNull();
    expect(screen.queryByText(/^Jobs are matched by name/)).toBeNull();
  });

  const QUESTION = 'Jobs are matched by name. You sign as maria. Which name is yours in the crew lists?';

  test('are mine by the name that I sign in with', async () => {
    await openToday([job('Mine', { notes: crew('Maria') }), job('Theirs', { notes: crew('Bo') })]);
    await expectLists(['Today', 'Mine']);
    expect(screen.queryByText(QUESTION)).toBeNull();
  });

  test('are everybody’s until a person of another name in the crew lists has chosen it, asked once', async () => {
    const { user, records } = await openToday([
      job('Mine', { notes: crew('Bo, Maria Ruiz') }),
      job('Theirs', { notes: crew('Bo') }),
    ]);
    const offers = await screen.findByRole('group', { name: QUESTION });
    await expectLists(['Today', 'Mine', 'Theirs']);
    expect(
      within(offers)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Maria Ruiz', 'Bo', 'I’m not in the list']);
    await user.click(button(offers, 'Maria Ruiz'));
    await expectLists(['Today', 'Mine']);
    expect(screen.queryByText(QUESTION)).toBeNull();
    expect((await readSettings(records.services)).myName).toBe('Maria Ruiz');
  });

  test('are asked about with the first names, and with all when they are asked for', async () => {
    const names = ['Ann Lee', 'Bo Diaz', 'Cy Ruiz', 'Di Wu', 'Ed Fox', 'Flo Ray'];
    const { user } = await openToday([job('Theirs', { notes: crew(names.join(', ')) })]);
    const offers = await screen.findByRole('group', { name: QUESTION });
    const words = () =>
      within(offers)
        .getAllByRole('button')
        .map(({ textContent }) => textContent);
    expect(words()).toEqual([...names.slice(0, 2), 'Others']);
    await user.click(button(offers, 'Others'));
    expect(words()).toEqual([...names, 'I’m not in the list']);
    expect(button(offers, 'Cy Ruiz')).toHaveFocus();
  });

  test('stay everybody’s for a person who is not in the crew lists, and nothing more is asked', async () => {
    const { user, records } = await openToday([job('Theirs', { notes: crew('Bo') })]);
    await user.click(await screen.findByRole('button', { name: 'I’m not in the list' }));
    await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull());
    await expectLists(['Today', 'Theirs']);
    expect((await readSettings(records.services)).myName).toBe('maria');
  });

  test('are asked about once: not while the answer of another day is being read', async () => {
    onPhone();
    const records = await TestRecords.open();
    await records.seedAll('workOrders', [job('Theirs', { notes: crew('Bo') })]);
    await saveSettings(records.services, { myName: 'maria' });
    const release = await holdTable('restoration-crm-accounts', 'settings');
    startApp('/today', records);
    await expectLists(['Today', 'Theirs']);
    expect(screen.queryByText(QUESTION)).toBeNull();
    release();
    await expect(readSettings(records.services)).resolves.toMatchObject({ myName: 'maria' });
    expect(screen.queryByText(QUESTION)).toBeNull();
  });

  test.each([
    ['with two blanks', 'Ann  Lee', 'Ann Lee'],
    ['with an accent composed in another way', 'Jose\u0301 Ruiz', 'Jos\u00e9 Ruiz'],
    ['last name first', 'Lee, Ann', 'Ann Lee'],
  ])('that are mine are found by a name written %s', async (_, myName, written) => {
    await openToday([job('Mine', { notes: crew(`Bo, ${written}`) }), job('Theirs')], myName);
    await waitFor(() => expect(lists()).toEqual([['Today', 'Mine']]));
  });

  test('of a name that no job has are none, and the names that jobs have are offered', async () => {
    const theirs = [job('Theirs', { notes: crew('Bo, Zoe Hill') }), job('Mine', { notes: crew('Ann Lee') })];
    const { user } = await openToday(theirs, 'Ann L');
    expect(await screen.findByText('No job has anyone named ‘Ann L’ on its crew.')).toBeVisible();
    const offers = screen.getByRole('group', { name: /another name/ });
    const names = within(offers).getAllByRole('button');
    expect(names.map(({ textContent }) => textContent)).toEqual(['Ann Lee', 'Bo', 'Zoe Hill']);
    await user.click(screen.getByRole('button', { name: 'No date' }));
    expect(await screen.findByText('No job has anyone named ‘Ann L’ on its crew.')).toBeVisible();
    await user.click(button(screen.getByRole('group', { name: /another name/ }), 'Ann Lee'));
    await user.click(screen.getByRole('button', { name: 'Today' }));
    await expectLists(['Today', 'Mine']);
    expect(screen.queryByText(/Nobody called/)).toBeNull();
  });

  test('of a name that only jobs of other days have: nothing is said of the name', async () => {
    await openToday(
      [job('Mine', { notes: crew('Ann Lee'), scheduled_date: '2020-01-01', status: 'completed' })],
      'ann lee',
    );
    expect(await screen.findByText('You have no jobs for this day.')).toBeVisible();
    expect(screen.queryByText(/Nobody called/)).toBeNull();
  });

  test('of the day and the people that were chosen are there again after a look at one', async () => {
    const mine = { scheduled_date: dayAfter(TODAY), notes: crew('Ann Lee') };
    const { user } = await openToday(
      [job('Mine', mine), job('Theirs', { ...mine, notes: crew('Bo') })],
      'Ann Lee',
    );
    await user.click(await dayButton(WEEK.indexOf(TODAY) + 1));
    await expectLists(['Tomorrow', 'Mine']);
    await user.click(screen.getByRole('button', { name: 'All jobs' }));
    await expectLists(['Tomorrow', 'Mine', 'Theirs']);
    expect(location.search).toBe(`?day=${dayAfter(TODAY)}&jobs=all`);
    await user.click(screen.getByRole('link', { name: 'Theirs' }));
    await screen.findByRole('heading', { level: 1, name: 'Theirs' });
    window.history.back();
    await expectLists(['Tomorrow', 'Mine', 'Theirs']);
    expect(await dayButton(WEEK.indexOf(TODAY) + 1)).toHaveAttribute('aria-current', 'date');
    await user.click(await screen.findByRole('button', { name: 'Today' }));
    await user.click(await screen.findByRole('button', { name: 'My jobs' }));
    await waitFor(() => expect(location.search).toBe(''));
  });
});
