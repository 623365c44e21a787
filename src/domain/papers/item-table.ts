import { documentWords as words } from '../../words/papers.ts';
import { parseAmount, toCents } from '../money.ts';
import { canonicalJson } from './document-hash.ts';
import type { ItemChange } from './item-changes.ts';
import { linesBesideLineItems, readItems } from './item-sums.ts';
import { decimalText, type LineItem, workedAmount } from './line-items.ts';
import type { PaperColumn, PaperRow, PaperTable } from './paper-content.ts';
import { moneyText } from './paper-texts.ts';

const COLUMNS: readonly PaperColumn[] = [
  { head: words.quantity, align: 'left', width: 3 },
  { head: words.item, align: 'left', width: 8 },
  { head: words.price, align: 'right', width: 2 },
  { head: words.amount, align: 'right', width: 3 },
];

/** The lines of the block that are no items are below the table: nothing that somebody wrote is left out. */
export function itemTable(description: string): PaperTable[] {
  const items = readItems(description);
  const others = linesBesideLineItems(description);
  if (items.length + others.length === 0) return [];
  return [tableOf(words.items, items.map(itemRow), [...ownAmountNote(items), ...others])];
}

/** Reads the items back. Null if a row does not say exactly what one item does. */
export function readItemTable({ rows }: Pick<PaperTable, 'rows'>): LineItem[] | null {
  const items: LineItem[] = [];
  for (const row of rows) {
    const item = row.row === 'cells' ? readItemRow(row.cells) : null;
    if (!item || canonicalJson(itemRow(item)) !== canonicalJson(row)) return null;
    items.push(item);
  }
  return items;
}

/** '118 sq ft', '2 × 3 days', as `quantityText` writes it. */
const QUANTITY = /^(?<quantity>[\d.]+)(?: × (?<each>[\d.]+))?(?: (?<unit>.+))?$/;

function readItemRow([
  counted = '',
  name = '',
  priced = '',
  stated = '',
]: readonly string[]): LineItem | null {
  const { quantity, each = '1', unit = '' } = QUANTITY.exec(counted)?.groups ?? {};
  const [price, amount] = [parseAmount(priced), parseAmount(stated.replace('*', ''))];
  if (quantity === undefined || price === null || amount === null) return null;
  return {
    quantity: Number(quantity),
    name,
    each: Number(each),
    unit,
    price: toCents(price),
    amount: toCents(amount),
  };
}

/** Changed items show what they were. */
export function changeTable(changes: readonly ItemChange[]): PaperTable[] {
  const groups: readonly (readonly [heading: string, changes: readonly ItemChange[]])[] = [
    [words.changed, changes.filter(({ was, is }) => was && is)],
    [words.removed, changes.filter(({ is }) => !is)],
    [words.added, changes.filter(({ was }) => !was)],
  ];
  const rows = groups.flatMap(([text, some]): PaperRow[] =>
    some.length === 0 ? [] : [{ row: 'group', text }, ...some.map(changeRow)],
  );
  return rows.length === 0 ? [] : [tableOf(words.change, rows, [])];
}

function tableOf(heading: string, rows: readonly PaperRow[], notes: readonly string[]): PaperTable {
  return { part: 'table', heading, columns: COLUMNS, rows, notes };
}

function itemRow(item: LineItem): PaperRow {
  return { row: 'cells', cells: [...cellsOf(item), amountText(item)] };
}

/** The amount is what the change adds to the total. */
function changeRow({ was, is, difference }: ItemChange): PaperRow {
  const [quantity = '', name = '', price = ''] = [is, was].flatMap((one) => (one ? cellsOf(one) : []));
  const about = was && is ? `${name}\n${wasText(was)}` : name;
  return { row: 'cells', cells: [quantity, about, price, moneyText(difference)] };
}

function wasText(item: LineItem): string {
  return words.was({
    quantity: quantityText(item),
    price: moneyText(item.price),
    amount: moneyText(item.amount),
  });
}

function cellsOf(item: LineItem): string[] {
  return [quantityText(item), item.name, moneyText(item.price)];
}

/** '118 sq ft', '2 × 3 days' */
export function quantityText({ quantity, each, unit }: Pick<LineItem, 'quantity' | 'each' | 'unit'>): string {
  const [count, per] = [decimalText(quantity), decimalText(each)];
  const figures = each === 1 ? count : words.eachOf({ quantity: count, each: per });
  return unit === '' ? figures : words.withUnit({ count: figures, unit });
}

function amountText(item: LineItem): string {
  return moneyText(item.amount) + (isOwnAmount(item) ? '*' : '');
}

function isOwnAmount(item: LineItem): boolean {
  return item.amount !== workedAmount(item);
}

function ownAmountNote(items: readonly LineItem[]): string[] {
  return items.some(isOwnAmount) ? [words.ownAmount] : [];
}
