import { sentences } from './sentences.ts';

/** The list of one kind of record. It is in the first download: what a list opens later is in list-tools.ts. */
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
