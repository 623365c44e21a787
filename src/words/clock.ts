import { sentences } from './sentences.ts';

/** How far a clock is off, by the unit in which it is told. */
export const clockSpans = sentences({
  year: '{count, plural, one {# year} other {# years}}',
  month: '{count, plural, one {# month} other {# months}}',
  day: '{count, plural, one {# day} other {# days}}',
  hour: '{count, plural, one {# hour} other {# hours}}',
  minute: '{count, plural, one {# minute} other {# minutes}}',
});

/** A device's clock that is wrong. */
export const clockNotices = sentences({
  ahead:
    'This device’s clock is about {span} ahead. Dates and times in the app are wrong until you set the clock.',
  behind:
    'This device’s clock is about {span} behind. Dates and times in the app are wrong until you set the clock.',
});
