import { sentences } from './sentences.ts';

/** A list's filters and its order. */
export const listToolsWords = sentences({
  active: '{count} active',
  any: 'Any {noun}',
  ascending: '{column}, ascending',
  clearFilters: 'Clear filters',
  daysInWrongOrder: 'The first day comes after the last.',
  descending: '{column}, descending',
  every: '{column}: all',
  filterBy: 'Filter by {column}',
  filters: 'Filters',
  find: 'Find a {noun}',
  findBy: 'Name, phone or address',
  firstDayOf: '{date} from',
  found: '{nouns} found',
  lastDayOf: '{date} to',
  newestFirst: 'Newest first',
  newIsHidden: 'The new {noun} is saved. The search or filter hides it.',
  nothingFound: 'Nothing found',
  openSync: 'Open Sync',
  parked: '{count, plural, one {# of these needs attention.} other {# of these need attention.}}',
  oldestFirst: 'Oldest first',
  show: 'Show {records}',
  sortBy: 'Sort by',
});

/** The dates that a list can be narrowed to. */
export const dateChoiceWords = sentences({
  none: 'No date',
  overdue: 'Before today',
  today: 'Today',
  tomorrow: 'Tomorrow',
  week: 'This week',
});

/** What a list is narrowed to. */
export const narrowedWords = sentences({
  from: 'from {day}',
  span: '{first} to {last}',
  to: '{field}: {value}',
  until: 'until {day}',
});
