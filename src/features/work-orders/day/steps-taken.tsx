import { useNow } from '../../../crud/use-now.ts';
import { type Step, stepTaken } from '../../../domain/day/job.ts';
import { localOffset } from '../../../domain/day/stamp.ts';
import { stepWords } from '../../../words/job.ts';
import css from './job.module.css';
import { signedText } from './signed-text.ts';

const DONE = {
  onTheWay: stepWords.onTheWayDone,
  started: stepWords.startedDone,
  finished: stepWords.finishedDone,
} as const;

interface Props {
  readonly notes: string;
  readonly steps: readonly Step[];
}

/** When these steps of a job were taken, and by whom; nothing of a step that was not. */
export function StepsTaken({ notes, steps }: Props) {
  const now = useNow();
  const taken = steps.flatMap((step) => {
    const stamp = stepTaken(notes, step, localOffset);
    return stamp ? [{ step, stamp }] : [];
  });
  if (taken.length === 0) return null;
  return (
    <ul className={css['steps']}>
      {taken.map(({ step, stamp }) => (
        <li key={step}>{DONE[step]({ when: signedText(stamp, now) })}</li>
      ))}
    </ul>
  );
}
