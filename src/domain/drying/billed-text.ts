import { dryingWords } from '../../words/drying.ts';
import type { DryingLog } from './drying-log.ts';
import type { EquipmentDays } from './equipment-days.ts';
import { jobValue } from './job-facts.ts';

/** @returns '' if nobody said which of the two counts is billed */
export function billedText(
  log: Pick<DryingLog, 'jobFacts'>,
  { calendarDays, periods }: EquipmentDays,
): string {
  const billing = jobValue(log, 'billing');
  if (billing === 'calendar days') return dryingWords.billedDays({ count: calendarDays });
  return billing === '24-hour periods' ? dryingWords.billedPeriods({ count: periods }) : '';
}
