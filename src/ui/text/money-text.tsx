import { formatMoney } from './format-money.ts';

/** An amount of dollars with its cents; '-' where none is known. */
export function MoneyText({ amount }: { readonly amount: number | string | null }) {
  return typeof amount === 'number' ? formatMoney(amount) : '-';
}
