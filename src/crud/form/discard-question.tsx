import { Button } from '@mantine/core';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { commonWords } from '../../words/common.ts';
import { discardDraftWords } from '../../words/form.ts';

interface Props {
  /** What is lost. */
  readonly words?: string;
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}

/** Asks before a form with something in it is closed. */
export function DiscardQuestion({ words = discardDraftWords.notSaved, onKeep, onDiscard }: Props) {
  return (
    <Dialog title={discardDraftWords.question} size="small" above back="none" onClose={onKeep}>
      <span>{words}</span>
      <DialogButtons>
        <Button variant="default" onClick={onKeep} data-autofocus>
          {discardDraftWords.keepEditing}
        </Button>
        <Button color="red.9" onClick={onDiscard}>
          {commonWords.discard}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
