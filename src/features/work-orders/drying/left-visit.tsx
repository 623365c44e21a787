import { Button } from '@mantine/core';
import { useState } from 'react';
import type { DryingFact } from '../../../domain/drying/drying-facts.ts';
import { valueText } from '../../../domain/drying/names.ts';
import { type VisitStep, walkOf } from '../../../domain/drying/visit-steps.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import type { FoundDraft } from '../../../records/drafts/offered-drafts.ts';
import { formatDate } from '../../../ui/text/format-date.ts';
import { visitWords } from '../../../words/drying.ts';
import { DiscardVisit } from './discard-visit.tsx';
import type { ReadLog } from './use-drying-log.ts';
import { useVisit } from './use-visit.ts';
import css from './visit.module.css';
import { VisitProblems } from './visit-problems.tsx';
import { QuestionsDialog, useVisitQuestions } from './visit-questions.tsx';

interface Props extends Pick<ReadLog, 'entries'> {
  readonly localId: string;
  readonly record: WorkOrder;
  readonly found: FoundDraft;
  readonly day: string;
  readonly onLeave: () => void;
}

/** Nothing is asked, so nothing gets a time of today. */
const NO_STEPS: readonly VisitStep[] = [];

/** A visit of another day is saved with its own times, or discarded, before another begins. */
export function LeftVisit({ localId, record, entries, found, day, onLeave }: Props) {
  const walk = found.draft.part ?? walkOf(null);
  const visit = useVisit({ localId, record, entries, steps: NO_STEPS, walk, found });
  const { asking, ask, stop } = useVisitQuestions({ entries, visit, onSave: () => void save() });
  const [discarding, setDiscarding] = useState(false);

  async function save(): Promise<void> {
    stop();
    if (await visit.save()) onLeave();
  }

  return (
    <section aria-label={visitWords.title} className={css.visit}>
      <h1 className={css.title}>{visitWords.ofDay({ day: formatDate(day) })}</h1>
      <p>{visitWords.notSaved}</p>
      <ul className={css.questions}>
        {visit.given.map(({ fact }, place) => (
          <li key={place}>{factText(fact)}</li>
        ))}
      </ul>
      <VisitProblems visit={visit} record={record} onSaved={onLeave} />
      <Button size="md" className={css.save} disabled={visit.busy} onClick={ask}>
        {visitWords.saveVisit}
      </Button>
      <DiscardVisit visit={visit} asking={discarding} onAsking={setDiscarding} onLeave={onLeave} />
      <Button variant="subtle" onClick={onLeave}>
        {visitWords.leave}
      </Button>
      {asking.length > 0 && <QuestionsDialog questions={asking} onSave={() => void save()} onBack={stop} />}
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
    case 'note':
      return fact.text;
    default:
      return fact.word;
  }
}

function placeOf(label: string): string {
  return label === 'out' || label === 'un' || label === 'hvac' ? visitWords[label] : label;
}
