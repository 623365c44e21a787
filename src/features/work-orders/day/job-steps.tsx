import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNow } from '../../../crud/time.tsx';
import { readChecklist } from '../../../domain/day/checklist.ts';
import { localOffset, type SignedStamp } from '../../../domain/day/entries.ts';
import { nextStep, type Step, stepTaken } from '../../../domain/day/job.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { LazySlot } from '../../../ui/feedback/lazy-slot.tsx';
import { ErrorAlert } from '../../../ui/feedback/notice.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { formatMoment } from '../../../ui/text/format-date.ts';
import { stepWords } from '../../../words/jobs.ts';
import css from './job.module.css';
import { useJobEdit } from './use-job-edit.ts';

const FinishQuestion = lazyPart(() => import('./finish-question.tsx'));

interface Props {
  readonly localId: string;
  readonly record: WorkOrder;
}

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
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      {step && (
        <Button
          size="lg"
          fullWidth
          className={css.step}
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

const DONE = {
  onTheWay: stepWords.onTheWayDone,
  started: stepWords.startedDone,
  finished: stepWords.finishedDone,
} as const;

interface StepsTakenProps {
  readonly notes: string;
  readonly steps: readonly Step[];
}

export function StepsTaken({ notes, steps }: StepsTakenProps) {
  const now = useNow();
  const taken = steps.flatMap((step) => {
    const stamp = stepTaken(notes, step, localOffset);
    return stamp ? [{ step, stamp }] : [];
  });
  if (taken.length === 0) return null;
  return (
    <ul className={css.steps}>
      {taken.map(({ step, stamp }) => (
        <li key={step}>{DONE[step]({ when: signedText(stamp, now) })}</li>
      ))}
    </ul>
  );
}

/** Returns '8:42 AM · Ann Lee', or the time alone. */
export function signedText({ at, who }: Pick<SignedStamp, 'at' | 'who'>, now: number): string {
  return [formatMoment(at, now), who].filter((part) => part !== '').join(' · ');
}
