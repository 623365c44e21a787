import { useState } from 'react';
import { hintWords } from '../../words/common.ts';

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
