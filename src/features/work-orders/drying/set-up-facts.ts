import { type DryingFact, RANGES, type Ref, USUAL_KINDS } from '../../../domain/drying/drying-facts.ts';
import {
  type Chamber,
  type DryingLog,
  type Point,
  runningPlacement,
  type Unit,
} from '../../../domain/drying/drying-log.ts';
import { edited } from '../../../domain/drying/edited.ts';
import { jobFactsFor, jobValue, standardsText } from '../../../domain/drying/job-facts.ts';
import { nextChamberLabel, nextLabel, refTo, resolve } from '../../../domain/drying/labels.ts';
import type { FoundDraft } from '../../../records/drafts/offered-drafts.ts';
import { dryingFormWords } from '../../../words/drying.ts';
import { saidIn } from './said-in.ts';
import { inRange, type Range, required, within } from './typed-numbers.ts';

/** `move` and `name` are of a unit that was placed. */
export type SetUpKind = 'chamber' | 'point' | 'unit' | 'altitude' | 'job' | 'move' | 'name';

/** The item that is edited. Undefined for a new one. */
export type SetUpItem = Chamber | Point | Unit | undefined;

/** As typed. Each form uses some of them. */
export interface SetUpFields {
  readonly rooms: string;
  readonly category: string;
  readonly lossClass: string;
  readonly volume: string;
  /** A `chamberKey`, or '' for none. */
  readonly chamber: string;
  readonly place: string;
  readonly material: string;
  readonly goal: string;
  readonly type: UnitType;
  readonly kind: string;
  readonly count: string;
  readonly feet: string;
  readonly meter: string;
  readonly billing: string;
  /** A material and its number in each line. */
  readonly standards: string;
}

/** The letters of a label say what the unit is. */
export const UNIT_TYPES = { D: 'dehumidifier', M: 'airMover', S: 'scrubber', E: 'other' } as const;
export type UnitType = keyof typeof UNIT_TYPES;

/** Its label with its setter. Its name can pass to another chamber when an earlier entry arrives. */
export function chamberKey(chamber: Chamber | undefined): string {
  return chamber ? `${chamber.label}/${chamber.by}` : '';
}

export function chamberOfKey({ chambers }: Pick<DryingLog, 'chambers'>, key: string): Chamber | undefined {
  const [label = '', ...by] = key.split('/');
  return resolve(chambers, { label, by: by.join('/') }, '');
}

export function blankSetUp(log: DryingLog, item: SetUpItem): SetUpFields {
  const { chambers, altitude } = log;
  const fields: SetUpFields = {
    rooms: '',
    category: '',
    lossClass: '',
    volume: '',
    chamber: chamberKey(chambers.at(-1)),
    place: '',
    material: '',
    goal: '',
    type: 'D',
    kind: '',
    count: '1',
    feet: altitude === 0 ? '' : String(altitude),
    ...jobFields(log),
  };
  const fact = item?.fact;
  switch (fact?.word) {
    case 'chamber':
      return { ...fields, ...chamberFields(fact) };
    case 'set':
      return { ...fields, ...pointFields(fact) };
    case 'placed': {
      const last = item && 'placements' in item ? item.placements.at(-1) : undefined;
      // A preselected chamber would move it there when only its count is edited.
      const chamber = chamberKey(chambers.find(({ name }) => name === last?.chamber));
      return { ...fields, kind: fact.kind, count: typed(fact.count), chamber };
    }
    default:
      return fields;
  }
}

function chamberFields(fact: Chamber['fact']): Partial<SetUpFields> {
  const { rooms, category = null, lossClass, cubicFeet } = fact;
  return {
    rooms: rooms.map(known).join(' + '),
    category: typed(category),
    lossClass: typed(lossClass),
    volume: typed(cubicFeet),
  };
}

function jobFields(log: Pick<DryingLog, 'jobFacts'>): Pick<SetUpFields, 'meter' | 'billing' | 'standards'> {
  return {
    meter: jobValue(log, 'meter'),
    billing: jobValue(log, 'billing'),
    standards: standardsText(log, '\n'),
  };
}

function pointFields({ place, material, goal }: Point['fact']): Partial<SetUpFields> {
  return { place: known(place), material, goal: typed(goal) };
}

interface LeftSetUp {
  readonly kind: SetUpKind;
  readonly item: SetUpItem;
  readonly left: { readonly found: FoundDraft; readonly fields: SetUpFields };
}

/** @returns null if the draft is not of a form that sets something up, or if what it edits is not in the log any more */
export function leftSetUp(found: FoundDraft, log: DryingLog, who: string): LeftSetUp | null {
  const said = saidIn(found.draft);
  const [fact] = said.map((given) => given.fact);
  const chamberOf = (ref: Ref): string => chamberKey(resolve(log.chambers, ref, who));
  const left = (kind: SetUpKind, fields: Partial<SetUpFields>, item?: SetUpItem): LeftSetUp => ({
    kind,
    item,
    left: { found, fields: { ...blankSetUp(log, item), ...fields } },
  });
  switch (fact?.word) {
    case 'chamber':
      return left('chamber', chamberFields(fact), setAgain(log.chambers, fact.ref));
    case 'set': {
      const chamber = chamberOf(fact.chamber ?? { ...fact.ref, label: fact.ref.label.replace(/\d+$/, '') });
      return left('point', { ...pointFields(fact), chamber }, setAgain(log.points, fact.ref));
    }
    case 'placed': {
      const letter = fact.ref.label.charAt(0);
      const type = isUnitType(letter) ? letter : 'E';
      const { kind, count } = fact;
      const fields = { chamber: chamberOf(fact.chamber), type, kind: known(kind), count: typed(count) };
      const moved = setAgain(log.units, fact.ref);
      return left(moved ? 'move' : 'unit', fields, moved);
    }
    case 'changed': {
      if (fact.of === 'chamber') {
        const item = resolve(log.chambers, fact.ref, who);
        return item ? left('chamber', chamberFields({ ...item.fact, ...fact.to }), item) : null;
      }
      if (fact.of === 'set') {
        const item = resolve(log.points, fact.ref, who);
        return item ? left('point', pointFields({ ...item.fact, ...fact.to }), item) : null;
      }
      const item = resolve(log.units, fact.ref, who);
      const { chamber, count } = fact.to;
      const fields = {
        ...(chamber && { chamber: chamberOf(chamber) }),
        ...(count !== undefined && { count: typed(count) }),
      };
      return item ? left('move', fields, item) : null;
    }
    case 'named': {
      const item = resolve(log.units, fact.ref, who);
      return item ? left('name', { kind: known(fact.kind) }, item) : null;
    }
    case 'altitude':
      return left('altitude', { feet: typed(fact.feet) });
    case 'job': {
      const typedNow = said.flatMap((given) =>
        given.fact.word === 'job' ? { ...given.stamp, ...given.fact } : [],
      );
      return left('job', jobFields({ jobFacts: [...log.jobFacts, ...typedNow] }));
    }
    default:
      return null;
  }
}

/** A unit that runs in no chamber needs none to be edited. */
function staysNowhere(item: SetUpItem, { chamber }: SetUpFields): boolean {
  return chamber === '' && item !== undefined && 'placements' in item && runningPlacement(item) !== null;
}

/** The app writes the name of the setter whenever it sets something again, and only then. */
function setAgain<Item extends Chamber | Point | Unit>(items: readonly Item[], ref: Ref): Item | undefined {
  return ref.by === '' ? undefined : resolve(items, ref, '');
}

/** An entry has `?` for what is still missing. */
function known(text: string): string {
  return text === '?' ? '' : text;
}

function typed(number: number | null): string {
  return number === null ? '' : String(number);
}

function isUnitType(letter: string): letter is UnitType {
  return Object.hasOwn(UNIT_TYPES, letter);
}

export interface SetUp {
  /** None if nothing is different: then nothing is written. */
  readonly facts: readonly DryingFact[];
  /** 'A1' */
  readonly label: string;
  readonly errors: Readonly<Record<string, string>>;
}

const VOLUME: Range = { min: 0, max: 9_999_999 };
const GOAL: Range = { ...RANGES.moisture, hasFraction: true };

interface Context {
  readonly kind: SetUpKind;
  readonly log: DryingLog;
  readonly who: string;
  /** The item when the form was opened, so that edits by others meanwhile do not count as this person's. */
  readonly item: SetUpItem;
  /** The log at that time. */
  readonly opened?: DryingLog;
}

/**
 * Returns what the draft keeps. A field that has an error keeps what it began with: half a number would come back as
 * another one, and the other fields must stay.
 */
export function draftFacts(fields: SetUpFields, begun: SetUpFields, context: Context): readonly DryingFact[] {
  const { errors } = setUpOf(fields, context);
  const good = Object.entries(begun).filter(([name]) => name in errors);
  return setUpOf({ ...fields, ...Object.fromEntries(good) }, context).facts;
}

export function setUpOf(fields: SetUpFields, { kind, log, who, item, opened = log }: Context): SetUp {
  const chamber = chamberOfKey(log, fields.chamber);
  const chamberRef = chamber ? refTo(log.chambers, chamber, who) : { label: '', by: '' };
  switch (kind) {
    case 'chamber': {
      const ref = { label: item?.label ?? nextChamberLabel(log.chambers), by: '' };
      const rooms = fields.rooms
        .split(/[+,]/)
        .map((room) => room.trim())
        .filter(Boolean);
      const category = within(fields.category, RANGES.category);
      const lossClass = within(fields.lossClass, RANGES.lossClass);
      const cubicFeet = within(fields.volume, VOLUME);
      const fact: DryingFact = {
        word: 'chamber',
        ref,
        rooms: rooms.length > 0 ? rooms : ['?'],
        category,
        lossClass,
        cubicFeet,
      };
      return {
        facts: item ? edited(item, fact) : [fact],
        label: ref.label,
        errors: {
          ...required('rooms', fields.rooms),
          ...inRange('volume', fields.volume, VOLUME),
        },
      };
    }
    case 'point': {
      const ref = { label: item?.label ?? nextLabel(log.points, chamber?.label ?? ''), by: '' };
      const fact: DryingFact = {
        word: 'set',
        ref,
        place: fields.place.trim() || '?',
        material: fields.material.trim(),
        ...(chamberRef.by !== '' && { chamber: chamberRef }),
        goal: within(fields.goal, GOAL),
      };
      return {
        facts: item ? edited(item, fact) : [fact],
        label: ref.label,
        errors: {
          ...(!item && required('chamber', chamber?.name ?? '')),
          ...required('place', fields.place),
          ...inRange('goal', fields.goal, GOAL),
        },
      };
    }
    case 'unit':
    case 'move': {
      const ref = { label: item?.label ?? nextLabel(log.units, fields.type), by: '' };
      const usual = UNIT_TYPES[fields.type];
      const kind = fields.kind.trim() || USUAL_KINDS[usual];
      const count = within(fields.count, RANGES.count) ?? 1;
      const fact: DryingFact = { word: 'placed', ref, count, kind, chamber: chamberRef };
      return {
        facts: item
          ? edited(item, fact, chamberOfKey(opened, fields.chamber)?.name ?? chamber?.name)
          : [fact],
        label: ref.label,
        errors: {
          ...(!staysNowhere(item, fields) && required('chamber', chamber?.name ?? '')),
          ...required('count', fields.count),
          ...inRange('count', fields.count, RANGES.count),
        },
      };
    }
    case 'name': {
      const { label = '', by = '' } = item ?? {};
      const ref = { label, by };
      const kind = fields.kind.trim() || '?';
      const isSame = item?.fact.word === 'placed' && item.fact.kind === kind;
      return {
        facts: isSame ? [] : [{ word: 'named', ref, kind }],
        label: ref.label,
        errors: required('kind', fields.kind),
      };
    }
    case 'altitude': {
      const feet = within(fields.feet, RANGES.altitude);
      return {
        facts: feet === null ? [] : [{ word: 'altitude', feet }],
        label: '',
        errors: { ...required('feet', fields.feet), ...inRange('feet', fields.feet, RANGES.altitude) },
      };
    }
    case 'job': {
      const facts = jobFactsFor(opened, fields);
      return {
        facts: facts ?? [],
        label: '',
        errors: facts ? {} : { standards: dryingFormWords.standardsHint },
      };
    }
  }
}
