import { sentences } from './sentences.ts';

/** The first steps of a company that has nothing yet. */
export const firstDayWords = sentences({
  title: 'First steps',
  close: 'Close first steps',
  done: 'Done',
  add: 'Add your first customer',
  addHint: 'It works without a signal too.',
  addButton: 'Add Customer',
  import: 'Import customers from Excel or CSV',
  importHint: 'From Excel, Google Sheets or another program.',
  importButton: 'Import',
  installOnPhone: 'Install the app on this phone',
  installOnDevice: 'Install the app on this device',
  installHint: 'It opens with one tap, with or without a connection.',
  installButton: 'Install',
  airplane: 'Try it in airplane mode',
  airplaneHint: 'Turn airplane mode on, add a customer, and turn it off: the customer is sent by itself.',
});
