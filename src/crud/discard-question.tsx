import { Button } from '@mantine/core';
import { Dialog } from '../ui/dialog.tsx';
import { DialogButtons } from '../ui/dialog-buttons.tsx';

interface Props {
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}

/** Asks before a form with something in it is closed. */
export function DiscardQuestion({ onKeep, onDiscard }: Props) {
  return (
    <Dialog title="Discard your changes?" size="small" above onClose={onKeep}>
      What you entered here has not been saved.
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
