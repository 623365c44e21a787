import { fieldsWords } from '../../crud/change-words.ts';
import { type FieldText, fieldLabel } from '../../crud/field-words.ts';
import { sameValue } from '../../domain/canonical.ts';
import type { Mutation } from '../../domain/mutation.ts';
import type { Fields, FieldValue } from '../../domain/resource-spec.ts';
import { resourceSpecs, specOf } from '../../domain/resource-specs.ts';

/** One field of a conflict as it was, as I want it and as the server has it. */
export interface Side {
  readonly field: string;
  readonly was: FieldValue;
  readonly mine: FieldValue;
  readonly theirs: FieldValue;
  readonly changedBy: 'both' | 'me' | 'them';
}

type Conflicting = Pick<Mutation, 'resource' | 'kind' | 'fields' | 'refusal'>;

/**
 * The fields that a decision is about: those that both changed, what else I changed, and what the server moved
 * of the fields that only make sense together with them. Of a deletion: what the server changed meanwhile.
 * @param server the copy that the server confirmed last; null where the device has none any more
 */
export function conflictSides(change: Conflicting, server: Fields | null): readonly Side[] {
  const { resource, kind, fields, refusal } = change;
  const { before = null, theirs: met = null, fields: named = Object.keys(fields) } = refusal?.conflict ?? {};
  const theirs = server ?? met;
  const { fields: all, mergeGroups } = specOf(resource);
  const grouped = mergeGroups.filter((group) => group.some((field) => named.includes(field))).flat();
  const shown = new Set([...named, ...Object.keys(fields), ...(kind === 'delete' ? all : grouped)]);
  return all
    .filter((field) => shown.has(field))
    .map((field): Side => {
      const own = fields[field];
      const was = own ? own.base : (before?.[field] ?? null);
      const changedBy = !own ? 'them' : named.includes(field) ? 'both' : 'me';
      return { field, was, mine: own ? own.value : was, theirs: theirs?.[field] ?? null, changedBy };
    })
    .filter(({ field, was, theirs: now, changedBy }) => {
      return (
        changedBy !== 'them' || named.includes(field) || (before !== null && !sameValue(field, now, was))
      );
    });
}

/** Longer values are left to the table. */
const SAYABLE = 40;

/** 'The office changed Status to Completed while you changed it to In Progress.' */
export function conflictSentence(change: Conflicting, sides: readonly Side[], text: FieldText): string {
  const { noun } = resourceSpecs[change.resource].label;
  const moved = sides.filter(({ changedBy }) => changedBy === (change.kind === 'delete' ? 'them' : 'both'));
  const [only] = moved;
  if (!only)
    return `The office changed this ${noun} while you ${change.kind === 'delete' ? 'deleted' : 'changed'} it.`;
  const theirs = sayable(text(only.field, only.theirs));
  const mine = sayable(text(only.field, only.mine));
  const one = moved.length === 1;
  const what =
    one && theirs !== null
      ? `${fieldLabel(only.field)} to ${theirs}`
      : fieldsWords(moved.map(({ field }) => field));
  if (change.kind === 'delete') return `The office changed ${what} while you deleted this ${noun}.`;
  if (one && theirs !== null && mine !== null)
    return `The office changed ${what} while you changed it to ${mine}.`;
  return `The office changed ${what} while you changed ${one ? 'it' : 'them'} as well.`;
}

/** Null for what is too long for a sentence. */
function sayable(text: string): string | null {
  if (text === '') return 'nothing';
  return text.length > SAYABLE || text.includes('\n') ? null : text;
}
