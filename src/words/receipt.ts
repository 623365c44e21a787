import { sentences } from './sentences.ts';

/** What became of the changes of a day. {day} is 'today', 'yesterday' or a date. */
export const receiptWords = sentences({
  all: '{count, plural, one {The # change of {day} is on the server, {time}} other {All # changes of {day} are on the server, {time}}}',
  some: '{count, plural, one {{sent} of # change of {day} is on the server} other {{sent} of # changes of {day} are on the server}}',
  waiting: '{count, plural, one {# waits to be sent} other {# wait to be sent}}',
  offline: '{count, plural, one {# waits for a signal} other {# wait for a signal}}',
  attention: '{count, plural, one {# needs a decision} other {# need a decision}}',
  unsentFiles:
    '{count, plural, one {the server may lack the file of # of them} other {the server may lack the files of # of them}}',
  lostEntries:
    '{count, plural, one {# log entry is no longer on the server} other {# log entries are no longer on the server}}',
  kept: '{count, plural, one {# stays on this device, because the server keeps no files} other {# stay on this device, because the server keeps no files}}',
  otherwise: 'Sent, but the server has another value: {fields}',
  none: 'This device has no changes of {day}.',
  noneLeft:
    'No change of {day} was sent by itself: each was discarded, merged into a later one, or on the server already.',
  others:
    '{count, plural, one {# change of another day is not on the server yet.} other {# changes of other days are not on the server yet.}}',
  files:
    '{count, plural, one {# of them is a photo or document.} other {# of them are photos or documents.}}',
  notWhole:
    '{count, plural, one {# change of {day} is on the server; this device no longer lists the earlier ones} other {# changes of {day} are on the server; this device no longer lists the earlier ones}}',
  line: '{time} · {change} · {title} · {state}',
  head: '{app} · {name} · {day}',
  today: 'today',
  yesterday: 'yesterday',
  heading: 'Receipt',
  dayBefore: 'The day before',
  dayAfter: 'The day after',
  showList: 'Show the list',
  share: 'Share',
  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'It could not be copied.',
  notShared: 'It could not be shared.',
  notSaved: 'It could not be saved.',
  saveFile: 'Save as CSV',
  // The columns of the file.
  time: 'Time',
  kind: 'Kind',
  record: 'Record',
  change: 'Change',
  state: 'State',
});

export const receiptStates = sentences({
  sent: 'Sent',
  merged: 'Merged into a later change',
  discarded: 'Discarded',
  same: 'Not sent: you said that the server had it already',
});
