import { USUAL_HOURS, type WorkHours } from '../../../domain/schedule/hints.ts';
import { PLAIN_ROWS, type RowSettings } from '../../../domain/schedule/people.ts';

interface ScheduleSettings {
  readonly settings: RowSettings;
  readonly hours: WorkHours;
}

const USUAL: ScheduleSettings = { settings: PLAIN_ROWS, hours: USUAL_HOURS };

export function useScheduleSettings(): ScheduleSettings {
  return USUAL;
}
