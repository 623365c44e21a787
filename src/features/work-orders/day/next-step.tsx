import { Button } from '@mantine/core';
import { useState } from 'react';
import { readChecklist } from '../../../domain/day/checklist.ts';
import { nextStep } from '../../../domain/day/job.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx';
import { LazySlot } from '../../../ui/feedback/lazy-slot.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { stepWords } from '../../../words/job.ts';
import css from './job.module.css';
import { useJobEdit } from './use-job-edit.ts';

const FinishQuestion = lazyPart(() => import('./finish-question.tsx'));

interface Props {
  readonly localId: string;
  readonly record: WorkOrder;
}

/** The one thing that a crew does next with a job, as one big button; nothing where the job is over. */
export function NextStep({ localId, record }: Props) {
  const { busy, problem, takeStep } = useJobEdit(localId);
  const [asking, setAsking] = useState(false);
  const step = nextStep(record);
  const open = readChecklist(record.notes).filter(({ done }) => !done);
  const close = (): void => setAsking(false);
  const finish = (): void => {
    close();
    void takeStep('finished');
  };
  return (
    <>
      {problem !== null && <ErrorAlert lines={[problem]} />}
      {step && (
        <Button
          size="lg"
          fullWidth
          className={css['step'] ?? ''}
          disabled={busy}
          onClick={() => {
            if (step === 'finished' && open.length > 0) setAsking(true);
            else void takeStep(step);
          }}
        >
          {stepWords[step]}
        </Button>
      )}
      <LazySlot onClose={close}>
        {asking && open.length > 0 && <FinishQuestion open={open} onBack={close} onFinish={finish} />}
      </LazySlot>
    </>
  );
}
