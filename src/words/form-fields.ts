import { sentences } from './sentences.ts';

/** Fields of a form that open a list or a calendar. */
export const fieldWords = sentences({
  clear: 'Clear {label}',
  dateLike: 'MM/DD/YYYY',
  more: 'and {count, plural, other {#}} more: type to find one',
  nothingFound: 'Nothing found',
  theirAddress: '{name}: {address}',
  useAddress: 'Use this address',
});

/** The arrows of a calendar. */
export const calendarWords = sentences({
  nextDecade: 'Next decade',
  nextMonth: 'Next month',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  previousMonth: 'Previous month',
  previousYear: 'Previous year',
});

/** The parts of a time of day. */
export const timeWords = sentences({
  amPmInputLabel: 'AM or PM',
  hoursInputLabel: 'Hours',
  minutesInputLabel: 'Minutes',
});
