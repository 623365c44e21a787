import fc, { type IProperty } from 'fast-check';

/**
 * What breaks a property, in words, or null when nothing does among many cases, the same ones in every run. A
 * property that is checked often answers a boolean or uses node:assert: `expect` is many times slower.
 */
export function counterexample<T>(property: IProperty<T>, numRuns = 10_000): string | null {
  const details = fc.check(property, { seed: 20_260_115, numRuns, includeErrorInReport: true });
  return details.failed ? (fc.defaultReportMessage(details) ?? 'failed') : null;
}
