import { sentences } from './sentences.ts';

/** Part of the first download, so keep it small. */
export const listWords = sentences({
  actions: 'Actions',
  add: 'Add {title}',
  addFirst: 'Add your first {noun}. It works without a signal too.',
  changeSearch: 'Check the spelling or clear the filters.',
  delete: 'Delete {title}',
  edit: 'Edit {title}',
  loading: 'Loading {nouns}',
  loadLater:
    'They load as soon as the server can be reached. What you add until then is kept here and sent later.',
  noMatch: 'No {nouns} match “{search}”',
  noMatchOfFilter: 'No {nouns} match this filter',
  none: 'No {nouns} yet',
  noneHere: 'No {nouns} on this device yet',
  search: 'Search {nouns}',
  showAll: 'Show all {nouns}',
});

export const viewLinkWords = sentences({ views: 'Views', list: 'List' });

export const listToolsWords = sentences({
  active: '{count} active',
  any: 'Any {noun}',
  ascending: '{column}, ascending',
  clearFilters: 'Clear filters',
  comfortable: 'Comfortable rows',
  compact: 'Compact rows',
  daysInWrongOrder: 'The first day comes after the last.',
  descending: '{column}, descending',
  every: '{column}: all',
  filterBy: 'Filter by {column}',
  filters: 'Filters',
  firstDayOf: '{date} from',
  lastDayOf: '{date} to',
  newestFirst: 'Newest first',
  newIsHidden: 'The new {noun} is saved. The search or filter hides it.',
  openSync: 'Open Sync',
  options: 'List options',
  parked: '{count, plural, one {# of these needs attention.} other {# of these need attention.}}',
  oldestFirst: 'Oldest first',
  show: 'Show {records}',
  sortBy: 'Sort by',
});

export const dateChoiceWords = sentences({
  none: 'No date',
  overdue: 'Before today',
  today: 'Today',
  tomorrow: 'Tomorrow',
  week: 'This week',
});

export const narrowedWords = sentences({
  from: 'from {day}',
  span: '{first} to {last}',
  to: '{field}: {value}',
  until: 'until {day}',
});

export const exportWords = sentences({
  asCsv: 'Export as CSV',
  asExcel: 'Export as Excel (.xlsx)',
  csv: 'CSV',
  excel: 'Excel (.xlsx)',
  export: 'Export',
  exported: 'Exported {records}',
  exportedSome: 'Exported {records}: not everything has been fetched from the server yet',
  exporting: 'Exporting…',
  formats: 'Choose a file format',
  failed: 'The file could not be written: the device may be out of space. Please try again.',
  notLoaded:
    'The part of the app that writes Excel files could not be loaded. Try again, or export a CSV file.',
  unknown: 'Unknown',
});

/** Words that lead to the import. The import loads its own. */
export const importWays = sentences({
  import: 'Import',
  fromFile: 'Import from Excel or CSV',
  unfinished:
    '{count, plural, one {# import of customers is} other {# imports of customers are}} not finished.',
});

export const downloadWords = sentences({
  soFar: 'Fetched {records} so far',
  ofAll: 'Fetched {read, plural, other {#}} of {records}',
});
