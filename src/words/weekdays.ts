import { sentences } from './sentences.ts';

/** From Sunday on. The first three letters are the short name. */
export const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

export const weekdayWords = sentences({ weekdayAndDate: '{weekday}, {date}' });
