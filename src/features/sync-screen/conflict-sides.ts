import { fieldsWords } from '../../crud/change-words.ts';
import { type FieldText, isSayable } from '../../crud/field-words.ts';
import type { Fields, FieldValue } from '../../domain/resource-spec.ts';
import { fieldLabel, specOf } from '../../domain/resource-specs.ts';
import type { Side } from '../../outbox/lane-event.ts';
import { givenUp } from '../../outbox/merge/conflict.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { changeNames } from '../../words/common.ts';
import { conflictWords } from '../../words/sync.ts';

export interface FieldSides {
  readonly field: string;
  readonly was: FieldValue;
  readonly mine: FieldValue;
  readonly theirs: FieldValue;
  readonly changedBy: 'both' | 'me' | 'them';
  /** True if 'Take theirs' would discard my value. */
  readonly givenUp: boolean;
  /** The server's field that must be decided with this one, such as a city with its ZIP code. */
  readonly goesWith: string | null;
}

type Conflicting = Pick<Mutation, 'resource' | 'kind' | 'fields' | 'refusal'>;

/**
 * Returns the fields that I changed, and those that the server changed in the same merge groups. For a deletion,
 * returns all fields that the server changed.
 * @param server the last confirmed copy
 */
export function conflictSides(change: Conflicting, server: Fields | null): readonly FieldSides[] {
  const { resource, kind, fields, refusal } = change;
  const { before = null, theirs: met = null, fields: named = Object.keys(fields) } = refusal?.conflict ?? {};
  const theirs = server ?? met;
  const { fieldNames: all, mergeGroups, sameValue } = specOf(resource);
  const groupsOf = (field: string): readonly string[] =>
    mergeGroups.filter((group) => group.includes(field)).flat();
  const shown = new Set([
    ...named,
    ...Object.keys(fields),
    ...(kind === 'delete' ? all : named.flatMap(groupsOf)),
  ]);
  const lost = givenUp(change);
  const sides = all
    .filter((field) => shown.has(field))
    .map((field): FieldSides => {
      const own = fields[field];
      const was = own ? own.base : (before?.[field] ?? null);
      const now = theirs?.[field] ?? null;
      const met = named.includes(field) && !sameValue(field, now, was);
      const changedBy = !own ? 'them' : met ? 'both' : 'me';
      const mine = own ? own.value : was;
      return { field, was, mine, theirs: now, changedBy, givenUp: lost.includes(field), goesWith: null };
    })
    .filter(({ field, was, theirs: now, changedBy }) => {
      return (
        changedBy !== 'them' || named.includes(field) || (before !== null && !sameValue(field, now, was))
      );
    });
  return sides.map((side) => {
    if (side.changedBy !== 'me' || !side.givenUp) return side;
    const group = groupsOf(side.field);
    const partner = sides.find(({ field, changedBy }) => changedBy !== 'me' && group.includes(field));
    return { ...side, goesWith: partner?.field ?? null };
  });
}

export function conflictSentence(change: Conflicting, sides: readonly FieldSides[], text: FieldText): string {
  const moved = sides.filter(({ changedBy }) => changedBy === (change.kind === 'delete' ? 'them' : 'both'));
  const [only] = moved;
  if (!only) return neighbourSentence(change, sides);
  const isDeletion = change.kind === 'delete';
  const { noun } = specOf(change.resource).label;
  const theirs = moved.length === 1 ? sayable(text(only.field, only.theirs)) : null;
  if (theirs === null) {
    const fields = fieldsWords(moved.map(({ field }) => field));
    return isDeletion
      ? conflictWords.changedAndDeleted({ fields, noun })
      : conflictWords.bothChanged({ fields, count: moved.length });
  }
  const moves = { field: fieldLabel(only.field), theirs };
  if (isDeletion) return conflictWords.changedToAndDeleted({ ...moves, noun });
  const mine = sayable(text(only.field, only.mine));
  return mine === null
    ? conflictWords.changedToAndChanged(moves)
    : conflictWords.bothChangedTo({ ...moves, mine });
}

function neighbourSentence({ resource, kind }: Conflicting, sides: readonly FieldSides[]): string {
  const { noun } = specOf(resource).label;
  const named = (these: readonly FieldSides[]): string => fieldsWords(these.map(({ field }) => field));
  const mine = sides.filter(({ goesWith }) => goesWith !== null);
  if (kind === 'delete') return conflictWords.recordChangedAndDeleted({ noun });
  if (mine.length === 0) return conflictWords.recordBothChanged({ noun });
  const theirs = sides.filter(({ changedBy }) => changedBy === 'them');
  return conflictWords.neighborsChanged({ theirs: named(theirs), mine: named(mine) });
}

/** Returns 'City: Elko · ZIP Code: 89801'. */
export function serverWords(sides: readonly FieldSides[], text: FieldText): string {
  return sides
    .filter(({ changedBy }) => changedBy !== 'me')
    .map(({ field, theirs }) => {
      const value = sayable(text(field, theirs));
      const name = fieldLabel(field);
      return value === null ? conflictWords.otherText({ field: name }) : `${name}: ${value}`;
    })
    .join(' · ');
}

export function takeTheirsWords(sides: readonly FieldSides[], texts: readonly string[]): string | null {
  const lost = sides.filter(({ givenUp: gone }) => gone);
  const kept = sides.some(({ changedBy, givenUp: gone }) => changedBy === 'me' && !gone);
  if (!kept && !lost.some(({ goesWith }) => goesWith !== null)) return null;
  if (lost.every(({ field }) => texts.includes(field))) return null;
  const fields = fieldsWords(lost.map(({ field }) => field).filter((field) => !texts.includes(field)));
  return kept ? conflictWords.theirsDiscardsSome({ fields }) : conflictWords.theirsDiscards({ fields });
}

function sayable(text: string): string | null {
  if (text === '') return changeNames.nothing;
  return isSayable(text) ? text : null;
}

export interface ChoiceGroup {
  readonly fields: readonly string[];
  /** True if the lines of both sides can be kept. */
  readonly isText: boolean;
}

export function choiceGroups({
  resource,
  refusal,
}: Pick<Mutation, 'resource' | 'refusal'>): readonly ChoiceGroup[] {
  const { fieldNames, mergeGroups, texts } = specOf(resource);
  const named = refusal?.conflict?.fields ?? [];
  const groups = new Map<string, string[]>();
  for (const field of fieldNames.filter((one) => named.includes(one))) {
    const key = mergeGroups.find((group) => group.includes(field))?.join() ?? field;
    groups.set(key, [...(groups.get(key) ?? []), field]);
  }
  return [...groups.values()].map((group) => ({
    fields: group,
    isText: group.every((one) => texts.includes(one)),
  }));
}

export function choicesOf(fields: readonly string[], side: Side): Readonly<Record<string, Side>> {
  return Object.fromEntries(fields.map((field) => [field, side]));
}
