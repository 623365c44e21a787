import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ImportAction } from '../../src/features/customers/import/import-state.ts';
import { SheetChoice } from '../../src/features/customers/import/preview.tsx';

const sheet = (name: string, rows: number) => ({
  name,
  lines: Array.from({ length: rows }, (_, at) => ({ row: at + 1, cells: ['x'] })),
});
const file = { file: 'clients.xlsx', encoding: null, isSure: true, encodings: [], told: [] };

it('a workbook says which other sheets have rows, and takes the one that is chosen', () => {
  const dispatch = vi.fn<(action: ImportAction) => void>();
  const sheets = [sheet('Notes', 1), sheet('Customers', 9), sheet('Old', 4)];
  render(
    <MantineProvider>
      <SheetChoice read={{ ...file, sheets }} sheet={1} dispatch={dispatch} />
    </MantineProvider>,
  );
  expect(screen.getByText('Not imported: Notes (1 row), Old (4 rows).')).toBeVisible();
  fireEvent.change(screen.getByLabelText('Sheet'), { target: { value: '2' } });
  expect(dispatch).toHaveBeenCalledWith({ type: 'sheet', sheet: 2 });
});

it('a sheet of more than 20,000 rows is named, but cannot be chosen', () => {
  const sheets = [sheet('Customers', 9), sheet('Log', 20_021), sheet('Old', 20_020)];
  render(
    <MantineProvider>
      <SheetChoice read={{ ...file, sheets }} sheet={0} dispatch={() => {}} />
    </MantineProvider>,
  );
  expect(screen.getByText(/^Not imported: Log/)).toBeVisible();
  expect(screen.getByRole('option', { name: 'Log' })).toBeDisabled();
  expect(screen.getByRole('option', { name: 'Old' })).toBeEnabled();
});

it('a file of one sheet asks for none', () => {
  render(
    <MantineProvider>
      <SheetChoice read={{ ...file, sheets: [sheet('', 2)] }} sheet={0} dispatch={() => {}} />
    </MantineProvider>,
  );
  expect(screen.queryByLabelText('Sheet')).toBeNull();
});
