import { Button } from '@mantine/core';
import { type DryingFact, METER_OFF, NOT_REACHABLE } from '../../../domain/drying/drying-facts.ts';
import { stepFact } from '../../../domain/drying/visit-draft.ts';
import type { VisitStep } from '../../../domain/drying/visit-steps.ts';
import { Dialog } from '../../../ui/feedback/dialog.tsx';
import { visitWords } from '../../../words/drying.ts';
import css from './visit.module.css';

interface Props {
  readonly step: VisitStep;
  readonly onSkip: (fact: DryingFact) => void;
  readonly onClose: () => void;
}

export function SkipDialog({ step, onSkip, onClose }: Props) {
  const removed = removal(step);
  const reasons: readonly (readonly [string, DryingFact])[] = [
    [visitWords.notReachable, stepFact(step, NOT_REACHABLE)],
    [visitWords.meterOff, stepFact(step, METER_OFF)],
    ...(removed ? [[visitWords.removed, removed] as const] : []),
  ];
  return (
    <Dialog title={visitWords.skipTitle} size="small" onClose={onClose}>
      <ul className={css.reasons}>
        {reasons.map(([text, fact]) => (
          <li key={text}>
            <Button variant="default" fullWidth className={css.wide} onClick={() => onSkip(fact)}>
              {text}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Outside air and chambers cannot be removed. */
function removal({ asks, of, ref }: VisitStep): DryingFact | null {
  const isPoint = asks === 'point';
  const isUnit = typeof of !== 'string' && 'placements' in of;
  return isPoint || isUnit ? { word: 'removed', ref, isPoint } : null;
}
