import { weekWords } from '../../words/week.ts';
import { formatTime } from './format-time.ts';

/** '9:05 AM' for '09:05', and '1:00 PM – 3:00 PM' for '13:00-15:00'. */
export function formatClock(time: string): string {
  const [first = '', last] = time.split('-').map(pointText);
  return last === undefined ? first : weekWords.week({ first, last });
}

function pointText(clock: string): string {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return formatTime(new Date(2000, 0, 1, hours, minutes));
}
