import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { keptDensity } from '../../src/crud/list/density.ts';
import { ann } from '../support/records/mutations.ts';
import { onDesk, startApp, TestRecords } from '../support/records/record-services.tsx';

function storageWith(kept: Map<string, string>) {
  return {
    get: (key: string) => kept.get(key) ?? null,
    set: (key: string, value: string) => kept.set(key, value),
  };
}

test('rows are comfortable until compact ones are chosen, and the menu says which they are', async () => {
  onDesk();
  const records = await TestRecords.open();
  await records.seed(ann);
  const { user } = startApp('/customers', records);
  const table = (): HTMLElement => screen.getByRole('table');
  const rows = async (name: string): Promise<HTMLElement> => {
    await user.click(await screen.findByRole('button', { name: 'List options' }));
    return screen.findByRole('menuitem', { name: `${name} rows` });
  };
  expect(await rows('Comfortable')).toHaveAttribute('aria-current', 'true');
  expect(table()).toHaveAttribute('data-spacing', 'comfortable');
  await user.click(screen.getByRole('menuitem', { name: 'Compact rows' }));
  expect(table()).toHaveAttribute('data-spacing', 'compact');
  expect(await rows('Compact')).toHaveAttribute('aria-current', 'true');
});

test('a device keeps its density, and one without room for it uses it in this page', () => {
  const kept = new Map<string, string>();
  expect(keptDensity(storageWith(kept)).getSnapshot()).toBe('comfortable');
  keptDensity(storageWith(kept)).set('compact');
  expect(keptDensity(storageWith(kept)).getSnapshot()).toBe('compact');
  const full = keptDensity({
    get: () => null,
    set: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  full.set('compact');
  expect(full.getSnapshot()).toBe('compact');
});
