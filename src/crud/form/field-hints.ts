import { useState } from 'react';
import type { FieldType } from '../../domain/field.ts';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import { type BrokenRule, brokenRules, USUAL_RULES } from '../../domain/server-rules.ts';
import { useServerRules } from '../../records/use-sync-status.ts';
import { hintWords } from '../../words/common.ts';
import { formHintWords } from '../../words/form.ts';

/** An empty line: fields do not jump while one types. */
const NO_HINT = '\u00a0';

/** Words for what the server does not take in a field. */
function ruleWords({ rule, limit = 0 }: BrokenRule, type: FieldType | undefined): string {
  if (rule === 'maxLength') return formHintWords.tooLong({ limit });
  if (type === 'email') return formHintWords.email;
  if (rule === 'blank') return hintWords.required;
  return type === 'phone' ? formHintWords.phoneShape : formHintWords.shape;
}

/**
 * Returns the hint for each field of a draft: what this account's server does not take in it. Nothing is kept from being
 * saved by it. A field that had a hint keeps its line when it needs none any more; `usual` is what such a field says.
 */
export function useRuleHints(
  resource: ResourceName,
  draft: Fields,
): (field: string, usual?: string) => string | undefined {
  const known = useServerRules(resource);
  const [hinted] = useState(() => new Set<string>());
  const hints = new Map<string, string>();
  for (const broken of brokenRules(draft, known?.rules ?? USUAL_RULES[resource])) {
    if (hints.has(broken.field)) continue;
    hints.set(broken.field, ruleWords(broken, specOf(resource).fields[broken.field]?.type));
    // Before the device has answered, the hint may be for a rule that this server does not have.
    if (known) hinted.add(broken.field);
  }
  return (field, usual) => hints.get(field) ?? usual ?? (hinted.has(field) ? NO_HINT : undefined);
}

/** A hint beside a field from the start: the server or the form wants something in it. */
interface Hint {
  /** What a field holds when it needs no hint. */
  readonly settled: RegExp;
  readonly text: string;
}

/** For a field without which the form is not saved. */
export const NEEDED_HINT: Hint = { settled: /\S/, text: hintWords.needed };

/**
 * The hint's text while it is needed. A hint that the form opened with keeps its line when it has nothing to
 * say any more, so that fields do not jump while one types; a field that was in order from the start has no
 * hole below it.
 */
export function useHint(value: string, { settled, text }: Hint): string | undefined {
  const [first] = useState(value);
  if (!settled.test(value)) return text;
  return settled.test(first) ? undefined : '\u00a0';
}
