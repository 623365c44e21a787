import { countWords, joinWords } from '../../words/common.ts';
import { formats } from '../../words/formats.ts';

export function MoneyText({ amount }: { readonly amount: number | string | null }) {
  return <span>{typeof amount === 'number' ? formatMoney(amount) : '-'}</span>;
}

/** '$12,500.00' */
export function formatMoney(dollars: number): string {
  return formats.money().format(dollars);
}

/** '$12,500' */
export function formatWholeMoney(dollars: number): string {
  return formats.wholeDollars().format(dollars);
}

const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;
const STEP = 1000;

/** '12 MB', '3.2 GB' */
export function formatBytes(bytes: number): string {
  let value = Math.max(0, bytes) / STEP;
  let unit = 0;
  while (value >= STEP - 0.5 && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  const digits = value < 10 && unit > 0 ? 1 : 0;
  return `${value.toLocaleString('en-US', { maximumFractionDigits: digits })} ${UNITS[unit]}`;
}

/** 'a, b and c' */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? joinWords.none;
  if (words.length < 2) return last;
  const others = words.slice(0, -1).reduce((before, word) => joinWords.next({ words: before, word }));
  return joinWords.last({ words: others, word: last });
}

/** '1 customer', '1,204 customers' */
export function counted(count: number, label: { readonly noun: string; readonly plural: string }): string {
  return countWords.records({ count, noun: label.noun, nouns: label.plural.toLowerCase() });
}
