import { sentences } from './sentences.ts';

export const saveRescueWords = sentences({
  title: 'Save unsent work as a file',
  what: 'The file gets every change and photo that the server does not have. Load it on another device: sign in there as {username}, and open Sync.',
  notIn: 'Forms that are not saved, unfinished imports and settings are not in it.',
  passphrase: 'Passphrase (optional)',
  passphraseHint:
    'Without one, anyone who has the file can read it. Check what you typed and write it down: without it nobody can open the file, and what is in it is lost.',
  noPassphrase: 'Anyone who has the file can read it: this browser does not encrypt files here.',
  show: 'Show the passphrase',
  onlyChanges: 'Leave out photos and documents ({size})',
  onlyChangesHint: 'For a device without room for a large file. They stay on this device only.',
  cancel: 'Cancel',
  save: 'Save file',
  size: 'The file has {size}.',
  leftOut: 'Photos and documents are not in it.',
  share: 'Share',
  saveAgain: 'Save again',
  notShared: 'The file could not be shared. Save it instead.',
  saved:
    '{count, plural, one {# change was} other {# changes were}} put into {name}, which the browser now saves.',
  savedPhotos:
    '{count, plural, one {# photo that the server may have lost was} other {# photos that the server may have lost were}} put into {name}.',
  check: 'Check that the file is there before you remove anything from this device.',
  changesUnread:
    '{count, plural, one {# change} other {# changes}} could not be read on this device, and {count, plural, one {is} other {are}} not in the file.',
  photosUnread:
    '{count, plural, one {# photo} other {# photos}} could not be read on this device, and {count, plural, one {is} other {are}} not in the file.',
  notNoted:
    'This device could not note that the file was made, and tries again. If it sends these changes before that, look for duplicate records.',
  nothing:
    'No change of a record and no photo waits to be sent, so no file was made. Settings cannot go into a file.',
  unreadable: 'This device’s storage does not let the app read anything. No file was made.',
  failed: 'The file could not be made. Nothing was changed on this device.',
  done: 'Done',
});

export const loadRescueWords = sentences({
  heading: 'Unsent work in a file',
  intro:
    'Unsent changes and photos can move to another device in a file, for example when this one is full or fails.',
  loadFile: 'Load a file',
  unfinished: 'The file of {time} was loaded only in part. Load it again to get the other changes.',
  title: 'Load a file with unsent work',
  what: 'Nothing is sent yet: each change waits on Sync for you to look at it and send it.',
  choose: 'Choose the file',
  passphrase: 'Passphrase of the file',
  show: 'Show the passphrase',
  load: 'Load',
  cancel: 'Cancel',
  done: 'Done',
  added:
    '{count, plural, one {# change from {time} is loaded. It waits below for you to send it.} other {# changes from {time} are loaded. They wait below for you to send them.}}',
  known:
    '{count, plural, one {# change in the file is on this device already, or was before. It is not added again.} other {# changes in the file are on this device already, or were before. They are not added again.}}',
  photos:
    '{count, plural, one {# photo is loaded that the server may have lost. If so, it is sent again.} other {# photos are loaded that the server may have lost. If so, they are sent again.}}',
  empty: 'There is no change and no photo in the file.',
  changesUnread:
    'The other device could not read {count, plural, one {# change} other {# changes}} when it made the file.',
  photosUnread:
    'The other device could not read {count, plural, one {# photo} other {# photos}} when it made the file.',
});

/** Reasons why a file was not loaded. Then, no change from it is stored. */
export const rescueProblems = sentences({
  foreign: 'This is not a file with unsent work.',
  cut: 'The end of the file is missing. Copy it again from the other device. Nothing was loaded.',
  damaged: 'The file is damaged. Copy it again from the other device. Nothing was loaded.',
  newer: 'A newer version of the app made this file. Update the app here first. Nothing was loaded.',
  needsPassphrase: 'This file has a passphrase. Enter it, then press Load.',
  wrongPassphrase: 'The passphrase is wrong. Nothing was loaded.',
  cannotDecrypt: 'This file has a passphrase, and this browser cannot open such files here.',
  stopped: 'Nothing was loaded.',
  partly: 'Only a part of the changes was loaded. Load the file again to get the others.',
  otherServer: 'The file is from another server, {origin}. It can only be loaded there.',
  otherUser: 'The file is from {username}. Only the same user can load it.',
  full: 'This device has no room for the file. Free some space, then load it again. Nothing was loaded.',
  notStored: 'This device’s storage did not take the changes. Nothing was loaded. Please try again.',
});

/** Changes that were loaded from a file and wait for a person to send them. */
export const loadedGroupWords = sentences({
  title: '{count, plural, one {# change from a file} other {# changes from a file}}',
  loaded: 'loaded {time}',
  what: 'Another device saved them before it could send them. Look through them, then send them.',
  choices: 'Choices for the changes from a file',
  sendAll: '{count, plural, other {Send all #}}',
  discardAll: '{count, plural, other {Discard all #}}',
  discardTitle: 'Discard {count, plural, one {# change} other {# changes}}',
  discardQuestion: 'They are removed from this device. While you have the file, you can load them again.',
  keep: 'Keep',
  discard: 'Discard',
});
