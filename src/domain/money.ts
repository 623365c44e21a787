/** US dollars, or a percentage. Text that is no number occurs only in drafts, and `checkDraft` refuses it. */
export type Amount = number | string | null;

/**
 * In dollars. No server stores as much, so a larger amount is a typing error. Below it, a number holds every amount in
 * cents exactly.
 */
const LARGEST = 1_000_000_000_000;

/** Sign, dollar, digits (thousands parted by all commas or all blanks, or not at all), decimals, percent. */
const TYPED = /^([-+]?)\s*\$?\s*((?:\d{1,3}(?:,\d{3})+|\d{1,3}(?:\s\d{3})+|\d+)(?:\.(\d*))?|\.(\d+))\s*%?$/;

/**
 * What a person typed as an amount: '12,500', '$1 200.50', '8.25 %'. Null for what is none: words, a second
 * point, commas or blanks that do not part thousands, more decimals than there are. Blank text is null as well.
 */
export function parseAmount(text: string, decimals = 2): number | null {
  const [, sign, digits = '', fraction = '', onlyFraction = ''] = TYPED.exec(text.trim()) ?? [];
  if (digits === '' || fraction.length > decimals || onlyFraction.length > decimals) return null;
  const amount = Number(digits.replaceAll(/[,\s]/g, ''));
  return within(sign === '-' ? -amount : amount);
}

function within(amount: number): number | null {
  // Adding 0 makes 0 of -0.
  return Math.abs(amount) < LARGEST ? amount + 0 : null;
}

/** Reads a number, numeric text, or an object with an `amount`; null for anything else. */
export function readAmount(value: unknown): number | null {
  if (typeof value === 'number') return within(value);
  if (typeof value === 'string') return parseAmount(value, Number.POSITIVE_INFINITY);
  if (typeof value === 'object' && value !== null && 'amount' in value) {
    const { amount } = value;
    return typeof amount === 'object' ? null : readAmount(amount);
  }
  return null;
}

/** Rounds to whole cents, half away from zero; 0 for what is no amount. */
export function toCents(amount: Amount | undefined): number {
  if (typeof amount !== 'number' || within(amount) === null) return 0;
  // Through its shortest decimal text: 1.005 * 100 is 100.49999999999999.
  const [digits = '0', exponent = '0'] = String(Math.abs(amount)).split('e');
  const cents = Math.round(Number(`${digits}e${Number(exponent) + 2}`));
  return amount < 0 ? 0 - cents : cents;
}

export function fromCents(cents: number): number {
  return cents / 100;
}

/** Writes '99.90', as servers want amounts as text. */
export function amountText(amount: Amount): string {
  const cents = toCents(amount);
  const whole = Math.abs(cents).toString().padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${whole.slice(0, -2)}.${whole.slice(-2)}`;
}

/**
 * Subtotal and tax in dollars, from a rate in percent with up to four decimals: computed in whole cents, half
 * up (away from zero). Null where one of the two is text, or where the total is larger than any amount.
 */
export function withTax(subtotal: Amount, taxRate: Amount): number | null {
  if (typeof subtotal === 'string' || typeof taxRate === 'string') return null;
  const millionths = BigInt(Math.round(within(taxRate ?? 0) === null ? 0 : (taxRate ?? 0) * 10_000));
  const product = BigInt(toCents(subtotal)) * (1_000_000n + millionths);
  const half = product < 0n ? -500_000n : 500_000n;
  return within(fromCents(Number((product + half) / 1_000_000n)));
}

/** Adds dollars in whole cents. */
export function sumOf(amounts: readonly Amount[]): number {
  return fromCents(amounts.reduce<number>((sum, amount) => sum + toCents(amount), 0));
}
