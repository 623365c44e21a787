import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { type DryingLog, runningPlacement } from '../../../domain/drying/drying-log.ts';
import { givenFor } from '../../../domain/drying/visit-draft.ts';
import type { VisitStep } from '../../../domain/drying/visit-steps.ts';
import { DoneIcon } from '../../../ui/icons.ts';
import { visitWords } from '../../../words/drying.ts';
import type { Visit } from './use-visit.ts';
import css from './visit.module.css';

interface Props {
  readonly visit: Visit;
  readonly steps: readonly VisitStep[];
  readonly log: DryingLog;
  /** What the last number means. */
  readonly children: ReactNode;
}

export function VisitEnd({ visit, steps, log, children }: Props) {
  const { given } = visit;
  const count = steps.filter((step) => givenFor(given, step)).length;
  const isSeen = given.some(({ fact }) => fact.word === 'running');
  const isAnyRunning = log.units.some((unit) => runningPlacement(unit) !== null);
  return (
    <>
      <h1 className={css.title} aria-live="polite">
        {count === steps.length ? visitWords.end : visitWords.endPartly({ given: count, all: steps.length })}
      </h1>
      {children}
      {isAnyRunning && (
        <Button
          variant="default"
          size="md"
          className={css.wide}
          aria-pressed={isSeen}
          leftSection={isSeen ? <DoneIcon size={24} aria-hidden /> : null}
          onClick={() => void visit.toggle({ word: 'running', ref: null })}
        >
          {visitWords.allRunning}
        </Button>
      )}
      {steps.length > 0 && (
        <Button variant="default" size="md" onClick={() => void visit.goBack()}>
          {visitWords.previous}
        </Button>
      )}
    </>
  );
}
