import { sentences } from './sentences.ts';

export const filesWords = sentences({
  heading: 'Photos',
  wait: '{count, plural, one {# photo, {size}, waits. Keep the app open.} other {# photos, {size}, wait. Keep the app open.}}',
  waitForAnswer:
    '{count, plural, one {# photo waits. Keep the app open.} other {# photos wait. Keep the app open.}}',
  refused:
    '{count, plural, one {The server does not take the bytes of # photo. It stays} other {The server does not take the bytes of # photos. They stay}} on this device. Open a photo to save it.',
  damaged:
    '{count, plural, one {# photo is} other {# photos are}} damaged on this device, and the server has no whole copy. Open a photo to save what is left of it.',
  tryAgain: 'Try again',
  notTriedAgain: 'This could not be noted. Press again.',
  progress: '{sent} of {all} sent',
  notSent: '{count, plural, one {# photo is} other {# photos are}} not on the server yet.',
  beingKept:
    '{count, plural, one {# photo is} other {# photos are}} still being kept on this device. You can log out once {count, plural, one {it is} other {they are}} kept.',
  cameraOpen: 'The camera or the gallery is open. A photo from it is not kept after you log out.',
  noticeUnread: 'A notice about photos that may be missing has not been read.',
  nothingLeft: 'Nothing else is left to do on this device.',
  keepScreenOn: 'Keep the screen on',
  screenNotKept: 'This device does not keep its screen on now. Its battery may be low.',
  sendNow: 'Send photos now',
  noConnection: 'They are sent when the app is open and has a connection.',
  signedOut: 'They are sent once you have signed in again.',
  serverBusy: 'They are sent when the server answers again.',
  appFault: 'They are sent once the problem on Sync is settled.',
  again: 'It is asked again at {time}.',
  serverFull: 'The server has no room for photos. Tell your administrator. Changes are still sent.',
  serverProblem: 'The server has a problem with photos. Changes are still sent.',
  deviceFull: 'This device has no space left. They stay here, and are sent when there is space again.',
  notOnWifi: 'They are sent on Wi-Fi. You can send them now.',
  whenPressed: 'They are sent when you press Send.',
  keepsNone: 'This server keeps no files now. The photos stay on this device.',
});

/** At a log-out, and on Sync. */
export const damagedFilesWords = sentences({
  heading: 'Damaged on this device',
  what: '{count, plural, one {# photo or document is damaged on this device, and the server has no whole copy. It can never be sent.} other {# photos or documents are damaged on this device, and the server has no whole copies. They can never be sent.}} Save what is left first, if you need it.',
  giveUp:
    '{count, plural, one {Remove it from this device when I log out} other {Remove them from this device when I log out}}',
  forGood:
    '{count, plural, one {The app cannot bring it back. Its entry in the record stays.} other {The app cannot bring them back. Their entries in the records stay.}}',
  notRemoved:
    'The damaged files could not be removed, so you are not logged out. Nothing is lost. Try again.',
  open: 'Save or remove {count, plural, one {it} other {them}}',
  keep: 'Keep {count, plural, one {it} other {them}}',
  remove: 'Remove {count, plural, one {it} other {them}} from this device',
  stayed: 'The damaged files could not be removed. Nothing is lost. Try again.',
});

export const photoSettingWords = sentences({
  title: 'Photos',
  about: 'These settings are kept on this device only.',
  size: 'Photo size',
  network: 'Send photos',
  wifiUnknown:
    'This browser does not tell the app whether it is on Wi-Fi. Photos are sent when you press Send on Sync.',
});

/** By size and network. */
export const photoChoiceWords = sentences({
  usual: 'Usual: 2,048 pixels, about 0.7 MB',
  large: 'Large: 3,072 pixels, about 1.5 MB',
  original: 'As taken: several MB',
  always: 'Always',
  wifi: 'On Wi-Fi',
  press: 'When I press Send',
});
