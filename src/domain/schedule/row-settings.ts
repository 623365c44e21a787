import { inOrder, type Person, type RowSettings } from './people.ts';

/** How settings change. All names are keys: see `nameKey`. */

/** Moves a person one place up (-1) or down (1). */
export function movedRow(
  settings: RowSettings,
  people: readonly Person[],
  { key, step }: { readonly key: string; readonly step: -1 | 1 },
): RowSettings {
  const order = inOrder(settings, people).map((person) => person.key);
  const at = order.indexOf(key);
  const other = order[at + step];
  if (at < 0 || other === undefined) return settings;
  order[at] = other;
  order[at + step] = key;
  return { ...settings, order };
}

export function shownRow(settings: RowSettings, key: string, isShown: boolean): RowSettings {
  const hidden = new Set(settings.hidden);
  if (isShown) hidden.delete(key);
  else hidden.add(key);
  return { ...settings, hidden };
}

/**
 * Draws a person's jobs in the row of another, with all jobs that were drawn in the person's row.
 * @param to null gives the person a row again
 */
export function joinedRow(settings: RowSettings, key: string, to: string | null): RowSettings {
  const joined = new Map(settings.joined);
  joined.delete(key);
  // Nobody is joined to a name that is itself joined.
  const target = to === null ? key : (joined.get(to) ?? to);
  if (target === key) return { ...settings, joined };
  for (const [other, its] of joined) if (its === key) joined.set(other, target);
  return { ...settings, joined: joined.set(key, target) };
}
