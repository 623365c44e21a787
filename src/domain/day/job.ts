import { DRYING } from '../drying/drying-facts.ts';
import { readText } from '../field.ts';
import type { Fields, RecordKind } from '../resource-spec.ts';
import { WORK_ORDERS_PER_STEP } from '../steps.ts';
import type { WorkOrder } from '../work-order.ts';
import { CHECKLIST } from './checklist.ts';
import { LOG, readSigned, type SignedStamp, writeSigned } from './entries.ts';
import { firstNameFirst, nameKey, sameName } from './person-names.ts';
import {
  type Fact,
  freeText,
  keepFirstFact,
  linesWithin,
  otherLines,
  readFact,
  readFacts,
  sameLabel,
  writeFact,
} from './text-blocks.ts';

export const JOB = 'Job';

/** Blocks that screens show as facts. */
export const JOB_BLOCKS = [JOB, CHECKLIST, LOG, DRYING] as const;

/** Stored, so never translated. */
export const JOB_LABELS = {
  crew: 'Crew',
  flags: 'Flags',
  time: 'Time',
  project: 'Project',
  onTheWay: 'On the way',
  started: 'Started',
  finished: 'Finished',
} as const;

/** Reported with one tap each, in this order. */
export const STEPS = ['onTheWay', 'started', 'finished'] as const;
export type Step = (typeof STEPS)[number];

const STEP_STATUS: Readonly<Record<Step, WorkOrder['status']>> = {
  onTheWay: 'assigned',
  started: 'in_progress',
  finished: 'completed',
};

interface Job {
  readonly crew: readonly string[];
  /** 'gas off', 'dog', 'asbestos' */
  readonly flags: readonly string[];
  /** As written: '09:00-11:00', '2 PM', 'after lunch'. `readClockTime` reads it. */
  readonly time: string;
  /** The project's title. */
  readonly project: string;
}

export function readJob(notes: string): Job {
  // Splitting long notes into lines is the slow part.
  const facts = readFacts(notes, JOB);
  const first = (label: string): string => facts.find((fact) => sameLabel(fact.label, label))?.value ?? '';
  return {
    crew: listIn(facts, 'crew'),
    flags: listIn(facts, 'flags'),
    time: first(JOB_LABELS.time),
    project: first(JOB_LABELS.project),
  };
}

/** Returns true if a work order with these notes belongs to a project of this title. */
export function namesProject(notes: string, title: string): boolean {
  return title !== '' && sameLabel(readJob(notes).project, title);
}

export function writeJob(notes: string, job: Partial<Job>): string {
  const values: readonly (readonly [keyof Job, string | undefined])[] = [
    ['crew', job.crew && joinNames(job.crew)],
    ['flags', job.flags && joinNames(job.flags)],
    ['time', job.time],
    ['project', job.project],
  ];
  return values.reduce((text, [key, value]) => {
    if (value === undefined) return text;
    const label = JOB_LABELS[key];
    // Merges can leave a line twice, and a removed first line would let the second one count.
    return writeFact(keepFirstFact(text, JOB, label), { block: JOB, label, value });
  }, notes);
}

function isList(key: keyof typeof JOB_LABELS): key is 'crew' | 'flags' {
  return key === 'crew' || key === 'flags';
}

/** Ignores how the name was typed; see `sameName`. */
export function isOnCrew(job: Pick<Job, 'crew'>, name: string): boolean {
  const wanted = nameKey(name);
  return wanted !== '' && job.crew.some((member) => nameKey(member) === wanted);
}

export interface CrewChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** A pending job becomes assigned when it gets its first crew. */
export function changeCrew(
  { status, notes }: Pick<WorkOrder, 'status' | 'notes'>,
  { add, remove }: CrewChange,
): Partial<WorkOrder> {
  const stay = readJob(notes).crew.filter((name) => !isOnCrew({ crew: remove }, name));
  const crew = [...stay, ...add.filter((name) => !isOnCrew({ crew: stay }, name)).map(firstNameFirst)];
  return {
    notes: writeJob(notes, { crew }),
    ...(status === 'pending' && crew.length > 0 ? { status: 'assigned' } : {}),
  };
}

export function nextStep({ status, notes }: Pick<WorkOrder, 'status' | 'notes'>): Step | null {
  if (status === 'in_progress') return 'finished';
  if (status !== 'pending' && status !== 'assigned') return null;
  return readFact(notes, JOB, JOB_LABELS.onTheWay) === null ? 'onTheWay' : 'started';
}

export function stepTaken(notes: string, step: Step, offsetOf: (at: number) => number): SignedStamp | null {
  return readSigned(readFact(notes, JOB, JOB_LABELS[step]) ?? '', offsetOf);
}

/** Changes nothing if another tab or device has already taken the step. */
export function takeStep(
  job: Pick<WorkOrder, 'status' | 'notes'>,
  step: Step,
  stamp: SignedStamp,
): Partial<WorkOrder> {
  if (nextStep(job) !== step) return {};
  return { status: STEP_STATUS[step], notes: stampStep(job.notes, step, stamp) };
}

/** Steps still to come, by status. Any other status leaves the stamps alone. */
const STEPS_TO_COME: Readonly<Record<string, readonly Step[]>> = {
  pending: STEPS,
  assigned: ['started', 'finished'],
  in_progress: ['finished'],
};

/** Removes the stamps of later steps from a job that is set back. */
export function withoutLaterSteps({ status, notes }: Pick<WorkOrder, 'status' | 'notes'>): string {
  const less = (STEPS_TO_COME[status] ?? []).reduce(withoutStep, notes);
  // Removing a last line also removes the line end before it.
  return notes.endsWith('\n') ? less : less.replace(/\r?\n$/, '');
}

function withoutStep(notes: string, step: Step): string {
  const less = writeFact(notes, { block: JOB, label: JOB_LABELS[step], value: '' });
  // Two devices may each have written a stamp.
  return less === notes ? notes : withoutStep(less, step);
}

export function stampStep(notes: string, step: Step, stamp: SignedStamp): string {
  return writeFact(notes, { block: JOB, label: JOB_LABELS[step], value: writeSigned(stamp) });
}

export function otherNotes(notes: string): string {
  return freeText(notes, JOB_BLOCKS).trim();
}

export function unfieldedLines(notes: string): string {
  return [CHECKLIST, LOG, DRYING]
    .flatMap((name) => linesWithin(notes, name).map(({ line }) => line))
    .join('\n');
}

/** Returns lines that other programs wrote or that cannot be read. */
export function linesBesideJob(notes: string): string[] {
  const facts = readFacts(notes, JOB);
  const shown = Object.entries(JOB_LABELS).flatMap(([key, label]) => {
    const own = facts.filter((fact) => sameLabel(fact.label, label));
    return own.filter((fact, n) => isShown(key as keyof typeof JOB_LABELS, fact, n)).map(({ line }) => line);
  });
  return otherLines(notes, JOB, shown);
}

/** Lists may span several lines. For any other fact, only the first line counts. */
function isShown(key: keyof typeof JOB_LABELS, { value }: Fact, place: number): boolean {
  if (isList(key)) return namesIn(value).length > 0;
  if (place > 0) return false;
  return key === 'time' || key === 'project' ? value !== '' : readSigned(value, () => 0) !== null;
}

function listIn(facts: readonly Fact[], key: 'crew' | 'flags'): string[] {
  const values = facts.filter(({ label }) => sameLabel(label, JOB_LABELS[key]));
  const isSame = key === 'crew' ? sameName : sameLabel;
  return values
    .flatMap(({ value }) => namesIn(value))
    .reduce<string[]>((list, one) => (list.some((known) => isSame(known, one)) ? list : [...list, one]), []);
}

export function namesIn(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A comma would end a name. */
export function joinNames(list: readonly string[]): string {
  return list
    .map((one) => one.replaceAll(',', ' ').trim())
    .filter((one) => one !== '')
    .join(', ');
}

type Follow = (record: Fields) => Fields;

/** Keyed by kind of record and changed field. */
const FOLLOWING: Partial<Record<RecordKind, Readonly<Record<string, Follow>>>> = {
  workOrders: {
    status: ({ status, notes }) =>
      typeof notes === 'string' ? { notes: withoutLaterSteps({ status: String(status), notes }) } : {},
  },
};

/**
 * Returns other fields that must change with a user's change.
 * @param record with the user's change
 */
export function followingFields(resource: RecordKind, changed: readonly string[], record: Fields): Fields {
  const follows = FOLLOWING[resource] ?? {};
  return Object.assign({}, ...changed.map((field) => follows[field]?.(record) ?? {})) as Fields;
}

/** Each name is as it was first written. */
export function* crewNames(
  rows: readonly { readonly view: Pick<WorkOrder, 'notes'> }[],
): Generator<void, readonly string[]> {
  const names = new Map<string, string>();
  for (const [n, { view }] of rows.entries()) {
    if (n % WORK_ORDERS_PER_STEP === WORK_ORDERS_PER_STEP - 1) yield;
    for (const name of readJob(readText(view.notes)).crew) {
      const key = nameKey(name);
      if (!names.has(key)) names.set(key, name);
    }
  }
  return [...names.values()];
}
