import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Opens the account menu and chooses an entry, once it is enabled. */
export async function chooseInMenu(user: UserEvent, name: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Account menu' }));
  const entry = await screen.findByRole('menuitem', { name });
  await waitFor(() => {
    if (entry.getAttribute('aria-disabled') === 'true') throw new Error(`${name} cannot be chosen`);
  });
  await user.click(entry);
}
