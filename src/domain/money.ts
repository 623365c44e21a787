/** Dollars or percent. Text occurs only in drafts, if `parseAmount` could not read it. `checkDraft` refuses it. */
export type Amount = number | string | null;

/** In dollars. Below this, a number is exact to the cent. Larger amounts are typing errors. */
const LARGEST = 1_000_000_000_000;

/** Thousands are all separated by commas, all by spaces, or not at all. */
const TYPED = /^([-+]?)\s*\$?\s*((?:\d{1,3}(?:,\d{3})+|\d{1,3}(?:\s\d{3})+|\d+)(?:\.(\d*))?|\.(\d+))\s*%?$/;

/** Parses '12,500', '$1 200.50', '8.25 %'. Returns null if there are more than `decimals` decimals. */
export function parseAmount(text: string, decimals = 2): number | null {
  const [, sign, digits = '', fraction = '', onlyFraction = ''] = TYPED.exec(text.trim()) ?? [];
  if (digits === '' || fraction.length > decimals || onlyFraction.length > decimals) return null;
  const amount = Number(digits.replaceAll(/[,\s]/g, ''));
  return within(sign === '-' ? -amount : amount);
}

function within(amount: number): number | null {
  // Adding 0 turns -0 into 0.
  return Math.abs(amount) < LARGEST ? amount + 0 : null;
}

export function readAmount(value: unknown): number | null {
  if (typeof value === 'number') return within(value);
  if (typeof value === 'string') return parseAmount(value, Number.POSITIVE_INFINITY);
  if (typeof value === 'object' && value !== null && 'amount' in value) {
    const { amount } = value;
    return typeof amount === 'object' ? null : readAmount(amount);
  }
  return null;
}

/** Rounds half away from zero. Returns 0 if `amount` is not a number. */
export function toCents(amount: Amount | undefined): number {
  if (typeof amount !== 'number' || within(amount) === null) return 0;
  // Shifts the decimal text, because 1.005 * 100 is 100.49999999999999.
  const [digits = '0', exponent = '0'] = String(Math.abs(amount)).split('e');
  const cents = Math.round(Number(`${digits}e${Number(exponent) + 2}`));
  return amount < 0 ? 0 - cents : cents;
}

export function fromCents(cents: number): number {
  return cents / 100;
}

/** Returns text such as '99.90', because servers expect amounts as text. */
export function amountText(amount: Amount): string {
  const cents = toCents(amount);
  const whole = Math.abs(cents).toString().padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${whole.slice(0, -2)}.${whole.slice(-2)}`;
}

/**
 * Takes dollars and a percentage with up to four decimals. Rounds to whole cents, half away from zero. Returns
 * null if either value is text or the total is too large.
 */
export function withTax(subtotal: Amount, taxRate: Amount): number | null {
  if (typeof subtotal === 'string' || typeof taxRate === 'string') return null;
  const millionths = BigInt(Math.round(within(taxRate ?? 0) === null ? 0 : (taxRate ?? 0) * 10_000));
  const product = BigInt(toCents(subtotal)) * (1_000_000n + millionths);
  const half = product < 0n ? -500_000n : 500_000n;
  return within(fromCents(Number((product + half) / 1_000_000n)));
}

export function sumOf(amounts: readonly Amount[]): number {
  return fromCents(amounts.reduce<number>((sum, amount) => sum + toCents(amount), 0));
}
