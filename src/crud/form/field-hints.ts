import { useState } from 'react';
import type { FieldType } from '../../domain/field.ts';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import { type BrokenRule, brokenRules, USUAL_RULES } from '../../domain/server-rules.ts';
import { useServerRules } from '../../records/use-sync-status.ts';
import { hintWords } from '../../words/common.ts';
import { formHintWords } from '../../words/form.ts';

/** An empty line keeps the fields below from jumping. */
const NO_HINT = '\u00a0';

function ruleWords({ rule, limit = 0 }: BrokenRule, type: FieldType | undefined): string {
  if (rule === 'maxLength') return formHintWords.tooLong({ limit });
  if (type === 'email') return formHintWords.email;
  if (rule === 'blank') return hintWords.required;
  return type === 'phone' ? formHintWords.phoneShape : formHintWords.shape;
}

/**
 * Returns hints for fields that break a rule of this account's server. Hints never prevent saving. A field that had a
 * hint keeps an empty line.
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
    // Without the server's own rules, the hint is a guess and reserves no line.
    if (known) hinted.add(broken.field);
  }
  return (field, usual) => hints.get(field) ?? usual ?? (hinted.has(field) ? NO_HINT : undefined);
}

interface Hint {
  /** Matches a value that needs no hint. */
  readonly settled: RegExp;
  readonly text: string;
}

export const NEEDED_HINT: Hint = { settled: /\S/, text: hintWords.needed };

/** Keeps an empty line after the hint, so that the fields below do not jump. */
export function useHint(value: string, { settled, text }: Hint): string | undefined {
  const [first] = useState(value);
  if (!settled.test(value)) return text;
  return settled.test(first) ? undefined : '\u00a0';
}
