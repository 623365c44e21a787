import { labelKey } from '../day/text-blocks.ts';
import { itemsTotal } from './item-sums.ts';
import { itemKey, type LineItem } from './line-items.ts';

export interface ItemChange {
  /** Null: added. */
  readonly was: LineItem | null;
  /** Null: removed. */
  readonly is: LineItem | null;
  /** In cents. */
  readonly difference: number;
}

/**
 * What a change order changes. An item that is gone and a new one of the same name are one change. Changed and removed
 * items come in the order of `before`, then the added ones.
 */
export function itemChanges(before: readonly LineItem[], after: readonly LineItem[]): ItemChange[] {
  const added = missingIn(before, after);
  const changed = missingIn(after, before).map((was) => {
    const at = added.findIndex(({ name }) => labelKey(name) === labelKey(was.name));
    const [is = null] = at < 0 ? [] : added.splice(at, 1);
    return change(was, is);
  });
  return [...changed, ...added.map((is) => change(null, is))];
}

function change(was: LineItem | null, is: LineItem | null): ItemChange {
  return { was, is, difference: (is?.amount ?? 0) - (was?.amount ?? 0) };
}

/** The items of `others` that are not among `items`. Equal items count one by one. */
function missingIn(items: readonly LineItem[], others: readonly LineItem[]): LineItem[] {
  const left = items.map(itemKey);
  return others.filter((other) => {
    const at = left.indexOf(itemKey(other));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** In cents: before tax, as the items are. */
export function changeTotal(changes: readonly ItemChange[]): number {
  return itemsTotal(changes.map(({ difference }) => ({ amount: difference })));
}
