import { sentences } from './sentences.ts';

export const dayWords = sentences({
  today: 'Today',
  yesterday: 'Yesterday',
  tomorrow: 'Tomorrow',
  undated: 'No date',
  running: 'In progress',
  overdue: 'Overdue',
  lateSince: 'Late since {day}',
  lateToday: 'Late, was due by {time}',
  mine: 'My jobs',
  everybody: 'All jobs',
  whose: 'Whose jobs',
  none: 'No jobs for this day.',
  noneUndated: 'No jobs without a date.',
  noneOfMine: 'You have no jobs for this day.',
  nobodyCalled: 'No job has anyone named ‘{name}’ on its crew.',
  otherName: 'Are your jobs under another name? Choose it:',
  yourName: 'Your name',
  whichIsYou: 'Jobs are matched by name. You sign as {name}. Which name is yours in the crew lists?',
  others: 'Others',
  notInList: 'I’m not in the list',
  chosen: 'Chosen job',
  noCrew: 'Nobody yet',
  changeName: 'Change your name in Settings',
  notFetched: 'The work orders on the server have not been fetched yet.',
  days: 'Days of the week',
  previousWeek: 'Previous week',
  nextWeek: 'Next week',
  count: '{count, plural, =0 {no jobs} one {# job} other {# jobs}}',
  sum: '{count, plural, =0 {no jobs} one {# job} other {# jobs}}{overdue, plural, =0 {} other { + # overdue}}{fromOtherDays, plural, =0 {} other { + # in progress from other days}}{cancelled, plural, =0 {} other { + # cancelled}}',
  more: 'Show {count, plural, one {# more} other {# more}} of {all}',
});

export const stepWords = sentences({
  onTheWay: 'On the way',
  started: 'Start',
  finished: 'Finish',
  onTheWayDone: 'On the way since {when}',
  startedDone: 'Started {when}',
  finishedDone: 'Finished {when}',
  openItems:
    '{count, plural, one {# item on the checklist is open:} other {# items on the checklist are open:}}',
  finishAnyway: 'Finish anyway',
  back: 'Go back',
  finishTitle: 'Finish this job?',
});

export const jobWords = sentences({
  crew: 'Crew',
  nobody: 'Nobody is assigned yet.',
  assign: 'Assign',
  assignTitle: 'Assign crew',
  name: 'Another name',
  save: 'Save',
  cancel: 'Cancel',
  becomesAssigned: 'The status changes from Pending to Assigned.',
  flags: 'Hazards',
  people: 'People',
  log: 'Log',
  addNote: 'Add note',
  note: 'Note',
  notePlace: 'What happened, what comes next',
  saveNote: 'Save note',
  noNotes: 'No notes yet.',
  olderNotes: 'Show {count, plural, one {# older note} other {# older notes}}',
  checklist: 'Checklist',
  addChecklist: 'Add checklist',
  itemsDone: '{done} of {all}',
  steps: 'Steps',
  details: 'Details',
  project: 'Project',
  noSuchProject: 'This customer has no project with this title. Press Edit and choose the project.',
  claims:
    '{count, plural, one {# insurance claim of this customer} other {# insurance claims of this customer}}',
  chooseProject:
    'This work order names no project. Press Edit and choose its project: then only the claim of that project is shown.',
  time: 'Time',
  nearlyFull:
    'The notes of this work order are nearly full ({share} %). Move old entries elsewhere before they are full.',
});

/** Fields that are stored as lines in the notes. */
export const jobFormWords = sentences({
  title: 'Crew, time and hazards',
  about: 'These fields are saved as lines of the notes.',
  crew: 'Crew',
  flags: 'Hazards',
  time: 'Time',
  project: 'Project',
  noProject: 'No project',
  meansTime: 'This means {time}.',
});

export const jobFormHints = sentences({
  crew: 'Names, separated by commas',
  flags: 'Gas off, dog, asbestos',
  time: 'For example 2 PM, 9-11 or 1:30 PM - 3 PM',
  project: 'The job’s page shows the insurance claim of this project.',
});

/** Each text is a checklist's name with a colon, then one item per line. */
export const usualChecklists = sentences({
  water:
    'Water:\nWork authorization signed\nSource of the water stopped\nPhotos before work\nMoisture readings taken\nEquipment placed\nCertificate of completion signed',
  fireAndSmoke:
    'Fire and smoke:\nWork authorization signed\nStructure safe to enter\nUtilities off\nPhotos before work\nContents protected\nCertificate of completion signed',
  mold: 'Mold:\nWork authorization signed\nContainment in place\nAir scrubber running\nPhotos before work\nClearance test passed\nCertificate of completion signed',
  storm:
    'Storm:\nWork authorization signed\nRoof and windows covered\nPhotos before work\nDebris removed\nCertificate of completion signed',
  biohazard:
    'Biohazard:\nWork authorization signed\nProtective equipment on\nArea closed off\nWaste bagged and labeled\nCertificate of completion signed',
});

/** Labels that no form field has. */
export const factWords = sentences({
  address: 'Address',
  showEmpty: '{count, plural, one {Show # empty field} other {Show # empty fields}}',
  hideEmpty: '{count, plural, one {Hide # empty field} other {Hide # empty fields}}',
});

export const claimWords = sentences({
  title: 'Insurance claim',
  about: 'These fields are saved as lines of the description.',
  of: 'Insurance claim: {title}',
});

export const claimLabels = sentences({
  carrier: 'Carrier',
  claimNumber: 'Claim number',
  policy: 'Policy',
  adjuster: 'Adjuster',
  deductible: 'Deductible',
  dateOfLoss: 'Date of loss',
  causeOfLoss: 'Cause of loss',
  category: 'Category',
  lossClass: 'Class',
  referral: 'Referral',
});

export const claimHints = sentences({
  adjuster: 'Name, phone, email',
  category: 'For water: 1 clean, 2 contaminated, 3 grossly contaminated',
  lossClass: '1 to 4: how much water must evaporate, and how tightly the materials hold it',
});
