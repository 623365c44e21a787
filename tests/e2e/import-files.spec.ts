import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { type Customer, customerSpec } from '../../src/domain/customer.ts';
import { customersOf, EXPECTED } from '../support/import/expected-customers.ts';
import { customersOn, upToDate } from './support/customers.ts';
import { expect, test } from './support/fixtures.ts';
import { chooseFile, openImport } from './support/imports.ts';

const FOLDER = fileURLToPath(new URL('../fixtures/import', import.meta.url));

/** By file: its rows, those that are ready at once, and those that are imported once each group is decided about. */
const FILES: Readonly<Record<string, readonly [rows: number, ready: number, imported: number]>> = {
  '01-qbo-contact-list-report.csv': [2, 1, 2],
  '02-names-last-first.csv': [4, 4, 4],
  '04-outlook.csv': [1, 1, 1],
  '06-equals-quoted.csv': [2, 2, 2],
  '07-excel-numbers.csv': [2, 0, 1],
  '08-phones.csv': [8, 4, 8],
  '09-mails.csv': [8, 6, 8],
  '10-quotes.csv': [5, 5, 5],
  '10b-quote-opens.csv': [4, 4, 4],
  '11a-cr.csv': [4, 4, 4],
  '11c-header-crlf-rows-lf.csv': [4, 4, 4],
  '12a-utf8.csv': [2, 2, 2],
  '12b-win1252.csv': [2, 2, 2],
  '12c-utf16le-bom.csv': [2, 2, 2],
  '12g-sep-line.csv': [2, 2, 2],
  '14-duplicate-headers.csv': [2, 2, 2],
  '15-no-mail-no-person.csv': [5, 5, 5],
  '16-choices.csv': [3, 2, 3],
  '19-blank-rows.csv': [2, 2, 2],
  '20-odd-names.csv': [5, 4, 5],
  '30-macroman.csv': [3, 3, 3],
  '31-utf16le-without-mark.csv': [3, 3, 3],
  '32-utf16be-without-mark.csv': [3, 3, 3],
  '33-one-bad-byte.csv': [4, 4, 4],
  '34-appended-rows.csv': [4, 4, 4],
  '35-unclosed-quote.csv': [6, 6, 6],
  '40-google-contacts.csv': [3, 2, 3],
  '41-hubspot.csv': [2, 2, 2],
  '42-jobber.csv': [3, 2, 3],
  '43-housecall-pro.csv': [2, 0, 2],
  '44-quickbooks-desktop.csv': [3, 2, 3],
  '45-quickbooks-online-list.csv': [2, 1, 2],
  '46-names-and-companies.csv': [15, 14, 14],
  '47-marks-and-entities.csv': [3, 1, 3],
  '50-workbook.xlsx': [3, 2, 3],
};
/** '5 phone: twoPhones → (555) 555-0104 (its second number)': the field and its correction. */
const FIX = /^\d+ (\w+): \w+ → (.+?)(?: \((?:[^()]|\([^()]*\))*\))?$/;

test.use({ serverEnv: { EXTENSIONS: 'all' } });

test('every kind of file becomes customers, and each row that does not is named', async ({
  page,
  server,
  signIn,
}) => {
  test.slow();
  expect(Object.keys(FILES)).toEqual(
    readdirSync(FOLDER)
      .filter((name) => !name.endsWith('.xls'))
      .sort(),
  );
  await signIn();
  await upToDate(page);
  const before = new Set((await customersOn(server)).map(({ id }) => id));
  const expected: Customer[] = [];
  for (const [file, [rows, ready, imported]] of Object.entries(FILES)) {
    await test.step(file, async () => {
      const dialog = await openImport(page);
      await chooseFile(dialog, `${FOLDER}/${file}`);
      await expect(dialog.getByText(`${file} · ${rows} ${rows === 1 ? 'row' : 'rows'}`)).toBeVisible();
      await takeKnown(dialog);
      const open = rows - ready;
      await expect(dialog.getByText(readyWords(ready, rows))).toBeVisible();
      if (open > 0)
        await expect(dialog.getByText(new RegExp(`^${open} rows? needs? a decision`))).toBeVisible();
      await decideAll(dialog);
      await finish(page, dialog, { file, imported, leftOut: rows - imported });
    });
    expected.push(...customersIn(file));
  }
  await upToDate(page);
  const made = (await customersOn(server)).filter(({ id }) => !before.has(id));
  expect(made).toHaveLength(expected.length);
  for (const customer of expected) expect(made).toContainEqual(expect.objectContaining(customer));
});

test('an old Excel file is refused with the way out', async ({ page, signIn }) => {
  await signIn();
  const dialog = await openImport(page);
  await chooseFile(dialog, `${FOLDER}/51-old-excel.xls`);
  await expect(dialog.getByRole('alert')).toContainText('In Excel, save it as an .xlsx workbook');
});

function readyWords(ready: number, rows: number): string | RegExp {
  if (ready === 0) return 'No row is ready.';
  return ready === rows
    ? /^(?:The row is|All \d+ rows are) ready\.$/
    : new RegExp(`^${ready} rows? (?:is|are) ready\\.$`);
}

/** The files have some customers in common: they are imported all the same. */
async function takeKnown(dialog: Locator): Promise<void> {
  const duplicates = dialog.getByRole('button', { name: /^Import (?:it|them) anyway$/ });
  await expect(dialog.getByRole('region', { name: 'Rows of the file' })).toBeVisible();
  if ((await duplicates.count()) > 0) await duplicates.click();
}

/** Corrects what the app can correct, and leaves the rest out. */
async function decideAll(dialog: Locator): Promise<void> {
  const groups = dialog.locator('section[data-weight]:not([data-weight="tells"])');
  for (const group of await groups.all()) {
    const correct = group.getByRole('button', { name: /^(?:Correct|Take|Import)/ });
    const out = group.getByRole('button', { name: /^Leave/ });
    const best = (await correct.count()) > 0 ? correct : out;
    if ((await best.getAttribute('aria-pressed')) !== 'true') await best.click();
  }
  // Rows without a known correction are still open.
  for (const choice of await dialog.getByLabel(/” in \d+ rows? means$/).all()) {
    if ((await choice.inputValue()) === '') await choice.selectOption('Residential');
  }
}

interface Result {
  readonly file: string;
  readonly imported: number;
  readonly leftOut: number;
}

async function finish(page: Page, dialog: Locator, { file, imported, leftOut }: Result): Promise<void> {
  const customers = imported === 1 ? 'customer' : 'customers';
  await dialog.getByRole('button', { name: `Import ${imported} ${customers}` }).click();
  const rest = leftOut === 0 ? '.' : `; ${leftOut} left out.`;
  await expect(dialog.getByText(`Imported ${imported} ${customers} from ${file}${rest}`)).toBeVisible();
  if (leftOut > 0) await expect(dialog.getByText(/^\d+ rows?: ./)).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** The customers written down for a file, with each correction of the app; none of a row that is left out. */
function customersIn(file: string): Customer[] {
  const { customers, doubts = [], headerRow = 1 } = EXPECTED[file] ?? { customers: '' };
  return customersOf(customers).flatMap((given, place) => {
    const customer = { ...customerSpec.blank({ now: 0, random: 0 }), ...given };
    const own = doubts.filter((doubt) => doubt.startsWith(`${headerRow + 1 + place} `));
    const fixes = own.map((doubt) => FIX.exec(doubt)?.slice(1) ?? []);
    const isNobody = customer.last_name === '' && customer.company_name === '';
    const isLost = isNobody || fixes.some(([, fix]) => fix === 'nothing');
    return isLost ? [] : [{ ...customer, ...Object.fromEntries(fixes) }];
  });
}
