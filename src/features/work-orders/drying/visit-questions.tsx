import { Button } from '@mantine/core';
import { dryingDays } from '../../../domain/drying/day-table.ts';
import { type DryingEntry, dayOf } from '../../../domain/drying/drying-entries.ts';
import { type Question, questionsAbout } from '../../../domain/drying/drying-questions.ts';
import { foldDrying } from '../../../domain/drying/fold-drying.ts';
import { type Given, visitEntries } from '../../../domain/drying/visit-draft.ts';
import { Dialog, DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { dryingWords, questionWords } from '../../../words/drying.ts';
import { airName, round } from './drying-names.ts';
import css from './visit.module.css';

/** Returns what to ask about before a visit is saved. */
export function visitQuestions(saved: readonly DryingEntry[], given: readonly Given[]): string[] {
  const day = given.at(-1)?.stamp;
  if (!given.some(({ fact }) => fact.word === 'air' || fact.word === 'points') || !day) return [];
  const log = foldDrying([...saved, ...visitEntries(given)]);
  const today = dryingDays(log).find((one) => one.day === dayOf(day));
  return today ? questionsAbout(today).map(questionText) : [];
}

function questionText(question: Question): string {
  switch (question.about) {
    case 'noAir':
      return question.place === 'out' ? questionWords.noOutside : questionWords.noUnaffected;
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
