import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { DateChoices } from '../../src/crud/list/date-choices.tsx';
import { type RecordServices, RecordsContext } from '../../src/records/record-services.ts';

import { ManualClock } from '../support/browser/manual-clock.ts';
import { TestPage } from '../support/browser/test-page.ts';

/** Shows the choices, and answers what was chosen last. `isSlow`: nothing of it is rendered before `catchUp`. */
function open(first: string, isSlow = false) {
  let held = first;
  let catchUp = (): void => {};
  function Filter() {
    const [chosen, setChosen] = useState(first);
    const choose = (choice: string): void => {
      held = choice;
      catchUp = () => setChosen(choice);
      if (!isSlow) catchUp();
    };
    return <DateChoices date={{ field: 'valid_until', label: 'Valid' }} chosen={chosen} onChoose={choose} />;
  }
  render(
    <MantineProvider>
      <RecordsContext value={{ clock: new ManualClock(), page: new TestPage() } as unknown as RecordServices}>
        <Filter />
      </RecordsContext>
    </MantineProvider>,
  );
  const field = (end: string) => screen.getByLabelText(`Valid ${end}`, { selector: 'input' });
  return { user: userEvent.setup(), field, held: () => held, catchUp: () => act(() => catchUp()) };
}

test('on a slow device, a day that is typed before the other one is rendered does not lose it', async () => {
  const { user, field, held, catchUp } = open('', true);
  await user.type(field('from'), '2/3/01');
  await user.tab();
  await waitFor(() => expect(held()).toBe('2001-02-03..'));
  await user.type(field('to'), 'Feb 2, 2001');
  await user.tab();
  catchUp();
  expect(field('to')).toHaveAccessibleDescription(/first day comes after the last/);
  expect(held()).toMatch(/^2001-02-03\.\.(?!2001-02-02)/);
  await user.clear(field('to'));
  await user.type(field('to'), '2/4/01');
  await user.tab();
  await waitFor(() => expect(held()).toBe('2001-02-03..2001-02-04'));
  catchUp();
  await user.click(screen.getByRole('button', { name: 'Today' }));
  catchUp();
  expect(field('from')).toHaveValue('');
});

test('days are typed as in the forms, and one that is none is not looked for', async () => {
  const { user, field, held } = open('');
  await user.type(field('from'), '11/27/26');
  await user.tab();
  await waitFor(() => expect(field('from')).toHaveValue('Nov 27, 2026'));
  expect(held()).toBe('2026-11-27..');
  await user.type(field('to'), 'Nov 26, 2026');
  expect(field('to')).toHaveAccessibleDescription(/first day comes after the last/);
  expect(held()).not.toContain('2026-11-26');
  await user.clear(field('to'));
  await user.type(field('to'), '02/30/27');
  await user.tab();
  expect(field('to')).toHaveAccessibleDescription(/02\/30\/27/);
  await user.clear(field('to'));
  await user.type(field('to'), '3/5/27');
  await user.tab();
  await waitFor(() => expect(held()).toBe('2026-11-27..2027-03-05'));
  await user.clear(field('from'));
  await user.tab();
  await waitFor(() => expect(held()).toBe('..2027-03-05'));
});
