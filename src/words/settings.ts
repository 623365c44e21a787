import { sentences } from './sentences.ts';

/** What the settings are called. */
export const settingLabels = sentences({
  companyName: 'Company Name',
  companyAddress: 'Company Address',
  companyPhone: 'Company Phone',
  companyLogo: 'Company Logo',
  myName: 'My Name',
  checklists: 'Checklists',
});

/** The settings and their form. */
export const settingsWords = sentences({
  edit: 'Edit',
  whatFor:
    'Your company appears at the top of every estimate, work order and report that you print. Your name is printed as the person who prepared it.',
  keptByServer:
    'The company’s name, address, phone, logo and checklists are the same on all devices of your company, and anyone in your company can change them. Your own name is kept on this device only.',
  keptByDevice:
    'Your server has no place for these settings, so they are kept on this device only. Other people and your other devices do not see them.',
  keptAtLogOut: 'When you log out, these settings stay on this device for your next sign-in.',
  notSent:
    'Your last changes are not sent yet. They are on this device, and are sent as soon as the server can be reached.',
  left: 'You began to change these settings and did not save them.',
  goOn: 'Go on',
  begun: 'This is what you typed earlier and did not save.',
  editTitle: 'Edit Settings',
  cancel: 'Cancel',
  save: 'Save',
  checklistsHint: 'A line that ends with a colon names a checklist. The lines below it are its items.',
  notSaved: 'Failed to save the settings. Please try again.',
  savedElsewhere: 'Changed to “{value}” meanwhile. Saving replaces it.',
  logoSavedElsewhere: 'Another logo was saved meanwhile. Saving replaces it.',
  checklistsSavedElsewhere:
    'The checklists were changed meanwhile. Saving keeps both changes. Where both changed the same checklist, yours is kept.',
});

/** Two people changed the same setting, or the server refused a change. */
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

/** The changes of settings and their authors. */
export const settingHistory = sentences({
  title: 'History',
  changed: '{setting} changed from “{before}” to “{after}”',
  set: '{setting} set to “{after}”',
  cleared: '{setting} “{before}” removed',
  changedAtAll: '{setting} changed',
  by: '{by}, {time}',
});

/** The company's logo, and files that cannot be one. */
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
  noSize: '{file} does not say how large it is. Save it as a PNG picture and choose that.',
  tooManyPixels: '{file} has {width} × {height} pixels, which is too many. Choose a smaller picture.',
  cannotScale: 'This browser cannot scale pictures down.',
  notDrawn: '{file} could not be drawn. Save it as a PNG picture and choose that.',
});
