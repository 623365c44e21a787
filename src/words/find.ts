import { sentences } from './sentences.ts';

export const findWords = sentences({
  title: 'Find',
  placeholder: 'Name, phone, address, number, claim…',
  results: 'Results',
  kinds: 'What to find',
  all: 'All',
  recent: 'Recently opened',
  actions: 'Actions',
  actionsOf: 'Actions for {title}',
  back: 'Back to the results',
  nothing: 'Nothing matches “{typed}”',
  hint: 'Check the spelling, or type part of a name, an address or a number.',
  reading: 'Still reading {kinds}…',
  notHere: 'Not on this device yet: {kinds}. Find cannot look there.',
  searching: 'Searching…',
  found: '{count, plural, one {# result} other {# results}}',
  showAll: 'Show all {records}',
  inList: 'Open the list of {records}',
});

/** Each stands beside its key. */
export const findKeyWords = sentences({
  arrows: '↑ ↓',
  enter: 'Enter',
  ctrlEnter: 'Ctrl Enter',
  cmdEnter: '⌘ Enter',
  right: '→',
  escape: 'Esc',
  choose: 'choose',
  open: 'open',
  newTab: 'new tab',
  more: 'actions',
  close: 'close',
});

export const findActionWords = sentences({
  goTo: 'Go to {screen}',
  importCustomers: 'Import customers',
  syncNow: 'Sync now',
  open: 'Open',
  openInTab: 'Open in a new tab',
  copyAddress: 'Copy address',
  notCopied: 'The address could not be copied: {address}',
  addFor: 'Add {title} for {name}',
  changeStatus: 'Change status',
  move: 'Move to another day',
  toToday: 'Move to today',
  toTomorrow: 'Move to tomorrow',
});
