import { CHECKLIST } from '../../src/domain/day/checklist.ts';
import { LOG, localOffset, writeSigned } from '../../src/domain/day/entries.ts';
import { JOB } from '../../src/domain/day/job.ts';
import type { PROJECT_TYPES } from '../../src/domain/project.ts';
import type { WorkOrder } from '../../src/domain/work-order.ts';
import { dayFrom, minutesBefore } from './demo-calendar.ts';
import type { DemoHours } from './demo-hours.ts';
import type { SeededRandom } from './seeded-random.ts';

type ProjectType = (typeof PROJECT_TYPES)[number];
type Texts = readonly [string, ...string[]];

/** All are invented. The first is the name in the demo user's account, which the app does not read. */
const CREW: Texts = [
  'Dana Keller',
  'Theo Brandt',
  'Ruth Okafor',
  'Cole Jansen',
  'Iris Maddox',
  'Sam Whitaker',
  'Nadia Petrov',
];
const HAZARDS: Texts = [
  'gas off',
  'power off',
  'live wires',
  'dog on site',
  'asbestos suspected',
  'sagging ceiling',
  'soft floor',
];
/** Ways to get in. They are written before the blocks, because they are no hazards. */
const ACCESS: Texts = [
  'Gate code 4471.',
  'Key at the front desk.',
  'Lockbox 2280 at the side door.',
  'Park on the street.',
];
const SAID_BEFORE: Texts = [
  'Customer asked us to come after 9. Works from home.',
  'Adjuster wants to be there. Call when you leave.',
  'Tenant has the key, call 20 minutes ahead.',
  'Materials are in the warehouse, bay 3.',
];
const SAID: Texts = [
  'Readings are down to 18 percent on the north wall. Two more days of drying.',
  'Moved furniture to the garage and covered it.',
  'Adjuster comes by tomorrow at 10.',
  'Baseboards off and labeled. Photos are taken.',
  'Swapped one dehumidifier, the drain hose was kinked.',
  'Left a card for the neighbor about the noise.',
];
const ITEMS: Readonly<Partial<Record<ProjectType, Texts>>> = {
  water_damage: [
    'Work authorization signed',
    'Source of the water stopped',
    'Photos before work',
    'Moisture readings taken',
    'Equipment placed',
    'Certificate of completion signed',
  ],
  fire_damage: [
    'Work authorization signed',
    'Structure safe to enter',
    'Utilities off',
    'Photos before work',
    'Contents protected',
    'Certificate of completion signed',
  ],
  mold_remediation: [
    'Work authorization signed',
    'Containment in place',
    'Air scrubber running',
    'Photos before work',
    'Clearance test passed',
    'Certificate of completion signed',
  ],
};
const OTHER_ITEMS: Texts = [
  'Work authorization signed',
  'Photos before work',
  'Area left clean',
  'Certificate of completion signed',
];

interface FactsOf extends DemoHours {
  readonly now: Date;
  readonly status: WorkOrder['status'];
  /** In days from today. */
  readonly scheduled: number | null;
  readonly type: ProjectType;
  readonly project: string;
  readonly addedMinutesAgo: number;
}

/** Older work orders have no facts, because the company started using the app two months ago. */
const RECENT_DAYS = -60;

/** Writes facts in the form of docs/facts-in-texts.md. */
export function demoNotes(random: SeededRandom, order: FactsOf): string {
  const { now, status, scheduled, type, project, addedMinutesAgo, startedMinutesAgo: began } = order;
  if (status === 'cancelled' || (scheduled !== null && scheduled < RECENT_DAYS)) return '';
  const crew = [random.pick(CREW), random.pick(CREW)].filter((name, at, all) => all.indexOf(name) === at);
  const [lead = ''] = crew;
  const isPlanned = status !== 'pending';
  const signed = (minutesAgo: number, who: string): string => {
    const at = minutesBefore(now, Math.ceil(minutesAgo)).getTime();
    return writeSigned({ at, offset: localOffset(at), who });
  };
  const worked = status === 'completed' || status === 'in_progress';
  const ended = order.finishedMinutesAgo;
  /** At even distances, between the begin and the end of the work. */
  const during = (at: number, count: number): number => began - ((began - ended) * (at + 1)) / (count + 1);
  const access = random.next() < 0.3 ? random.pick(ACCESS) : '';
  const hazard = random.next() < 0.4 ? random.pick(HAZARDS) : '';
  const job = [
    `--- ${JOB} ---`,
    isPlanned ? `Crew: ${crew.join(', ')}` : '',
    hazard === '' ? '' : `Flags: ${hazard}`,
    order.time === '' ? '' : `Time: ${order.time}`,
    `Project: ${project}`,
    worked ? `On the way: ${signed(Math.min(began + 25, addedMinutesAgo), lead)}` : '',
    worked ? `Started: ${signed(began, lead)}` : '',
    status === 'completed' ? `Finished: ${signed(ended, lead)}` : '',
  ];
  const items = ITEMS[type] ?? OTHER_ITEMS;
  const done = status === 'completed' ? items.length : worked ? random.between(2, items.length - 1) : 0;
  const list = isPlanned
    ? [
        `--- ${CHECKLIST} ---`,
        ...items.map((item, at) =>
          at < done ? `[x] ${item} (${signed(during(at, items.length), lead)})` : `[ ] ${item}`,
        ),
      ]
    : [];
  const entries = worked ? random.between(1, 3) : random.between(0, 1);
  const first = random.between(0, SAID.length - 1);
  const log = Array.from({ length: entries }, (_, at) => {
    const texts = worked ? SAID : SAID_BEFORE;
    const text = texts[(first + at) % texts.length] ?? texts[0];
    const minutesAgo = worked ? during(at, entries) : addedMinutesAgo;
    return `${signed(minutesAgo, crew[at % crew.length] ?? lead)}: ${text}`;
  });
  return [access, ...job, ...list, ...(log.length > 0 ? [`--- ${LOG} ---`, ...log] : [])]
    .filter((line) => line !== '')
    .join('\n');
}

const DAY_MINUTES = 24 * 60;

/** All are invented. */
const CARRIERS: Texts = [
  'Prairie Mutual Insurance',
  'Lakeland Casualty Group',
  'Heartland Home Assurance',
  'Northern Plains Insurance',
  'Great River Underwriters',
];
const ADJUSTERS: Texts = ['Kim Ray', 'Joel Strand', 'Petra Novak', 'Alan Whitfield'];
const CATEGORIES: Texts = ['1, clean water', '2, gray water', '3, black water'];
const INSURED: readonly ProjectType[] = ['water_damage', 'fire_damage', 'storm_damage', 'smoke_damage'];

interface ClaimOf {
  readonly now: Date;
  readonly type: ProjectType;
  readonly cause: string;
  readonly addedMinutesAgo: number;
}

/** Returns '' for uninsured types of work, and for about one loss in five. */
export function demoClaim(random: SeededRandom, { now, type, cause, addedMinutesAgo }: ClaimOf): string {
  if (!INSURED.includes(type) || random.next() < 0.2) return '';
  const adjuster = random.pick(ADJUSTERS);
  const phone = `+1-612-555-01${random.between(10, 99)}`;
  const email = `${adjuster.toLowerCase().replace(' ', '.')}@example.com`;
  return [
    '--- Claim ---',
    `Carrier: ${random.pick(CARRIERS)}`,
    `Claim number: ${random.between(20, 79)}-${random.between(1000, 9999)}`,
    `Policy: HO-${random.between(100_000, 999_999)}`,
    `Adjuster: ${adjuster}, ${phone}, ${email}`,
    `Deductible: $${random.pick(['500', '1,000', '2,500'])}`,
    `Date of loss: ${dayFrom(now, -Math.ceil(addedMinutesAgo / DAY_MINUTES))}`,
    `Cause of loss: ${cause}`,
    ...(type === 'water_damage' ? [`Category: ${random.pick(CATEGORIES)}`] : []),
  ].join('\n');
}
