import { sentences } from './sentences.ts';

/** The job's lines in a work order's form. */
export const jobFormWords = sentences({
  title: 'Crew, time and flags',
  about: 'These fields are saved as lines of the notes.',
  crew: 'Crew',
  flags: 'Watch out',
  time: 'Time',
  project: 'Project',
  noProject: 'No project',
  meansTime: 'This means {time}.',
});

/** What to write into them. */
export const jobFormHints = sentences({
  crew: 'Names with commas between them',
  flags: 'Gas off, dog, gate 4471',
  time: 'For example 2 PM, 9-11 or 1:30 PM - 3 PM',
  project: 'The job’s page shows the insurance claim of this project.',
});
