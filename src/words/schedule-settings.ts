import { sentences } from './sentences.ts';

export const scheduleSettingWords = sentences({
  title: 'Schedule',
  about: 'How this device shows the schedule and the days ahead. Other devices have their own settings.',
  hours: 'Working hours',
  from: 'From',
  to: 'To',
  jobsADay: 'Jobs a day',
  jobsADayHint: 'What your company can do in a day. ‘Two weeks ahead’ on the dashboard shows it as a line.',
  notSet: 'Not set',
  people: 'People',
  peopleHint:
    'Names come from the crew of your work orders. ‘Same person as’ shows two spellings of a name in one row. It changes no work order.',
  nobody: 'No work order has a crew yet.',
  reading: 'Reading the names',
  show: 'Show {name}',
  sameAs: 'Same person as',
  sameAsFor: '{name} is the same person as',
  nobodyElse: 'nobody else',
  up: 'Move {name} up',
  down: 'Move {name} down',
});
