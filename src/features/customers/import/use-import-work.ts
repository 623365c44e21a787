import { useEffect, useEffectEvent, useState } from 'react';
import { notSavedWords } from '../../../crud/refusal-words.ts';
import type { ImportHead } from '../../../records/imports/use-imports.ts';

interface How {
  /** It was stopped, or closed in another tab. */
  readonly onClose: () => void;
  /** The button that goes on with it, and the words for an unknown failure. */
  readonly again: string;
  readonly failed: string;
}

/** Works on an import for as long as it is shown. Returns why it could not go on, in words; null where it does. */
export function useImportWork(
  work: (signal: AbortSignal) => Promise<ImportHead | null>,
  how: How,
): string | null {
  const [problem, setProblem] = useState<string | null>(null);
  const begin = useEffectEvent(work);
  const end = useEffectEvent((head: ImportHead | null) => {
    if ((head?.waiting ?? 1) > 0) how.onClose();
  });
  const fail = useEffectEvent((error: unknown) => setProblem(notSavedWords(error, how.again, how.failed)));
  useEffect(() => {
    const leave = new AbortController();
    begin(leave.signal).then(
      (head) => (leave.signal.aborted ? undefined : end(head)),
      (error: unknown) => (leave.signal.aborted ? undefined : fail(error)),
    );
    return () => leave.abort();
  }, []);
  return problem;
}
