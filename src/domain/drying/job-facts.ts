import { labelKey } from '../day/text-blocks.ts';
import { isWithin, type JobFact, NOT_SAID, RANGES } from './drying-facts.ts';
import type { DryingLog } from './drying-log.ts';

type Said = Pick<DryingLog, 'jobFacts'>;

const STANDARD = 'standard ';

/** @returns '' if nobody said it */
export function jobValue({ jobFacts }: Said, name: JobFact['name']): string {
  const value = jobFacts.filter((one) => labelKey(one.name) === labelKey(name)).at(-1)?.value ?? NOT_SAID;
  return value === NOT_SAID ? '' : value;
}

interface Standard {
  readonly material: string;
  readonly value: string;
}

/** Moisture of materials that did not get wet. */
function standardsOf(log: Said): Standard[] {
  const names = log.jobFacts.map(({ name }) => name).filter((name) => name.startsWith(STANDARD));
  const each = new Map(names.map((name) => [labelKey(name), name]));
  return [...each.values()]
    .map((name) => ({ material: name.slice(STANDARD.length), value: jobValue(log, name) }))
    .filter(({ value }) => value !== '');
}

export function standardsText(log: Said, divider: string): string {
  return standardsOf(log)
    .map(({ material, value }) => `${material} ${value}`)
    .join(divider);
}

/** @returns null if a line is not a material and its number */
function readStandards(text: string): Standard[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const standards = lines.flatMap((line): Standard[] => {
    const [, material = '', number = ''] =
      /^\s*(.*[^\s:=])\s*[\s:=]\s*(\d+(?:[.,]\d)?)\s*%?\s*$/.exec(line) ?? [];
    const value = number.replace(',', '.');
    return material !== '' && isWithin(Number(value), RANGES.moisture) ? [{ material, value }] : [];
  });
  return standards.length === lines.length ? standards : null;
}

interface Typed {
  readonly meter: string;
  readonly billing: string;
  /** A material and its number in each line. */
  readonly standards: string;
}

/** @returns what is different from what the log says; null if a line of the standards is none */
export function jobFactsFor(log: Said, { meter, billing, standards }: Typed): JobFact[] | null {
  const now = readStandards(standards);
  if (now === null) return null;
  const gone = standardsOf(log)
    .filter(({ material }) => !now.some((one) => labelKey(one.material) === labelKey(material)))
    .map(({ material }) => ({ material, value: '' }));
  const said: readonly (readonly [JobFact['name'], string])[] = [
    ['meter', meter.trim()],
    ['billing', billing],
    ...[...now, ...gone].map(({ material, value }) => [`${STANDARD}${material}`, value] as const),
  ];
  return said
    .filter(([name, value]) => jobValue(log, name) !== value)
    .map(([name, value]) => ({ word: 'job', name, value: value || NOT_SAID }));
}
