import { formats } from '../../words/formats.ts';

/** An amount of dollars with its cents; '-' where none is known. */
export function MoneyText({ amount }: { readonly amount: number | string | null }) {
  return <span>{typeof amount === 'number' ? formatMoney(amount) : '-'}</span>;
}

/** Dollars for a table or a record: '$12,500.00'. */
export function formatMoney(dollars: number): string {
  return formats.money().format(dollars);
}
