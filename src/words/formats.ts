const LANGUAGE = 'en-US';

/**
 * Creates each formatter when first needed. The first one loads the browser's locale tables, which takes a tenth of a
 * second on a phone.
 */
export const formats = {
  numbers: once(() => new Intl.NumberFormat(LANGUAGE)),
  plurals: once(() => new Intl.PluralRules(LANGUAGE)),
  money: once(() => new Intl.NumberFormat(LANGUAGE, { style: 'currency', currency: 'USD' })),
  wholeDollars: once(
    () => new Intl.NumberFormat(LANGUAGE, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 }),
  ),
};

export const MEDIUM_DATE: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric', year: 'numeric' };

/** Formats in UTC. */
export function dateFormat(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  return once(() => new Intl.DateTimeFormat(LANGUAGE, { ...options, timeZone: 'UTC' }));
}

/** Needs no formatter for numbers up to 999. */
export function formatCount(count: number): string {
  const isShort = Number.isInteger(count) && count >= 0 && count < 1000;
  return isShort ? String(count) : formats.numbers().format(count);
}

/** Calls `make` when the value is first needed. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
