import { act, screen, within } from '@testing-library/react';
import { onTestFinished } from 'vitest';
import { startApp, type TestRecords } from '../records/record-services.tsx';

export type User = ReturnType<typeof startApp>['user'];

/** Lets time pass, so that work that yields between frames continues. */
export function tick({ clock }: TestRecords): void {
  const ticking = setInterval(() => act(() => clock.advance(1)), 5);
  onTestFinished(() => clearInterval(ticking));
}

/** Opens the import dialog on the list of customers. */
export async function openedOver(records: TestRecords) {
  tick(records);
  const { user } = startApp('/customers', records);
  const buttons = await screen.findAllByRole('button', { name: /^Import/ });
  await user.click(buttons[0] as HTMLElement);
  return { user, dialog: await screen.findByRole('dialog', { name: 'Import customers' }) };
}

export async function press(user: User, within_: HTMLElement, name: string | RegExp): Promise<void> {
  await user.click(within(within_).getByRole('button', { name }));
}
