import { sentences } from './sentences.ts';

/** Buttons for a finished PDF file. */
export const pdfWords = sentences({
  open: 'Open or print',
  share: 'Share',
  download: 'Download',
  printByShare: 'To print from the installed app, press Share, and choose Print or another app.',
  notOpened: 'This browser did not open the document. Download it, and open the file.',
  notShared: 'The document could not be shared. Download it, and send the file.',
});

/** A signed document, in a list and opened. */
export const signedFileWords = sentences({
  title: 'Documents',
  signed: 'Signed documents',
  none: 'No signed documents on this device yet.',
  name: '{document} {record}.pdf',
  nameAlone: '{document}.pdf',
  nameWithout: '{document} {record}, not signed.pdf',
  nameAloneWithout: '{document}, not signed.pdf',
  caption: '{document}, signed by {name}\nDocument {digits}',
  captionWithout: '{document}, not signed: {name} could not sign\nDocument {digits}',
  by: '{when} · presented by {who}',
  fileHash: 'File {digits}',
  open: 'Open {document}',
  checking: 'Checking that the document is as it was signed…',
  unchanged: 'This document is as it was signed.',
  changed:
    'This document was changed since it was signed, or the storage of this device is damaged. Do not rely on it. Another copy may be unchanged.',
  fetchedAgain: 'It is fetched from the server again.',
  asItIs: 'Download it as it is',
  notHere: 'This document is on the server, and not on this device. It comes when there is a connection.',
  lost: 'Neither the server nor this device has a whole copy of this document. Another device may have one.',
  noWholeCopy: 'The server has no whole copy of it either.',
  unreadable: 'The storage of this device did not give out the document. Close this window, and try again.',
  onServer: 'On the server',
  waits: 'Not on the server yet',
  onlyHere: 'On this device only',
  attention: 'Needs attention: see Sync',
  notesFull:
    'The notes have no room for the line that says who signed. Make them shorter first: 10,000 characters fit.',
  isSent:
    'The server may have this document already, so it stays on this device until the server has confirmed it.',
});

/** A signed document that no longer counts. */
export const voidWords = sentences({
  mark: 'Mark as void',
  line: 'Void since {when}, {who}: {reason}',
  stays:
    'The file stays as it was signed. Its list, the log, and the report for the adjuster say that it is void, and why. This cannot be undone.',
  reason: 'Why it no longer counts',
  noReason: 'Say why the document no longer counts.',
  notMarked: 'The document could not be marked. Nothing was changed.',
  notesFull:
    'The notes have no room for the line that says why. Make them shorter first: 10,000 characters fit.',
});

/** Said where a change cannot be discarded, because a signed document would lose a part. */
export const signedHoldWords = sentences({
  record:
    'This {noun} has {count, plural, one {a signed document} other {# signed documents}} that the server does not have yet, and takes only with the {noun}. So it stays, unless {count, plural, one {the document is} other {each of them is}} saved elsewhere first.',
  entry:
    'This change belongs to a signed document, such as the log entry that says who signed it. It is not discarded alone. Send it, or try again.',
  group:
    '{count, plural, one {# of them belongs to a signed document, and stays.} other {# of them belong to signed documents, and stay.}}',
});

/** For a server that keeps no files. */
export const onlyHereWords = sentences({
  heading: 'On this device only',
  why: 'This server keeps no files, and a signature cannot be taken twice. Share or download each document, and say here when it is saved elsewhere.',
  saved: 'It is saved elsewhere',
  savedOf: 'It is saved elsewhere: {name}',
  title: 'Is this document saved elsewhere?',
  question:
    'The document leaves this device, and the app cannot bring it back. Say so only if you have seen the file in another place.',
  remove: 'Yes, remove it here',
  keep: 'Keep it here',
  notRemoved: 'The document could not be removed. It is still on this device.',
  refused:
    '{count, plural, one {# signed document is on this device only, and cannot be signed again. Save it elsewhere, and say so on Sync: then you can log out.} other {# signed documents are on this device only, and cannot be signed again. Save them elsewhere, and say so on Sync: then you can log out.}}',
  notSent:
    '{count, plural, one {# signed document is} other {# signed documents are}} not on the server yet.',
  wait: '{count, plural, one {# signed document waits. Keep the app open.} other {# signed documents wait. Keep the app open.}}',
});

/** The screen on which a customer signs. */
export const signingScreenWords = sentences({
  title: 'Sign: {document}',
  read: 'Read the document to its end. Then sign below it.',
  haveRead: 'I have read it',
  isRead: 'Read to the end',
  name: 'Name of the person who signs',
  nameCannot: 'Name of the person who cannot sign',
  capacity: 'Signs as',
  cannot: 'The person cannot sign',
  reason: 'Why the person cannot sign',
  witness: 'Name of a witness',
  clear: 'Clear',
  clearOf: 'Clear: {label}',
  sign: 'Sign',
  signing: 'The document is being made…',
  notDrawn:
    'The document could not be made. Nothing is signed yet, and what you typed is still here. Press Sign again.',
  unkept:
    'The app did not keep this document. Press Sign again, or save the signed file now: it is lost if you leave.',
  missing:
    'This device cannot write these characters in the document: {characters}. Change the text, or press Sign again to sign without them.',
  edited: 'Something was changed while the document was made. Nothing is signed yet. Press Sign again.',
  unsigned: 'The document is not signed. The signature and what you typed are lost if you leave.',
  done: 'The document is signed, and kept on this device.',
  doneWithout: 'It is recorded that the person could not sign. The document is kept on this device.',
  copy: 'Give the customer a copy.',
  close: 'Done',
});

/** The dialog that makes the report for the adjuster. */
export const adjusterWords = sentences({
  open: 'Report for the adjuster',
  parts: 'In the report',
  claim: 'Claim',
  chambers: 'Chambers, readings and verification',
  air: 'Air of each day',
  points: 'Points against their goals',
  chart: 'Chart of grains per pound',
  equipment: 'Equipment days',
  log: 'Log',
  documents: 'Signed documents',
  photos: 'Photos by room',
  rooms: 'Rooms',
  noRoom: 'Photos without a room',
  room: '{room}: {count, plural, one {# photo} other {# photos}}',
  perPage: 'Photos on a page',
  two: '2, large',
  six: '6',
  missing: 'The first page will say what is missing:',
  files:
    '{count, plural, one {One file.} other {# files, because a phone has too little memory for so many photos in one.}}',
  make: 'Make the report',
  making: '{at, plural, other {File #}} of {count, plural, other {#}} is being made…',
  name: '{title} {record}.pdf',
  nameOf: '{title} {record} {at, plural, other {#}} of {count, plural, other {#}}.pdf',
  notMade: 'The report could not be made. Choose fewer rooms or parts, and try again.',
  unreadable:
    '{count, plural, one {# character} other {# characters}} cannot be written on this device: {characters}',
  gallery: 'Add photos from the gallery',
  galleryWhy:
    'This server keeps no photos. Photos that you add here are in this report only, and the app does not keep them.',
  galleryFiles: 'Photos for the report',
  galleryReading: '{at, plural, other {Photo #}} of {count, plural, other {#}} is being read…',
  galleryUnread: 'This photo could not be read, and is not in the report: {file}',
  caption: 'Caption of {file}',
  captionHint: 'Caption',
  roomOf: 'Room of {file}',
  remove: 'Remove {file}',
});
