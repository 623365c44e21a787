import { Button } from '@mantine/core';
import type { ChecklistItem } from '../../../domain/day/checklist.ts';
import { Dialog, DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { stepWords } from '../../../words/jobs.ts';
import css from './job.module.css';

interface Props {
  readonly open: readonly ChecklistItem[];
  readonly onBack: () => void;
  readonly onFinish: () => void;
}

export default function FinishQuestion({ open, onBack, onFinish }: Props) {
  return (
    <Dialog title={stepWords.finishTitle} size="small" onClose={onBack}>
      <p>{stepWords.openItems({ count: open.length })}</p>
      <ul className={css.open}>
        {open.map(({ text, line }) => (
          <li key={line}>{text}</li>
        ))}
      </ul>
      <DialogButtons>
        <Button variant="default" data-autofocus onClick={onBack}>
          {stepWords.back}
        </Button>
        <Button onClick={onFinish}>{stepWords.finishAnyway}</Button>
      </DialogButtons>
    </Dialog>
  );
}
