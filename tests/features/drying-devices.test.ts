import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDrying, readDrying } from '../../src/domain/drying/drying-entries.ts';
import type { DryingFact } from '../../src/domain/drying/drying-facts.ts';
import type { DryingLog } from '../../src/domain/drying/drying-log.ts';
import { foldDrying } from '../../src/domain/drying/fold-drying.ts';
import { refTo } from '../../src/domain/drying/labels.ts';
import {
  blankSetUp,
  type SetUpFields,
  type SetUpItem,
  type SetUpKind,
  setUpOf,
} from '../../src/features/work-orders/drying/set-up-facts.ts';
import { at } from '../support/drying/job.ts';
import { DENVER } from '../support/records/texts.ts';

const foldOf = (texts: readonly string[]): DryingLog => foldDrying(readDrying(texts, DENVER));

/** A phone has its own entries, and those of the others that it has got so far. */
class Phone {
  own = '';
  got: readonly string[] = [];

  readonly who: string;

  constructor(who: string) {
    this.who = who;
  }

  view(): DryingLog {
    return foldOf([this.own, ...this.got]);
  }

  say(minute: number, facts: readonly DryingFact[]): void {
    const clock = `${String(8 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
    this.own = addDrying(this.own, at(`2026-11-24 ${clock}`, this.who), facts);
  }

  form(minute: number, kind: SetUpKind, fields: Partial<SetUpFields>, item?: SetUpItem): void {
    const log = this.view();
    const filled = { ...blankSetUp(log, item), ...fields };
    this.say(minute, setUpOf(filled, { kind, log, who: this.who, item }).facts);
  }
}

const ACTS = ['chamber', 'point', 'unit', 'air', 'moisture', 'volume', 'goal', 'move', 'get'] as const;
const acts = fc.array(
  fc.record({ phone: fc.nat(), act: fc.constantFrom(...ACTS), which: fc.nat(), other: fc.nat() }),
  { maxLength: 30 },
);

/** What people meant, by the rooms of a chamber, the place of a point or the kind of a unit. */
class Meant {
  readonly chambers = new Map<string, { airs: number[]; volume: number | null }>();
  readonly points = new Map<string, { chamber: string; readings: number[]; goal: number | null }>();
  readonly units = new Map<string, string>();
}

function run(
  people: readonly string[],
  given: typeof acts extends fc.Arbitrary<infer Given> ? Given : never,
) {
  const phones = people.map((who) => new Phone(who));
  const meant = new Meant();
  for (const [minute, { phone: whose, act, which, other }] of given.entries()) {
    const phone = phones[whose % phones.length];
    if (!phone) continue;
    const log = phone.view();
    const pick = <Item>(items: readonly Item[], n = which): Item | undefined => items[n % items.length];
    const [chamber, point, unit] = [pick(log.chambers), pick(log.points), pick(log.units)];
    const room = chamber?.fact.rooms[0] ?? '';
    const name = `thing ${minute}x`;
    switch (act) {
      case 'chamber':
        phone.form(minute, 'chamber', { rooms: name });
        meant.chambers.set(name, { airs: [], volume: null });
        break;
      case 'point':
        if (!chamber) break;
        phone.form(minute, 'point', { chamber: chamber.name, place: name });
        meant.points.set(name, { chamber: room, readings: [], goal: null });
        break;
      case 'unit':
        if (!chamber) break;
        phone.form(minute, 'unit', { chamber: chamber.name, kind: name, type: 'E' });
        meant.units.set(name, room);
        break;
      case 'air':
        if (!chamber) break;
        phone.say(minute, [
          {
            word: 'air',
            ref: refTo(log.chambers, chamber, phone.who),
            value: { fahrenheit: minute, humidity: 50 },
          },
        ]);
        meant.chambers.get(room)?.airs.push(minute);
        break;
      case 'moisture':
        if (!point) break;
        phone.say(minute, [{ word: 'points', ref: refTo(log.points, point, phone.who), value: minute }]);
        meant.points.get(point.fact.place)?.readings.push(minute);
        break;
      case 'volume': {
        const of = meant.chambers.get(room);
        if (!chamber || !of) break;
        phone.form(minute, 'chamber', { volume: String(minute + 1) }, chamber);
        of.volume = minute + 1;
        break;
      }
      case 'goal': {
        const of = meant.points.get(point?.fact.place ?? '');
        if (!point || !of) break;
        phone.form(minute, 'point', { goal: String(minute) }, point);
        of.goal = minute;
        break;
      }
      case 'move': {
        const to = pick(log.chambers, other);
        if (!unit || !to) break;
        // A unit that this phone has elsewhere than another one: the last move counts.
        if (unit.placements.at(-1)?.chamber === to.name) break;
        phone.form(minute, 'move', { chamber: to.name }, unit);
        meant.units.set(unit.fact.kind, to.fact.rooms[0] ?? '');
        break;
      }
      case 'get':
        phone.got = phones.filter((one) => one !== phone).map(({ own }) => own);
    }
  }
  return { texts: phones.map(({ own }) => own), meant };
}

function orders<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, n) =>
    orders(items.filter((_, place) => place !== n)).map((rest) => [item, ...rest]),
  );
}

const PEOPLE = [
  ['Ann Lee', 'Bo Diaz'],
  ['Bo Diaz', 'Ann Lee'],
  ['Crew 1', 'Crew 2', 'Crew'],
  ['tech-2', 'tech-1'],
  ['Ann Lee', 'Ann Lee'],
  ['Crew 2', 'Crew', 'Crew'],
];

describe('the log of phones that work apart', () => {
  test('is the same in whatever order their entries come', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PEOPLE), acts, (people, given) => {
        const { texts } = run(people, given);
        const log = foldOf(texts);
        for (const order of orders(texts)) expect(foldOf(order)).toEqual(log);
        expect(foldOf([...texts, ...texts])).toEqual(log);
      }),
      { numRuns: 200 },
    );
  });

  test('has everything once, of two phones of one person too', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PEOPLE), acts, (people, given) => {
        const { texts, meant } = run(people, given);
        const { chambers, points, units, notes } = foldOf(texts);
        expect(chambers.map(({ fact }) => fact.rooms[0] ?? '').sort()).toEqual(
          [...meant.chambers.keys()].sort(),
        );
        expect(points.map(({ fact }) => fact.place).sort()).toEqual([...meant.points.keys()].sort());
        expect(units.map(({ fact }) => fact.kind).sort()).toEqual([...meant.units.keys()].sort());
        expect(notes).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  test('has what each person meant where that person meant it', () => {
    const apart = PEOPLE.filter((people) => new Set(people).size === people.length);
    fc.assert(
      fc.property(fc.constantFrom(...apart), acts, (people, given) => {
        const { texts, meant } = run(people, given);
        const log = foldOf(texts);
        const roomOf = (name: string | null | undefined) =>
          log.chambers.find((one) => one.name === name)?.fact.rooms[0];
        for (const { fact, readings } of log.chambers) {
          const { airs, volume } = meant.chambers.get(fact.rooms[0] ?? '') ?? {};
          expect(readings.map(({ value }) => value?.fahrenheit)).toEqual(airs);
          expect(fact.cubicFeet).toBe(volume);
        }
        for (const { fact, readings, chamber } of log.points) {
          const of = meant.points.get(fact.place);
          expect(readings.map(({ value }) => value)).toEqual(of?.readings);
          expect([fact.goal, roomOf(chamber)]).toEqual([of?.goal, of?.chamber]);
        }
        for (const { fact, placements } of log.units)
          expect(roomOf(placements.at(-1)?.chamber)).toBe(meant.units.get(fact.kind));
      }),
      { numRuns: 400 },
    );
  });

  test('has equal readings, machines and words of two people twice', () => {
    const chamber = {
      word: 'chamber',
      ref: { label: 'A', by: '' },
      rooms: ['Hall'],
      lossClass: null,
      cubicFeet: null,
    } as const;
    const said = fc.uniqueArray(
      fc.constantFrom<DryingFact>(
        { word: 'points', ref: { label: 'A1', by: '' }, value: 34 },
        { word: 'air', ref: { label: 'A', by: '' }, value: { fahrenheit: 74, humidity: 50 } },
        {
          word: 'placed',
          ref: { label: 'E1', by: '' },
          count: 4,
          kind: 'air movers',
          chamber: { label: 'A', by: '' },
        },
        { word: 'dry', ref: { label: 'A', by: '' }, remark: '' },
        { word: 'note', text: 'Dog' },
      ),
    );
    fc.assert(
      fc.property(said, (facts) => {
        const begun = [
          chamber,
          { word: 'set', ref: { label: 'A1', by: '' }, place: 'Hall', material: '', goal: null } as const,
        ];
        const texts = ['Ann Lee', 'Bo Diaz'].map((who) =>
          addDrying('', at('2026-11-24 09:00', who), [...begun, ...facts]),
        );
        const { chambers, points, units, notes } = foldOf(texts);
        expect([chambers.length, points.length]).toEqual([1, 1]);
        const twice = (word: DryingFact['word']) => (facts.some((fact) => fact.word === word) ? 2 : 0);
        expect(
          [points[0]?.readings, chambers[0]?.readings, chambers[0]?.statements, units, notes].map(
            (all) => all?.length,
          ),
        ).toEqual([twice('points'), twice('air'), twice('dry'), twice('placed'), twice('note')]);
      }),
    );
  });
});
