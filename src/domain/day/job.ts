import { isOver } from '../resource-specs.ts';
import type { WorkOrder } from '../work-order.ts';
import { CHECKLIST } from './checklist.ts';
import { LOG, nameIn } from './entries.ts';
import { readFact, writeFact } from './facts.ts';
import { readStamp, type Stamp, writeStamp } from './stamp.ts';
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

/** What a crew says with one tap. */
export type Step = 'onTheWay' | 'started' | 'finished';

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

/** What the crew does next; null where nothing is left. */
export function nextStep({ status, notes }: Pick<WorkOrder, 'status' | 'notes'>): Step | null {
  if (isOver('workOrders', status)) return null;
  if (status === 'in_progress') return 'finished';
  return readFact(notes, JOB, LABELS.onTheWay) === null ? 'onTheWay' : 'started';
}

/** When a step was taken and by whom; null where the notes do not say. */
export function stepTaken(
  notes: string,
  step: Step,
  offsetOf: (at: number) => number,
): (Stamp & { readonly who: string }) | null {
  const value = readFact(notes, JOB, LABELS[step]);
  const [, moment = '', who = ''] = /^(\S+ +\S+(?: +[+-]\d{2}:?\d{2})?)(?: +(.*))?$/.exec(value ?? '') ?? [];
  const stamp = readStamp(moment, offsetOf);
  return stamp && { ...stamp, who };
}

/**
 * What a step changes: the status, and the notes with the step stamped into them. Nothing where it is not the next one:
 * another tab or device has taken it since it was shown.
 */
export function takeStep(
  job: Pick<WorkOrder, 'status' | 'notes'>,
  step: Step,
  stamp: Stamp & { readonly who: string },
): Partial<WorkOrder> {
  if (nextStep(job) !== step) return {};
  return { status: STEP_STATUS[step], notes: stampStep(job.notes, step, stamp) };
}

/** The notes with a step stamped into them. */
export function stampStep(
  notes: string,
  step: Step,
  { who, ...stamp }: Stamp & { readonly who: string },
): string {
  const value = `${writeStamp(stamp)} ${nameIn(who)}`;
  return writeFact(notes, { block: JOB, label: LABELS[step], value });
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
