import { useNow } from '../../../crud/time.tsx';
import { localOffset } from '../../../domain/day/entries.ts';
import { nextStep, STEPS, stepTaken } from '../../../domain/day/job.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { DoneIcon, OpenStepIcon } from '../../../ui/icons.ts';
import { jobWords } from '../../../words/jobs.ts';
import { paperWords } from '../../../words/record.ts';
import css from './job-stepper.module.css';
import { signedText } from './job-steps.tsx';

/** Draws a list, because Mantine's Stepper is made of buttons, and these steps cannot be pressed. */
export function JobStepper({ record }: { readonly record: WorkOrder }) {
  const now = useNow();
  const next = nextStep(record);
  // Somebody may have set the status directly, without taking the steps.
  const reached = { in_progress: 2, completed: 3 }[record.status as string] ?? 0;
  return (
    <div className={css.place}>
      <ol aria-label={jobWords.steps} className={css.stepper}>
        {STEPS.map((step, place) => {
          const stamp = stepTaken(record.notes, step, localOffset);
          const isPast = stamp !== null || place < reached;
          const Icon = isPast ? DoneIcon : OpenStepIcon;
          return (
            <li
              key={step}
              className={css.step}
              data-past={isPast || undefined}
              aria-current={step === next ? 'step' : undefined}
            >
              <Icon size={28} className={css.mark} aria-hidden />
              <span className={css.name}>{paperWords[step]}</span>{' '}
              {stamp && <span className={css.when}>{signedText(stamp, now)}</span>}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
