import { screen, within } from '@testing-library/react';

/** Finds a part of the dashboard by its heading. */
export async function part(name: string): Promise<HTMLElement> {
  return screen.findByRole('region', { name });
}

/** Returns the texts of a table's cells. */
export function rowsOf(table: HTMLElement): (string | null)[][] {
  return within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
}
