import { ErrorAlert, Notice } from '../../../ui/feedback/notice.tsx';
import { visitWords } from '../../../words/drying.ts';
import { notKeptWords } from '../../../words/form.ts';
import type { Visit } from './use-visit.ts';

interface Props {
  readonly visit: Visit;
  readonly isUnfinished?: boolean;
}

/** Says what keeps the visit from being saved. */
export function VisitProblems({ visit: { problem, trouble }, isUnfinished = false }: Props) {
  return (
    <>
      <ErrorAlert
        lines={[...(problem === null ? [] : [problem]), ...(isUnfinished ? [visitWords.unfinished] : [])]}
      />
      {trouble && <Notice tone="warning">{notKeptWords[trouble]}</Notice>}
    </>
  );
}
