import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Chamber, type DryingLog, runningPlacement } from '../../../domain/drying/drying-log.ts';
import { refTo, resolve } from '../../../domain/drying/labels.ts';
import { givenFor } from '../../../domain/drying/visit-draft.ts';
import type { VisitStep } from '../../../domain/drying/visit-steps.ts';
import { DoneIcon } from '../../../ui/icons.ts';
import { visitWords } from '../../../words/drying.ts';
import { useMyName } from '../day/use-crew.ts';
import type { Visit } from './use-visit.ts';
import css from './visit.module.css';

interface Props {
  readonly visit: Visit;
  readonly steps: readonly VisitStep[];
  readonly log: DryingLog;
  /** The only chamber that is read. Null if all are. */
  readonly only: Chamber | null;
  /** Says what the last number means. */
  readonly children: ReactNode;
}

export function VisitEnd({ visit, steps, log, only, children }: Props) {
  const { given } = visit;
  const count = steps.filter((step) => givenFor(given, step)).length;
  const isSeen = given.some(({ fact }) => fact.word === 'running');
  const { signed } = useMyName();
  // Kept from the start: the user has not seen machines that arrive meanwhile, so `all` is not written.
  const [running] = useState(() => {
    const removed = given.flatMap(({ stamp, fact }) =>
      fact.word === 'removed' && !fact.isPoint ? resolve(log.units, fact.ref, stamp.who) : [],
    );
    return log.units.filter((unit) => {
      const now = runningPlacement(unit);
      return now && (only === null || now.chamber === only.name) && !removed.includes(unit);
    });
  });
  return (
    <>
      <h1 className={css.title} aria-live="polite">
        {count === steps.length ? visitWords.end : visitWords.endPartly({ given: count, all: steps.length })}
      </h1>
      {children}
      {running.length > 0 && (
        <>
          <Button
            variant="default"
            size="md"
            className={css.wide}
            aria-pressed={isSeen}
            leftSection={isSeen ? <DoneIcon size={24} aria-hidden /> : null}
            onClick={() =>
              void visit.toggle(
                'running',
                running.map((unit) => ({ word: 'running', ref: refTo(log.units, unit, signed) })),
              )
            }
          >
            {visitWords.allRunning}
          </Button>
          <p className={css.last}>{running.map(({ name }) => name).join(', ')}</p>
        </>
      )}
      {steps.length > 0 && (
        <Button variant="default" size="md" onClick={() => void visit.goBack()}>
          {visitWords.previous}
        </Button>
      )}
    </>
  );
}
