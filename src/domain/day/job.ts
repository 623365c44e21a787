import type { WorkOrder } from '../work-order.ts';
import { CHECKLIST } from './checklist.ts';
import { LOG } from './entries.ts';
import { readFact, writeFact } from './facts.ts';
import { readSigned, type SignedStamp, writeSigned } from './signed-stamp.ts';
import { textBeside } from './text-blocks.ts';

/** The block of a work order's notes that says who does it and how far it is. */
const JOB = 'Job';

/** What the block's lines are called, in every text and every language. */
const LABELS = {
  crew: 'Crew',
  flags: 'Flags',
  time: 'Time',
  project: 'Project',
  onTheWay: 'On the way',
  started: 'Started',
  finished: 'Finished',
} as const;

/** What a crew says with one tap, in the order of a job. */
export const STEPS = ['onTheWay', 'started', 'finished'] as const;
export type Step = (typeof STEPS)[number];

/** The status that a step stands for. */
const STEP_STATUS: Readonly<Record<Step, WorkOrder['status']>> = {
  onTheWay: 'assigned',
  started: 'in_progress',
  finished: 'completed',
};

export interface Job {
  readonly crew: readonly string[];
  /** 'gas off', 'dog', 'gate 4471' */
  readonly flags: readonly string[];
  /** As it is written: '09:00-11:00', '9:00'; empty where there is none. */
  readonly time: string;
  /** The title of the project that the work order belongs to; empty where it names none. */
  readonly project: string;
}

export function readJob(notes: string): Job {
  return {
    crew: listIn(notes, 'crew'),
    flags: listIn(notes, 'flags'),
    time: readFact(notes, JOB, LABELS.time) ?? '',
    project: readFact(notes, JOB, LABELS.project) ?? '',
  };
}

/** The notes with what is named changed in the block, and nothing else. */
export function writeJob(notes: string, job: Partial<Job>): string {
  const values: readonly (readonly [keyof Job, string | undefined])[] = [
    ['crew', job.crew && written(job.crew)],
    ['flags', job.flags && written(job.flags)],
    ['time', job.time],
    ['project', job.project],
  ];
  return values.reduce(
    (text, [key, value]) =>
      value === undefined ? text : writeFact(text, { block: JOB, label: LABELS[key], value }),
    notes,
  );
}

/** Whether a name is that of somebody on the crew, however it was typed. */
export function isOnCrew(job: Pick<Job, 'crew'>, name: string): boolean {
  const wanted = name.trim().toLowerCase();
  return wanted !== '' && job.crew.some((member) => member.toLowerCase() === wanted);
}

export interface CrewChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** What assigning changes: the crew that the notes have by now, and the status of a job that nobody had. */
export function changeCrew(
  { status, notes }: Pick<WorkOrder, 'status' | 'notes'>,
  { add, remove }: CrewChange,
): Partial<WorkOrder> {
  const stay = readJob(notes).crew.filter((name) => !isOnCrew({ crew: remove }, name));
  const crew = [...stay, ...add.filter((name) => !isOnCrew({ crew: stay }, name))];
  return {
    notes: writeJob(notes, { crew }),
    ...(status === 'pending' && crew.length > 0 ? { status: 'assigned' } : {}),
  };
}

/** What the crew does next; null where nothing is left, and for a status that this version does not know. */
export function nextStep({ status, notes }: Pick<WorkOrder, 'status' | 'notes'>): Step | null {
  if (status === 'in_progress') return 'finished';
  if (status !== 'pending' && status !== 'assigned') return null;
  return readFact(notes, JOB, LABELS.onTheWay) === null ? 'onTheWay' : 'started';
}

/** When a step was taken and by whom; null where the notes do not say. */
export function stepTaken(notes: string, step: Step, offsetOf: (at: number) => number): SignedStamp | null {
  return readSigned(readFact(notes, JOB, LABELS[step]) ?? '', offsetOf);
}

/**
 * What a step changes: the status, and the notes with the step stamped into them. Nothing where it is not the next one:
 * another tab or device has taken it since it was shown.
 */
export function takeStep(
  job: Pick<WorkOrder, 'status' | 'notes'>,
  step: Step,
  stamp: SignedStamp,
): Partial<WorkOrder> {
  if (nextStep(job) !== step) return {};
  return { status: STEP_STATUS[step], notes: stampStep(job.notes, step, stamp) };
}

/** The notes with a step stamped into them. */
export function stampStep(notes: string, step: Step, stamp: SignedStamp): string {
  return writeFact(notes, { block: JOB, label: LABELS[step], value: writeSigned(stamp) });
}

/** What a work order's notes say beside its job, its checklist and its log. */
export function otherNotes(notes: string): string {
  return textBeside(notes, [JOB, CHECKLIST, LOG]);
}

function listIn(notes: string, key: 'crew' | 'flags'): string[] {
  const value = readFact(notes, JOB, LABELS[key]) ?? '';
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Names or flags as one line: a comma would end one. */
function written(list: readonly string[]): string {
  return list
    .map((one) => one.replaceAll(',', ' ').trim())
    .filter((one) => one !== '')
    .join(', ');
}
