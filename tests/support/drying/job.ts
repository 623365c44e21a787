import { addDrying } from '../../../src/domain/drying/drying-entries.ts';
import type { AirFact, DryingFact, MoistureFact, Ref } from '../../../src/domain/drying/drying-facts.ts';
import { type Given, stampFor, writeVisit } from '../../../src/domain/drying/visit-draft.ts';

/** Minutes east of UTC. */
const OFFSET = -360;

/** @param clock 'YYYY-MM-DD HH:MM', where the job is */
export function at(clock: string, who = 'Ann Lee') {
  return { at: Date.parse(`${clock.replace(' ', 'T')}:00Z`) - OFFSET * 60_000, offset: OFFSET, who };
}

export function ref(label: string, by = ''): Ref {
  return { label, by };
}

export function air(label: string, fahrenheit: number, humidity: number): AirFact {
  return { word: 'air', ref: ref(label), value: { fahrenheit, humidity } };
}

export function moisture(label: string, value: number): MoistureFact {
  return { word: 'points', ref: ref(label), value };
}

type Reading = AirFact | MoistureFact;

const CHAMBERS = ['A', 'B', 'C', 'E'];
const ROOMS = [['Kitchen', 'Hall'], ['Living room'], ['Basement'], ['Bedroom', 'Bath']];
/** 25 in all. */
const POINTS = [7, 6, 6, 6];
const PLACES = [
  'N wall 12 in up',
  'floor by door',
  'S wall 24 in up',
  'W wall base',
  'ceiling',
  'E wall',
  'sill',
];
const DAYS = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'];

const pointLabels = CHAMBERS.flatMap((chamber, n) =>
  Array.from({ length: POINTS[n] ?? 0 }, (_, point) => `${chamber}${point + 1}`),
);
/** Two a chamber. */
const units = CHAMBERS.flatMap((chamber, n) => [1, 2].map((one) => ({ label: `D${2 * n + one}`, chamber })));

const MACHINES = [...units.map(({ label }) => label), ...CHAMBERS.map((chamber) => `M${chamber}`)];
const RUNNING = MACHINES.map((label): DryingFact => ({ word: 'running', ref: ref(label) }));

/** Day one: chambers, points and equipment. */
export const setUp: readonly DryingFact[] = [
  ...CHAMBERS.map(
    (label, n): DryingFact => ({
      word: 'chamber',
      ref: ref(label),
      rooms: ROOMS[n] ?? [],
      lossClass: 2,
      cubicFeet: 1850,
    }),
  ),
  ...pointLabels.map(
    (label, n): DryingFact => ({
      word: 'set',
      ref: ref(label),
      place: `${ROOMS[CHAMBERS.indexOf(label.charAt(0))]?.[0]} ${PLACES[n % PLACES.length]}`,
      material: n % 3 === 0 ? 'subfloor' : 'drywall',
      goal: n % 3 === 0 ? 14 : 15,
    }),
  ),
  ...units.map(
    ({ label, chamber }, n): DryingFact => ({
      word: 'placed',
      ref: ref(label),
      count: 1,
      kind: `LGR 7000XLi ${12341 + n}`,
      chamber: ref(chamber),
    }),
  ),
  ...CHAMBERS.map(
    (chamber): DryingFact => ({
      word: 'placed',
      ref: ref(`M${chamber}`),
      count: 4,
      kind: 'air movers',
      chamber: ref(chamber),
    }),
  ),
];

/** On the last day, all points are at their goals. */
function visit(n: number): Reading[] {
  return [
    air('out', 52 + n, 60),
    air('un', 70, 38 + n),
    air('hvac', 68, 45),
    ...CHAMBERS.map((chamber, place) => air(chamber, 74 + place, 71 - 9 * n)),
    ...units.map(({ label }, place) => air(label, 95 + (place % 3), 20 - n)),
    ...pointLabels.map((label, place) => moisture(label, 34 + (place % 5) - 6 * n)),
  ];
}

/** Outside, unaffected and HVAC, then chamber by chamber. */
function inWalkingOrder(readings: readonly Reading[]): Reading[] {
  const placeOf = ({ ref: { label } }: Reading): number => {
    const unit = units.find((one) => one.label === label);
    return CHAMBERS.indexOf(unit?.chamber ?? label.charAt(0));
  };
  return [...readings].sort((one, other) => placeOf(one) - placeOf(other));
}

/** The notes of a 5-day job with 4 chambers, 25 points and 8 dehumidifiers. */
export function fiveDays(): string {
  return daysWith((notes, day, n) => addDrying(notes, at(`${day} 09:05`), [...visit(n), ...RUNNING]));
}

/** The same with a walk of so many minutes each day, as the app gives each number its time. */
export function fiveDaysOfWalks(minutes: number): string {
  return daysWith((notes, day, n) => {
    const begun = at(`${day} 09:05`);
    // The last press confirms all equipment.
    const presses = [...inWalkingOrder(visit(n)).map((fact): DryingFact[] => [fact]), RUNNING];
    const given = presses.reduce<readonly Given[]>((before, facts, place) => {
      const later = Math.floor((place * minutes) / presses.length) * 60_000;
      const now = { ...begun, at: begun.at + later };
      return [...before, ...facts.map((fact) => ({ stamp: stampFor(fact, now, before, []), fact }))];
    }, []);
    return writeVisit(notes, given);
  });
}

function daysWith(visitOf: (notes: string, day: string, n: number) => string): string {
  const begun = addDrying('', at(`${DAYS[0]} 08:55`), setUp);
  const visited = DAYS.reduce(visitOf, begun);
  return addDrying(visited, at(`${DAYS[4]} 10:00`), [
    ...MACHINES.map((label): DryingFact => ({ word: 'removed', ref: ref(label), isPoint: false })),
    ...CHAMBERS.map((label): DryingFact => ({ word: 'dry', ref: ref(label), remark: 'all at goal' })),
  ]);
}

/**
 * The notes of a job of 20 days, from November 2 to 21: no visit on the 13th, two on the 2nd, and D1 was away from the
 * 5th to the 10th.
 */
export function longJob(): string {
  const days = Array.from({ length: 20 }, (_, n) => `2026-11-${String(n + 2).padStart(2, '0')}`);
  const read = days.filter((day) => day !== '2026-11-13');
  const begun = addDrying('', at(`${days[0]} 08:55`), setUp.filter(isShort));
  const visited = read.reduce((notes, day, n) => addDrying(notes, at(`${day} 09:05`), shortVisit(n)), begun);
  const again: readonly DryingFact[] = [air('A', 75, 60), moisture('A1', 38)];
  const away: DryingFact = { word: 'removed', ref: ref('D1'), isPoint: false };
  const back = setUp.filter((fact) => fact.word === 'placed' && fact.ref.label === 'D1');
  return [
    [`${days[0]} 16:10`, again] as const,
    ['2026-11-05 09:00', [away]] as const,
    ['2026-11-10 09:00', back] as const,
    ['2026-11-21 10:00', [away, { word: 'dry', ref: ref('A'), remark: 'all at goal' }]] as const,
  ].reduce((notes, [clock, facts]) => addDrying(notes, at(clock), facts), visited);
}

/** One chamber with its points and one dehumidifier: more days have to fit into the notes. */
function isShort(fact: DryingFact): boolean {
  return 'ref' in fact && (fact.ref?.label === 'D1' || fact.ref?.label.startsWith('A') === true);
}

function shortVisit(n: number): DryingFact[] {
  return [
    air('out', 52, 60),
    air('un', 70, 38),
    air('A', 74, 71 - n),
    ...pointLabels.filter((label) => label.startsWith('A')).map((label) => moisture(label, 39 - n)),
  ];
}
