import { sentences } from './sentences.ts';

export const settingLabels = sentences({
  companyName: 'Company Name',
  companyAddress: 'Company Address',
  companyPhone: 'Company Phone',
  companyLogo: 'Company Logo',
  myName: 'My Name',
  checklists: 'Checklists',
  documentTexts: 'Document Texts',
  priceList: 'Price List',
});

export const settingsWords = sentences({
  edit: 'Edit',
  whatFor:
    'Your company appears at the top of every estimate, work order and report that you print. Your name is printed as the person who prepared it.',
  keptByServer:
    'The company’s name, address, phone, logo, checklists, texts and prices are the same on all devices of your company, and anyone in your company can change them. Your own name is kept on this device only.',
  keptByDevice:
    'Your server has no place for these settings, so they are kept on this device only. Other people and your other devices do not see them.',
  keptAtLogOut: 'When you log out, these settings stay on this device for your next sign-in.',
  notSent:
    'Your last changes are not sent yet. They are on this device, and are sent when the app is open and the server can be reached.',
  left: 'You began to change these settings and did not save them.',
  goOn: 'Continue',
  begun: 'This is what you typed earlier and did not save.',
  editTitle: 'Edit Settings',
  cancel: 'Cancel',
  save: 'Save',
  checklistsHint:
    'A line that ends with a colon names a checklist. The lines below it are its items. An empty field has the usual ones.',
  documentTextsHint:
    'A line such as --- Work authorization --- names a document. The lines below it are what its customer agrees to. The texts given here are examples, and stand for an empty field.',
  textUses: 'What each document says',
  textUse: '{document}: {count, plural, one {# word} other {# words}}, up to “{end}”',
  textExample: '{document}: still an example',
  textNone: '{document}: no text',
  textUnused: 'No document says this: “{begin}”. Write a line such as --- Estimate --- above it.',
  textUnknown: 'This is not the name of a document, so it is part of the text above it: {line}',
  notSaved: 'Failed to save the settings. Please try again.',
  savedElsewhere: 'Changed to “{value}” meanwhile. Saving replaces it.',
  textsSavedElsewhere: 'Other texts were saved meanwhile. Saving replaces them.',
  logoSavedElsewhere: 'Another logo was saved meanwhile. Saving replaces it.',
  checklistsSavedElsewhere:
    'The checklists were changed meanwhile. Saving keeps both changes. Where both changed the same checklist, yours is kept.',
});

/** Shown if two people changed the same setting, or the server refused a change. */
export const settingQuestions = sentences({
  title: 'Your changes that are not used',
  someoneElse: 'Someone else',
  changed: '{by} changed {setting} before your change was sent. That change is used, not yours.',
  changedChecklist:
    '{by} changed the checklist “{checklist}” before your change was sent. That change is used, not yours.',
  mine: 'Yours',
  theirs: 'In use',
  nothing: 'nothing',
  useMine: 'Use mine',
  keepTheirs: 'Drop mine',
  refused: 'The server did not accept {setting}: {reason} Your change is on this device only.',
  tryAgain: 'Try again',
  discard: 'Discard my change',
});

export const settingHistory = sentences({
  title: 'History',
  changed: '{setting} changed from “{before}” to “{after}”',
  set: '{setting} set to “{after}”',
  cleared: '{setting} “{before}” removed',
  changedAtAll: '{setting} changed',
  by: '{by}, {time}',
});

export const logoWords = sentences({
  picture: 'The company’s logo',
  file: 'Logo file',
  choose: 'Choose a picture',
  replace: 'Replace',
  remove: 'Remove',
  note: 'PNG, JPEG, WebP, GIF or SVG. It is printed on white.',
  otherType: '{file} is not a PNG, JPEG, WebP, GIF or SVG picture.',
  tooLarge: '{file} is larger than {megabytes} MB. Choose a smaller picture.',
  unreadable: '{file} could not be read as a picture. It may be damaged. Choose another file.',
  noSize: '{file} does not say how large it is. Save it as a PNG picture and choose that one.',
  tooManyPixels: '{file} has {width} × {height} pixels, which is too many. Choose a smaller picture.',
  cannotScale: 'This browser cannot scale pictures down.',
  notDrawn: '{file} could not be drawn. Save it as a PNG picture and choose that one.',
});

export const aboutWords = sentences({
  title: 'About',
  version: 'Version {version}',
  license: 'MIT License',
  onThisDevice: 'On this device',
  whatIsKept:
    'Your company’s records and settings, changes that are not sent yet, and your sign-in. Logging out removes all but the settings, unless changes still have to be sent.',
  thisBrowser: 'This browser',
  installed: 'The app is installed on this device.',
  notInstalled: 'The app is not installed here. To install it, choose Install app in the account menu.',
  notOffered: 'The browser does not offer to install the app now. It may be installed already.',
  cannotInstall: 'This browser cannot install the app. You can still use it here.',
  onlyOnline:
    'The app does not open without a connection here. That needs an address with HTTPS, and a browser that allows it.',
  mayBeRemoved: 'The browser may remove the app’s data when the device runs out of space.',
  keyboard: 'Keyboard',
  shortcuts: 'Press ? on any screen to see the keyboard shortcuts.',
  support: 'Support',
  whatIsReported:
    'A report of versions, states and counts helps support find out what is wrong. It has no names and nothing from your records.',
  saveReport: 'Save report for support',
  reportNotMade:
    "The report could not be created: this device's storage is not responding. Please try again.",
});

export const installWords = sentences({
  title: 'Install app',
  everythingSent:
    'Everything is sent. Install the app: a browser may clear the data of a site that is not used for seven days.',
  savedHere: 'Saved on this device. Install the app to open it with one tap, with or without a connection.',
  notNow: 'Not now',
  install: 'Install',
  safariClears:
    'Safari may clear the data of a site that you have not used for seven days. It does not do that to an installed app.',
  iosClears:
    'A browser on iPhone or iPad may clear the data of a site that you have not used for seven days. It does not do that to an installed app.',
  ownWindow: 'The installed app has its own icon and its own window.',
  startsEmpty:
    'The installed app starts empty. Sign in there once. What you added in this browser does not move into it.',
  leftBehind:
    '{count, plural, one {# change is not on the server yet and stays} other {# changes are not on the server yet and stay}} in this browser. Connect first, and wait until Sync shows that nothing is waiting.',
  done: 'Done',
});

/** Button names, as the browsers show them. */
export const installButtons = sentences({
  share: 'Share',
  more: 'More',
  addToHomeScreen: 'Add to Home Screen',
  add: 'Add',
  openAsWebApp: 'Open as Web App',
  file: 'File',
  addToDock: 'Add to Dock',
  menu: 'Menu',
  install: 'Install',
  addToHome: 'Add app to Home screen',
});

/** Each placeholder becomes a picture of the button. */
export const installSteps = sentences({
  shareBelow: 'Tap {share} at the bottom of Safari. If you do not see it, tap {more} first.',
  shareAbove: 'Tap {share} at the top of Safari. If you do not see it, tap {more} first.',
  shareBeside: 'Tap {share}. It is beside the address or in the browser’s menu.',
  chooseHomeScreen: 'Choose {addToHomeScreen}. Scroll down if you do not see it.',
  chooseHomeScreenElse:
    'Choose {addToHomeScreen}. Scroll down if you do not see it. If it is missing, open this page in Safari.',
  tapAdd: 'Tap {add}. If there is an {openAsWebApp} switch, leave it on.',
  openSafari: 'Open this page in Safari. The window that it is in now belongs to another app.',
  installThere: 'Sign in there and choose {installApp} in the account menu.',
  chooseDock: 'Choose {file} in the menu bar, then {addToDock}. It needs macOS Sonoma or later.',
  clickAdd: 'Click {add}.',
  tapMenu: 'Tap {menu} in Firefox.',
  chooseInstall: 'Choose {install} or {addToHome}, and confirm.',
});

export const shortcutWords = sentences({
  title: 'Keyboard shortcuts',
  findAll: 'Find anything, also from a field',
  find: 'Search the list',
  add: 'Add a record to the list',
  goTo: 'Go to {screen}',
  help: 'Show this list',
  use: 'Use keyboard shortcuts on this device',
});
