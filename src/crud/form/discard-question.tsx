import { Button } from '@mantine/core';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { DialogButtons } from '../../ui/feedback/dialog-buttons.tsx';

interface Props {
  /** What is lost. */
  readonly words?: string;
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}

/** Asks before a form with something in it is closed. */
export function DiscardQuestion({
  words = 'What you entered here has not been saved.',
  onKeep,
  onDiscard,
}: Props) {
  return (
    <Dialog title="Discard your changes?" size="small" above onClose={onKeep}>
      {words}
      <DialogButtons>
        <Button variant="default" onClick={onKeep} data-autofocus>
          Keep editing
        </Button>
        <Button color="red.9" onClick={onDiscard}>
          Discard
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
