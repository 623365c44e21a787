import { sentences } from './sentences.ts';

/** A technician's day: the list of jobs, and one job. */
export const dayWords = sentences({
  today: 'Today',
  yesterday: 'Yesterday',
  tomorrow: 'Tomorrow',
  undated: 'No date',
  running: 'In progress',
  overdue: 'Overdue',
  mine: 'My jobs',
  everybody: 'All jobs',
  whose: 'Whose jobs',
  nameFirst: 'Enter your name in Settings to see only your own jobs.',
  settings: 'Open Settings',
  none: 'No jobs for this day.',
  noneUndated: 'No jobs without a date.',
  noneOfMine: 'No jobs of yours for this day.',
  nobodyCalled: 'Nobody called ‘{name}’ is on any job.',
  whichIsYou: 'Your jobs have another name on them? Choose it:',
  changeName: 'Change your name in Settings',
  notFetched: 'The work orders on the server have not been fetched yet.',
  days: 'Days of the week',
  previousWeek: 'Previous week',
  nextWeek: 'Next week',
  count: '{count, plural, =0 {no jobs} one {# job} other {# jobs}}',
  more: 'Show {count, plural, one {# more} other {# more}} of {all}',
});

/** The big button of a job, and what it does. */
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

/** Parts of the job screen. */
export const jobWords = sentences({
  crew: 'Crew',
  nobody: 'Nobody is assigned yet.',
  assign: 'Assign',
  assignTitle: 'Assign crew',
  name: 'Another name',
  save: 'Save',
  cancel: 'Cancel',
  becomesAssigned: 'The status changes from Pending to Assigned.',
  flags: 'Watch out',
  people: 'People',
  log: 'Log',
  addNote: 'Add note',
  note: 'Note',
  notePlace: 'What happened, what comes next',
  saveNote: 'Save note',
  noNotes: 'No notes yet.',
  olderNotes: 'Show {count, plural, one {# older note} other {# older notes}}',
  checklist: 'Checklist',
  addChecklist: 'Add checklist: {type}',
  project: 'Project',
  noSuchProject: 'This customer has no project with this title. Press Edit and choose the project.',
  claims:
    '{count, plural, one {# insurance claim of this customer} other {# insurance claims of this customer}}',
  chooseProject:
    'This work order names no project. Press Edit and choose its project: then only the claim of that project is shown.',
  time: 'Time',
  nearlyFull:
    'The notes of this work order are nearly full ({share} %). Move old entries to another place before they no longer fit.',
});
