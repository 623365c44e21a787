const LANGUAGE = 'en-US';

/**
 * The browser's formatters, each made when it is first needed: with the first of them a browser reads its tables of languages,
 * which takes a phone a tenth of a second. No list needs one before its first rows.
 */
export const formats = {
  numbers: once(() => new Intl.NumberFormat(LANGUAGE)),
  plurals: once(() => new Intl.PluralRules(LANGUAGE)),
  money: once(() => new Intl.NumberFormat(LANGUAGE, { style: 'currency', currency: 'USD' })),
};

export const MEDIUM_DATE: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric', year: 'numeric' };

/** Returns a formatter of moments in UTC. It is made when it is first needed. */
export function dateFormat(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  return once(() => new Intl.DateTimeFormat(LANGUAGE, { ...options, timeZone: 'UTC' }));
}

/** '1,204'. Up to 999 it is the digits, for which nothing need be made. */
export function formatCount(count: number): string {
  const isShort = Number.isInteger(count) && count >= 0 && count < 1000;
  return isShort ? String(count) : formats.numbers().format(count);
}

/** What is made when it is first wanted, and then kept. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
