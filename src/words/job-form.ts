import { sentences } from './sentences.ts';

/** The job's lines in a work order's form. */
export const jobFormWords = sentences({
  title: 'Crew, time and flags',
  about: 'Kept in the notes, where every other program can read it.',
  crew: 'Crew',
  flags: 'Watch out',
  time: 'Time',
  project: 'Project',
});

/** What to write into them. */
export const jobFormHints = sentences({
  crew: 'Names with commas between them',
  flags: 'Gas off, dog, gate 4471',
  time: 'From and until, in 24 hours: 09:00-11:00',
  project: 'The title of this customer’s project',
});
