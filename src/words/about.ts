import { sentences } from './sentences.ts';

/** Which app this is, what it keeps on the device, and what this browser cannot do for it. */
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
  reportNotMade: "The report could not be made: this device's storage does not answer. Please try again.",
});
