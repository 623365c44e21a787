import { sentences } from './sentences.ts';

/** The proposal to install the app, and the dialog that explains how. */
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

/** What browsers call the buttons that the steps name. */
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

/** The steps of an installation by hand. Each placeholder is a button, drawn in its place. */
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
