import { printedText } from '../support/paper.ts';
import { open, type Scene } from './scene.ts';

export const SCHEDULE: readonly Scene[] = [
  ...(['week', 'month', 'agenda'] as const).map(
    (view): Scene => [`schedule-${view}`, ({ page }) => open(page, `/schedule?view=${view}`)],
  ),
  [
    'schedule-menu',
    async ({ page }) => {
      await page
        .getByRole('main')
        .getByRole('button', { name: /^More for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Repeat on the next days…' }).waitFor();
    },
  ],
  [
    'schedule-repeat',
    async ({ page }) => {
      await page.getByRole('menuitem', { name: 'Repeat on the next days…' }).click();
      await page.getByRole('dialog').getByRole('combobox').waitFor();
    },
  ],
  [
    'schedule-paper',
    async ({ page }) => {
      await open(page, '/schedule');
      await printedText(page);
      await page.emulateMedia({ media: 'print' });
    },
  ],
];
