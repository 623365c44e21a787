export interface DecimalRules {
  readonly maxDigits: number;
  readonly places: number;
}

/** '2500.50', or the fault in Django REST Framework's words. */
export type ReadDecimal = { readonly text: string } | { readonly fault: string };

export const NO_NUMBER = 'A valid number is required.';

const DECIMAL = /^([-+]?)(\d*)\.?(\d*)(?:e([-+]?\d+))?$/i;
const LONGEST = 1_000;

/**
 * Reads a number of 0 or more. Counts digits as written, like Python's decimal: 0.30000000000000004 is too long, and 1e400
 * is refused without being expanded.
 */
export function readDecimal(given: string, { maxDigits, places }: DecimalRules): ReadDecimal {
  if (given.length > LONGEST) return { fault: 'String value too large.' };
  const match = DECIMAL.exec(given.trim());
  const [, sign = '', whole = '', fraction = '', power = '0'] = match ?? [];
  if (!match || `${whole}${fraction}` === '') return { fault: NO_NUMBER };

  const digits = `${whole}${fraction}`.replace(/^0+(?=\d)/, '');
  const exponent = Number(power) - fraction.length;
  const decimals = Math.max(0, -exponent);
  const total = exponent >= 0 ? digits.length + exponent : Math.max(digits.length, decimals);
  const beforePoint = total - decimals;

  if (total > maxDigits) return { fault: `Ensure that there are no more than ${maxDigits} digits in total.` };
  if (decimals > places) return { fault: `Ensure that there are no more than ${places} decimal places.` };
  if (beforePoint > maxDigits - places) {
    return {
      fault: `Ensure that there are no more than ${maxDigits - places} digits before the decimal point.`,
    };
  }
  if (sign === '-' && /[1-9]/.test(digits)) {
    return { fault: 'Ensure this value is greater than or equal to 0.' };
  }
  return { text: withPoint(digits, exponent, places) };
}

/** '8.2500' becomes '8.25', and '8.0000' becomes '8.00'. */
export function shortDecimal(text: string): string {
  return text.replace(/(\.\d\d\d*?)0+$/, '$1');
}

/** Only for checked numbers, so `exponent` is small. */
function withPoint(digits: string, exponent: number, places: number): string {
  const units = `${digits}${'0'.repeat(exponent + places)}`.padStart(places + 1, '0');
  return `${units.slice(0, -places)}.${units.slice(-places)}`;
}
