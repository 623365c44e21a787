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
  whereKept:
    'Kept on this device for your account, and never sent to the server: other people and your other devices do not see it. When you log out, it is removed from this device with your records. Enter it again after your next sign-in.',
  editTitle: 'Edit Settings',
  cancel: 'Cancel',
  save: 'Save',
  checklistsHint: 'A line that ends with a colon names a checklist. The lines below it are its items.',
  notSaved: 'Failed to save the settings. Please try again.',
  savedElsewhere: 'Another tab has saved “{value}”. Saving replaces it.',
  logoSavedElsewhere: 'Another tab has saved a different logo. Saving replaces it.',
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
