import { sentences } from './sentences.ts';

/** From January on. The first three letters are the short name. */
export const MONTHS =
  'January February March April May June July August September October November December'.split(' ');

/** As browsers' own formatters say it for en-US. */
export const calendarWords = sentences({
  date: '{month} {day}',
  dateOfYear: '{month} {day}, {year}',
  dateAndTime: '{date}, {time}',
  am: '{time} AM',
  pm: '{time} PM',
});
