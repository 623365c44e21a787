import { Button } from '@mantine/core';
import { useState } from 'react';
import { dryingDays } from '../../../domain/drying/day-table.ts';
import { type DryingEntry, dayOf } from '../../../domain/drying/drying-entries.ts';
import { type Question, questionsAbout } from '../../../domain/drying/drying-questions.ts';
import { foldDrying } from '../../../domain/drying/fold-drying.ts';
import { airName, round } from '../../../domain/drying/names.ts';
import { type Given, visitEntries } from '../../../domain/drying/visit-draft.ts';
import { Dialog, DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { formatDate } from '../../../ui/text/format-date.ts';
import { dryingWords, questionWords } from '../../../words/drying.ts';
import type { Visit } from './use-visit.ts';
import css from './visit.module.css';

/** Returns what to ask about before a visit is saved. */
function visitQuestions(saved: readonly DryingEntry[], given: readonly Given[]): string[] {
  const readings = given.filter(({ fact }) => fact.word === 'air' || fact.word === 'points');
  // A visit that went on past midnight has two.
  const days = readings.map(({ stamp }) => dayOf(stamp));
  return dryingDays(foldDrying([...saved, ...visitEntries(given)]))
    .filter(({ day }) => days.includes(day))
    .flatMap((one) => questionsAbout(one).map((question) => questionText(question, formatDate(one.day))));
}

interface Asking {
  readonly entries: readonly DryingEntry[];
  readonly visit: Visit;
  readonly onSave: () => void;
}

/** Asks each question once, then saves. */
export function useVisitQuestions({ entries, visit, onSave }: Asking) {
  const [asking, setAsking] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState<readonly string[]>([]);
  return {
    asking,
    stop: () => setAsking([]),
    ask: () => {
      const open = visitQuestions(entries, visit.latest()).filter((question) => !asked.includes(question));
      setAsked([...asked, ...open]);
      setAsking(open);
      if (open.length === 0) onSave();
    },
  };
}

function questionText(question: Question, day: string): string {
  switch (question.about) {
    case 'noAir':
      return (question.place === 'out' ? questionWords.noOutside : questionWords.noUnaffected)({ day });
    case 'saturated':
      return questionWords.saturated({
        name: airName(question.of),
      });
    case 'tooDry':
      return questionWords.tooDry({ name: question.chamber.name });
    case 'addsMoisture':
      return questionWords.addsMoisture({ name: question.unit.name });
    case 'pointUp':
      return questionWords.pointUp({
        name: question.point.name,
        from: round(question.from),
        to: round(question.to),
      });
  }
}

interface Props {
  readonly questions: readonly string[];
  readonly onSave: () => void;
  readonly onBack: () => void;
}

export function QuestionsDialog({ questions, onSave, onBack }: Props) {
  return (
    <Dialog title={dryingWords.asked} size="small" onClose={onBack}>
      <ul className={css.questions}>
        {questions.map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ul>
      <DialogButtons>
        <Button variant="default" onClick={onBack}>
          {dryingWords.goBack}
        </Button>
        <Button onClick={onSave} data-autofocus>
          {dryingWords.saveAnyway}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
