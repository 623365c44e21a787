import { Button } from '@mantine/core';
import { useState } from 'react';
import { DiscardQuestion } from '../../../crud/form/kept-draft.tsx';
import type { DryingFact } from '../../../domain/drying/drying-facts.ts';
import type { VisitStep } from '../../../domain/drying/visit-steps.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import type { FoundDraft } from '../../../records/drafts/offered-drafts.ts';
import { ErrorAlert, Notice } from '../../../ui/feedback/notice.tsx';
import { formatDate } from '../../../ui/text/format-date.ts';
import { visitWords } from '../../../words/drying.ts';
import { notKeptWords } from '../../../words/form.ts';
import { valueText } from './drying-names.ts';
import { useVisit } from './use-visit.ts';
import css from './visit.module.css';

interface Props {
  readonly localId: string;
  readonly record: WorkOrder;
  readonly found: FoundDraft;
  readonly day: string;
  readonly onLeave: () => void;
}

/** Nothing is asked, so nothing gets a time of today. */
const NO_STEPS: readonly VisitStep[] = [];

/** A visit of another day is saved with its own times, or discarded, before another begins. */
export function LeftVisit({ localId, record, found, day, onLeave }: Props) {
  const visit = useVisit({ localId, record, steps: NO_STEPS, found });
  const [discarding, setDiscarding] = useState(false);
  const { given, busy, problem, trouble } = visit;

  async function save(): Promise<void> {
    if (await visit.save()) onLeave();
  }

  return (
    <section aria-label={visitWords.title} className={css.visit}>
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      {trouble && <Notice tone="warning">{notKeptWords[trouble]}</Notice>}
      <h1 className={css.title}>{visitWords.ofDay({ day: formatDate(day) })}</h1>
      <p>{visitWords.notSaved}</p>
      <ul className={css.questions}>
        {given.map(({ fact }, place) => (
          <li key={place}>{factText(fact)}</li>
        ))}
      </ul>
      <Button size="md" className={css.save} disabled={busy} onClick={() => void save()}>
        {visitWords.saveVisit}
      </Button>
      <Button variant="subtle" onClick={() => setDiscarding(true)}>
        {visitWords.discard}
      </Button>
      <Button variant="subtle" onClick={onLeave}>
        {visitWords.leave}
      </Button>
      {discarding && (
        <DiscardQuestion
          words={visitWords.kept}
          onKeep={() => setDiscarding(false)}
          onDiscard={() => {
            visit.drop();
            onLeave();
          }}
        />
      )}
    </section>
  );
}

function factText(fact: DryingFact): string {
  switch (fact.word) {
    case 'air':
    case 'points': {
      const { ref, value } = fact;
      return visitWords.given({
        name: placeOf(ref.label),
        value: typeof value === 'string' ? value : valueText(value),
      });
    }
    case 'removed':
      return visitWords.given({ name: fact.ref.label, value: visitWords.removed });
    case 'running':
      return visitWords.allRunning;
    default:
      return fact.word;
  }
}

function placeOf(label: string): string {
  return label === 'out' || label === 'un' || label === 'hvac' ? visitWords[label] : label;
}
