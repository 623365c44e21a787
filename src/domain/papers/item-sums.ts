import { DESCRIPTION_BLOCKS } from '../day/claim.ts';
import { appendLines, linesWithin, otherLines, replaceLine } from '../day/text-blocks.ts';
import type { Estimate } from '../estimate.ts';
import { fromCents, toCents, withTax } from '../money.ts';
import { type LineItem, readLineItem, writeLineItem } from './line-items.ts';

/** The block of an estimate's description. Stored, so never translated. */
export const ITEMS = 'Items';

/** Blocks of an estimate's description that have fields of their own. */
export const ESTIMATE_BLOCKS = [...DESCRIPTION_BLOCKS, ITEMS] as const;

export interface PlacedItem extends LineItem {
  readonly line: number;
}

export function readItems(text: string): PlacedItem[] {
  return linesWithin(text, ITEMS).flatMap(({ line, at }) => {
    const item = readLineItem(line);
    return item ? [{ ...item, line: at }] : [];
  });
}

/** The lines of the block that are no items. */
export function linesBesideLineItems(text: string): string[] {
  return otherLines(
    text,
    ITEMS,
    readItems(text).map(({ line }) => line),
  );
}

export function addItem(text: string, item: LineItem): string {
  return appendLines(text, ITEMS, [writeLineItem(item)]);
}

/** @param line from `readItems` of the same text */
export function changeItem(text: string, line: number, item: LineItem): string {
  return replaceLine(text, line, writeLineItem(item));
}

/** In cents. */
export function itemsTotal(items: readonly Pick<LineItem, 'amount'>[]): number {
  return items.reduce((sum, { amount }) => sum + amount, 0);
}

type Summed = Pick<Estimate, 'description' | 'subtotal' | 'tax_rate' | 'total_amount'>;

/** In cents: the subtotal minus the items. Null without items or a subtotal. */
export function subtotalDifference({
  description,
  subtotal,
}: Pick<Summed, 'description' | 'subtotal'>): number | null {
  const items = readItems(description);
  return items.length === 0 || typeof subtotal !== 'number' ? null : toCents(subtotal) - itemsTotal(items);
}

/**
 * Writes a description whose items may have changed. The subtotal follows the items, and the total follows the subtotal,
 * unless a person set another: then it stays, and the difference is shown.
 */
export function withItems(was: Summed, description: string): Omit<Summed, 'tax_rate'> {
  const [before, after] = [workedSubtotal(was.description), workedSubtotal(description)];
  const isFollowed = was.subtotal === null || was.subtotal === 0 || was.subtotal === before;
  if (before === after || !isFollowed)
    return { description, subtotal: was.subtotal, total_amount: was.total_amount };
  const isWorked = was.total_amount === null || was.total_amount === withTax(was.subtotal, was.tax_rate);
  const worked = after === null ? null : withTax(after, was.tax_rate);
  return { description, subtotal: after, total_amount: isWorked ? worked : was.total_amount };
}

/** In dollars; null without items. */
function workedSubtotal(description: string): number | null {
  const items = readItems(description);
  return items.length === 0 ? null : fromCents(itemsTotal(items));
}
