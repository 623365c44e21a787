const EXACT = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Dollars for a table or a record: '$12,500.00'. */
export function formatMoney(dollars: number): string {
  return EXACT.format(dollars);
}
