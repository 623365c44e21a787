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

/** Which sums follow the items. A person set the others: they stay, and the difference is shown. */
interface FollowingSums {
  readonly subtotal: boolean;
  /** Follows the subtotal. */
  readonly total: boolean;
}

interface WrittenItems {
  readonly change: Omit<Summed, 'tax_rate'>;
  readonly follows: FollowingSums;
}

/**
 * Writes a description whose items may have changed.
 * @param follows as the last call returned it: while a price is typed, the items may add up to a sum that a person set
 */
export function withItems(
  was: Summed,
  description: string,
  follows: FollowingSums = followingSums(was),
): WrittenItems {
  const { subtotal, total_amount } = was;
  const after = workedSubtotal(description);
  if (after === workedSubtotal(was.description) || !follows.subtotal)
    return { change: { description, subtotal, total_amount }, follows };
  const worked = after === null ? null : withTax(after, was.tax_rate);
  const total = follows.total ? worked : total_amount;
  return { change: { description, subtotal: after, total_amount: total }, follows };
}

function followingSums({ description, subtotal, tax_rate, total_amount }: Summed): FollowingSums {
  const worked = workedSubtotal(description);
  // Forms show 0 as a blank. Beside items, it is a price that somebody set.
  const isBlank = subtotal === null || (subtotal === 0 && worked === null);
  return {
    subtotal: isBlank || subtotal === worked,
    total: total_amount === null || total_amount === withTax(subtotal, tax_rate),
  };
}

/** In dollars; null without items. */
function workedSubtotal(description: string): number | null {
  const items = readItems(description);
  return items.length === 0 ? null : fromCents(itemsTotal(items));
}
