import type { DryingLog } from '../../../domain/drying/drying-log.ts';
import type { EquipmentDays } from '../../../domain/drying/equipment-days.ts';
import { jobValue } from '../../../domain/drying/job-facts.ts';
import { dryingWords } from '../../../words/drying.ts';

/** @returns '' if nobody said which of the two counts is billed */
export function billedText(log: DryingLog, { calendarDays, periods }: EquipmentDays): string {
  const billing = jobValue(log, 'billing');
  if (billing === 'calendar days') return dryingWords.billedDays({ count: calendarDays });
  return billing === '24-hour periods' ? dryingWords.billedPeriods({ count: periods }) : '';
}
