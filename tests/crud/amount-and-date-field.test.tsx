import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, useEffect, useState } from 'react';
import { describe, expect, test } from 'vitest';
import { AmountField } from '../../src/crud/form/amount-field.tsx';
import { DateField } from '../../src/crud/form/date-field.tsx';
import { type RecordServices, RecordsContext } from '../../src/records/record-services.ts';

import { ManualClock } from '../support/browser/manual-clock.ts';
import { TestPage } from '../support/browser/test-page.ts';
import { type } from '../support/kinds/screen.ts';

interface FieldProps<V> {
  readonly label: string;
  readonly value: V;
  readonly onChange: (value: V) => void;
}

/** Shows one field with its value, and answers what the draft holds. */
function open<V>(Field: ComponentType<FieldProps<V>>, first: V) {
  let held = first;
  function Form() {
    const [value, setValue] = useState(first);
    useEffect(() => {
      held = value;
    });
    return <Field label="Field" value={value} onChange={setValue} />;
  }
  render(
    <MantineProvider>
      <RecordsContext value={{ clock: new ManualClock(), page: new TestPage() } as unknown as RecordServices}>
        <Form />
      </RecordsContext>
    </MantineProvider>,
  );
  const field = screen.getByLabelText('Field');
  return { field, user: userEvent.setup(), held: () => held };
}

/** A day of the calendar that is open. */
async function dayButton(day: string): Promise<Element> {
  return waitFor(() => {
    const found = document.querySelector(`[data-dates-dropdown] button[aria-label^="${day}"]`);
    if (!found) throw new Error(`There is no ${day}.`);
    return found;
  });
}

describe('an amount', () => {
  // @spec 5.7 D1.19 D1.21
  test('is read as it is written, and shown with its cents once one turns away', async () => {
    const { field, user, held } = open(AmountField, 0);
    expect(field).toHaveValue('');
    await user.type(field, '12,500');
    expect([held(), field]).toEqual([12500, field]);
    expect(field).toHaveValue('12,500');
    await user.tab();
    expect(field).toHaveValue('12,500.00');
    await user.clear(field);
    expect(held()).toBe(0);
  });

  // @spec D1.20
  test('that is none stays as it was typed, for saving to refuse', async () => {
    const { field, user, held } = open(AmountField, 80);
    await user.clear(field);
    await user.type(field, 'abc');
    await user.tab();
    expect([held(), (field as HTMLInputElement).value]).toEqual(['abc', 'abc']);
  });

  // @spec D1.21
  test('that the server did not have is none again when it is taken back', async () => {
    const { field, user, held } = open(AmountField, null as number | string | null);
    await user.type(field, '5');
    expect(held()).toBe(5);
    await user.clear(field);
    await user.tab();
    expect(held()).toBeNull();
  });
});

describe('a day', () => {
  test.each([
    ['3/5/2026', '2026-03-05'],
    ['2026-03-05', '2026-03-05'],
    ['mar 5, 2026', '2026-03-05'],
    ['3/5/26', '2026-03-05'],
    ['Mar 5', '2026-03-05'],
  ])('may be typed as %s', async (typed, day) => {
    const { field, user, held } = open(DateField, null as string | null);
    await user.click(field);
    type(field, typed);
    await user.tab();
    expect([held(), (field as HTMLInputElement).value]).toEqual([day, 'Mar 5, 2026']);
    await user.clear(field);
    expect(held()).toBeNull();
  });

  test('may be typed key by key, although its beginning is a day as well', async () => {
    const { field, user, held } = open(DateField, null as string | null);
    await user.type(field, '12/15/2027');
    expect(field).toHaveValue('12/15/2027');
    await user.tab();
    expect([held(), (field as HTMLInputElement).value]).toEqual(['2027-12-15', 'Dec 15, 2027']);
    await user.clear(field);
    await user.type(field, 'Jan 15');
    await user.tab();
    expect([held(), (field as HTMLInputElement).value]).toEqual(['2026-01-15', 'Jan 15, 2026']);
  });

  test('that is none says so and stays as it was typed', async () => {
    const { field, user, held } = open(DateField, '2026-03-05' as string | null);
    await user.clear(field);
    type(field, 'next week');
    expect(field).toBeValid();
    await user.tab();
    expect(screen.getByText('“next week” is not a date. Write it like 3/5/2026')).toBeVisible();
    expect([held(), (field as HTMLInputElement).value]).toEqual(['next week', 'next week']);
    type(field, '2/30/2026');
    fireEvent.blur(field);
    expect(field).toBeInvalid();
    await user.click(field);
    type(field, '4/1/2026');
    await user.tab();
    expect([held(), (field as HTMLInputElement).value]).toEqual(['2026-04-01', 'Apr 1, 2026']);
    expect(field).toBeValid();
  });

  test('may be chosen from the calendar', async () => {
    const { field, user, held } = open(DateField, '2026-03-05' as string | null);
    await user.click(field);
    fireEvent.click(await dayButton('17 March 2026'));
    expect([held(), (field as HTMLInputElement).value]).toEqual(['2026-03-17', 'Mar 17, 2026']);
  });
});

test('a date-time stays one, at the time of the device', async () => {
  const { field, user, held } = open(DateField, '2026-03-05T10:00:00.000Z' as string | null);
  expect(field.textContent).toMatch(/^Mar 5, 2026 \d{1,2}:00 [AP]M$/);
  await user.click(field);
  fireEvent.click(await dayButton('17 March 2026'));
  expect(held()).toBe('2026-03-17T10:00:00Z');
});
