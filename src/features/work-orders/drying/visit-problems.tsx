import { Button } from '@mantine/core';
import { readJob } from '../../../domain/day/job.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { ErrorAlert, Notice } from '../../../ui/feedback/notice.tsx';
import { dryingWords, visitWords } from '../../../words/drying.ts';
import { notKeptWords } from '../../../words/form.ts';
import type { Visit } from './use-visit.ts';

interface Props {
  readonly visit: Visit;
  readonly record: WorkOrder;
  readonly isUnfinished?: boolean;
  /** After the visit was saved in a new work order. */
  readonly onSaved: () => void;
}

/** Stands above *Save visit*, where the finger is. Says what keeps the visit from being saved, and the way on. */
export function VisitProblems({ visit, record, isUnfinished = false, onSaved }: Props) {
  const { problem, trouble, isFull, busy } = visit;
  const { project } = readJob(record.notes);

  async function saveElsewhere(): Promise<void> {
    if (await visit.saveElsewhere()) onSaved();
  }

  return (
    <>
      <ErrorAlert
        lines={[
          ...(problem === null ? [] : [problem]),
          ...(isUnfinished ? [visitWords.unfinished] : []),
          ...(isFull && project === '' ? [dryingWords.makeRoom] : []),
        ]}
      />
      {isFull && project !== '' && (
        <Button size="md" disabled={busy} onClick={() => void saveElsewhere()}>
          {visitWords.saveElsewhere}
        </Button>
      )}
      {trouble && <Notice tone="warning">{notKeptWords[trouble]}</Notice>}
    </>
  );
}
