import { asObject } from '../../domain/answer.ts';

/** Checks a value from outside the app. */
export type Check<T = unknown> = (value: unknown) => value is T;

export const isText: Check<string> = (value) => typeof value === 'string';

export const isNumber: Check<number> = (value): value is number => Number.isFinite(value);

export const isCount: Check<number> = (value): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

export const isBoolean: Check<boolean> = (value) => typeof value === 'boolean';

export function orNull<T>(check: Check<T>): Check<T | null> {
  return (value) => value === null || check(value);
}

export function optional<T>(check: Check<T>): Check<T | undefined> {
  return (value) => value === undefined || check(value);
}

export function either<A, B>(one: Check<A>, other: Check<B>): Check<A | B> {
  return (value) => one(value) || other(value);
}

export function listOf<T>(check: Check<T>): Check<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(check);
}

export function recordOf<T>(check: Check<T>): Check<Readonly<Record<string, T>>> {
  return (value): value is Readonly<Record<string, T>> => {
    const found = asObject(value);
    return found !== null && Object.values(found).every(check);
  };
}

/** Checks each of these fields, and allows others. */
export function shape<T>(checks: { readonly [K in keyof T]-?: Check<T[K]> }): Check<T> {
  return (value): value is T => {
    const found = asObject(value);
    return found !== null && Object.entries<Check>(checks).every(([field, check]) => check(found[field]));
  };
}

/** Null if the text is not a JSON object. */
export function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return null;
  }
}
