import { sentences } from './sentences.ts';

export const agendaWords = sentences({
  none: 'No jobs from {day} on',
  noneHint: 'Choose an earlier week, or show everybody and every status.',
  later: 'Show later days',
  daySumAtLeast:
    'at least {count, plural, one {# job} other {# jobs}}{hours, select, none {} other { · {hours}}}',
  daySum:
    '{count, plural, =0 {no jobs} one {# job} other {# jobs}}{hours, select, none {} other { · {hours}}}',
});

export const monthWords = sentences({
  dayAtLeast: '{day}, at least {count, plural, one {# job} other {# jobs}}',
  countAtLeast: '{count}+',
  day: '{day}, {count, plural, =0 {no jobs} one {# job} other {# jobs}}',
  more: '{count, plural, other {+# more}}',
  moreOf: '{count, plural, other {Show # more of {day}}}',
});

export const repeatWords = sentences({
  repeat: 'Repeat on the next days…',
  title: 'Repeat on the next days',
  about:
    'Each day gets a work order of its own, with the same customer, address, crew, time, hazards and texts. Steps, checklist, log, readings and cost stay with this one.',
  days: 'How many days',
  count: '{count, plural, one {# day} other {# days}}',
  skipWeekend: 'Skip Saturdays and Sundays',
  on: 'On these days',
  create: '{count, plural, one {Create # work order} other {Create # work orders}}',
  cancel: 'Cancel',
  movedMeanwhile: 'This job was just moved to another day. Check the days and press {button} again.',
  notCreated: 'The work orders could not be created, so there is none. Please try again.',
});

export const scheduleToolWords = sentences({
  more: 'Print and more',
  print: 'Print the week by person',
  calendarFile: 'Calendar file',
  settings: 'People and hours',
  saved:
    '{count, plural, one {# job from {day} on is in the calendar file.} other {# jobs from {day} on are in the calendar file.}}',
  unsent:
    '{count, plural, one {# job is not on the server yet, so it is not in it.} other {# jobs are not on the server yet, so they are not in it.}}',
  nothing: 'There are no jobs from {day} on, so there is no calendar file.',
  notAll: 'Some work orders are not on this device yet, so they are not in it.',
  failed: 'The calendar file could not be written: the device may be out of space. Please try again.',
});

/** In a calendar file, below the title of a job. */
export const calendarWords = sentences({
  time: 'Time: {time}',
  number: 'Work order {number}',
  crew: 'Crew: {names}',
  nobody: 'Crew: nobody yet',
});

export const weekPaperWords = sentences({
  heading: 'Week {week}',
  title: 'Schedule {week}',
  person: 'Crew',
  nobody: 'Nobody yet',
  status: 'Status',
  none: 'No jobs are scheduled for this week.',
  time: 'Time',
  job: 'Job',
  address: 'Address',
  with: 'With',
  partly: 'Some work orders were not on this device when this was printed.',
});
