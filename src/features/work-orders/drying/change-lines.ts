import type { SignedStamp } from '../../../domain/day/entries.ts';
import { type Change, changesIn } from '../../../domain/drying/changes.ts';
import type { DryingLog } from '../../../domain/drying/drying-log.ts';
import { airName, readingText, round } from '../../../domain/drying/names.ts';
import { dryingChangeWords as words } from '../../../words/drying.ts';
import { BILLINGS } from './drying-names.ts';

export interface ChangeLine {
  readonly what: string;
  readonly from: string;
  readonly to: string;
  readonly by: SignedStamp;
  /** All of it in a sentence. */
  readonly sentence: string;
}

type Moment = (stamp: SignedStamp) => string;

/** @param moment how a time is written @returns oldest first */
export function changeLines(log: DryingLog, moment: Moment): ChangeLine[] {
  return changesIn(log).flatMap((change) => {
    const { by } = change;
    const sentence = SENTENCES[change.about] ?? words.changed;
    return partsOf(change, moment)
      .filter(({ from, to }) => from !== to)
      .map((part) => ({ ...part, by, sentence: sentence({ ...part, by: by.who, at: moment(by) }) }));
  });
}

const SENTENCES: Partial<Record<Change['about'], typeof words.changed>> = {
  reading: words.corrected,
  recount: words.corrected,
  removal: words.removalUndone,
  reopened: words.wasReopened,
};

type Part = Pick<ChangeLine, 'what' | 'from' | 'to'>;

function partsOf(change: Change, moment: Moment): Part[] {
  const signed = ({ who, ...stamp }: SignedStamp) => ({ who, when: moment({ who, ...stamp }) });
  switch (change.about) {
    case 'reading': {
      const { of, read, from, to } = change;
      const name = nameOf(of);
      return [
        { what: words.reading({ name, ...signed(read) }), from: readingText(from), to: readingText(to) },
      ];
    }
    case 'chamber': {
      const { of, from, to } = change;
      const { name } = of;
      const volume = ({ cubicFeet: count }: typeof from): string =>
        count === null ? words.none : words.cubicFeet({ count });
      return [
        { what: words.rooms({ name }), from: from.rooms.join(' + '), to: to.rooms.join(' + ') },
        {
          what: words.category({ name }),
          from: orNone(from.category ?? null),
          to: orNone(to.category ?? null),
        },
        { what: words.lossClass({ name }), from: orNone(from.lossClass), to: orNone(to.lossClass) },
        { what: words.volume({ name }), from: volume(from), to: volume(to) },
      ];
    }
    case 'point': {
      const { of, from, to } = change;
      const { name } = of;
      return [
        { what: words.place({ name }), from: from.place, to: to.place },
        { what: words.material({ name }), from: from.material || words.none, to: to.material || words.none },
        { what: words.goal({ name }), from: orNone(from.goal), to: orNone(to.goal) },
      ];
    }
    case 'unit':
      return [{ what: change.of.name, from: change.from, to: change.to }];
    case 'placement': {
      const { of, from, to } = change;
      const { name } = of;
      return [
        { what: words.unitChamber({ name }), from: from.chamber ?? words.none, to: to.chamber ?? words.none },
        { what: words.unitCount({ name }), from: round(from.count), to: round(to.count) },
      ];
    }
    case 'recount': {
      const { name } = change.of;
      const { entry, was, count } = change.recount;
      return [
        { what: words.counted({ name, ...signed(entry) }), from: countText(was), to: countText(count) },
      ];
    }
    case 'removal':
      return [{ what: change.of.name, from: words.removed(signed(change.removed)), to: words.notRemoved }];
    case 'reopened': {
      const { of, dry } = change;
      return [
        {
          what: words.chamber({ name: of.name }),
          from: dry ? words.dry(signed(dry)) : words.notDry,
          to: words.reopened,
        },
      ];
    }
    case 'job':
      return [{ what: jobName(change.name), from: jobText(change.from), to: jobText(change.to) }];
    case 'altitude':
      return [
        {
          what: words.altitude,
          from: words.feet({ count: change.from }),
          to: words.feet({ count: change.to }),
        },
      ];
  }
}

function countText(count: number): string {
  return count === 0 ? words.notPlaced : round(count);
}

function jobName(name: string): string {
  if (name === 'meter') return words.meter;
  return name === 'billing' ? words.billing : words.standard({ material: name.replace('standard ', '') });
}

function jobText(value: string): string {
  return BILLINGS.find(([billing]) => billing === value)?.[1] ?? (value || words.none);
}

function nameOf(of: Extract<Change, { readonly about: 'reading' }>['of']): string {
  return typeof of !== 'string' && 'removed' in of ? of.name : airName(of);
}

function orNone(number: number | null): string {
  return number === null ? words.none : round(number);
}
