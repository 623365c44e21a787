import fc, { type IProperty } from 'fast-check';

/**
 * Returns a report of a case that breaks a property, or null if none does. Checks the same cases in every run. A
 * property should return a boolean or use node:assert, because `expect` is many times slower.
 */
export function counterexample<T>(property: IProperty<T>, numRuns = 10_000): string | null {
  const details = fc.check(property, { seed: 20_260_115, numRuns, includeErrorInReport: true });
  return details.failed ? (fc.defaultReportMessage(details) ?? 'failed') : null;
}
