import { sentences } from './sentences.ts';

export const scheduleWords = sentences({
  reading: 'Reading the work orders',
  incomplete: 'Some work orders are not on this device yet, so there may be more jobs than shown.',
  stillReading: 'Still reading the work orders on this device, so there may be more jobs than shown.',
  view: 'View',
  previousWeek: 'Previous week',
  nextWeek: 'Next week',
  previousDay: 'Previous day',
  nextDay: 'Next day',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  byCrew: 'Filter by crew',
  byStatus: 'Filter by status',
  everybody: 'Everybody',
  everyStatus: 'Every status',
  person: 'Crew',
  noNames: 'Names come from the crew of your work orders.',
  hidden:
    '{count, plural, one {# job is not shown, because its people are hidden in Settings.} other {# jobs are not shown, because their people are hidden in Settings.}}',
  sum: '{count, plural, =0 {no jobs} one {# job} other {# jobs}}',
  sumAtLeast: 'at least {count, plural, one {# job} other {# jobs}}',
  hours: '{hours} h',
  daySum: 'Jobs and hours',
  anyTime: 'Any time',
  withOthers: 'with {names}',
  noEnd: 'from {time}, no end given',
  moreFor: 'More for {title}',
  keys: 'Arrow keys go from job to job. Enter opens a job, M moves it. Space picks it up, arrow keys carry it, Enter drops it, Control or Alt with Enter leaves it with its person too, Escape puts it back.',
});

export const scheduleViews = sentences({ week: 'Week', day: 'Day', month: 'Month', agenda: 'Agenda' });

export const trayWords = sentences({
  title: 'To schedule',
  count: '{count, plural, =0 {To schedule} other {To schedule · #}}',
  countAtLeast: '{count, plural, =0 {To schedule} other {To schedule · #+}}',
  show: 'Show the jobs to schedule',
  hide: 'Hide the jobs to schedule',
  search: 'Search the jobs to schedule',
  find: 'Search',
  undated: 'No date',
  overdue: 'Overdue',
  running: 'In progress',
  was: 'was {day}',
  since: 'since {day}',
  none: 'Every open job is planned for today or later.',
  noneYet: 'No job to schedule so far. Some work orders are still missing.',
  noneFound: 'No job matches.',
  noneFoundYet: 'No job matches so far. Some work orders are still missing.',
  more: 'Show {count, plural, one {# more} other {# more}} of {all}',
});

export const moveWords = sentences({
  move: 'Move…',
  assign: 'Assign…',
  open: 'Open',
  takeOff: 'Take off the schedule',
  title: 'Move {title}',
  day: 'Day',
  otherDay: 'Another day',
  notScheduled: 'Not scheduled',
  time: 'Time',
  timeHint: 'For example 2 PM, 9-11 or 1:30 PM - 3 PM',
  needsTime: 'The date of this job has a time. Please give a time.',
  people: 'People',
  hints: 'Hints',
  save: 'Move',
  notMoved: 'This job could not be moved. Please try again.',
});

/** Why a job is not moved. */
export const refusalWords = sentences({
  over: 'A completed or cancelled job is not moved. Open it to change its status.',
  unknownStatus: 'This version of the app does not know the status of this job, so it is not moved.',
  hasTime: 'The date of this job has a time, so it stays at a time. Move it to another hour.',
  runningOff: 'This job is in progress, so it stays on the schedule. Set its status back first.',
  runningBack: 'This job is in progress, so it can only be moved to today or a later day.',
  lastPerson: 'This job is in progress, so somebody must stay on it. Add another person first.',
});

/** What looks wrong. Nothing is forbidden. */
export const hintWords = sentences({
  twoAtOnce: 'Two at once',
  fullDay: 'Full day',
  outsideHours: 'Outside working hours',
  past: 'In the past',
  twoAtOnceOf: '{who} has two jobs at once: {title}, {time}.',
  fullDayOf: '{who} has a full day: {jobs, plural, one {# job} other {# jobs}}.',
  fullDayHours: '{who} has a full day: {jobs, plural, one {# job} other {# jobs}}, {hours} hours.',
  outsideHoursLong: 'This is outside working hours.',
  pastLong: 'This day is in the past.',
});

/** What a screen reader says while a job is carried. */
export const carryWords = sentences({
  picked: 'Picked up {title}. {place}. Arrow keys carry it, Enter drops it, Escape puts it back.',
  inCell: '{day}, {person}, {count, plural, =0 {no jobs} one {# job} other {# jobs}}',
  inRow: '{day}, {person}',
  dayAt: '{day}, {time}',
  atTime: '{day}, {person}, {time}',
  tray: 'To schedule',
  back: '{title} was put back.',
  dropped: '{title} was moved. {place}.',
  same: '{title} stays where it was.',
});
