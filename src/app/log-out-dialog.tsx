import { Button } from '@mantine/core';
import { Dialog } from '../ui/dialog.tsx';
import { DialogButtons } from '../ui/dialog-buttons.tsx';

export interface LogOutDialogProps {
  /** Changes that the server does not have. */
  readonly kept: number;
  readonly onStay: () => void;
  readonly onLogOut: () => void;
}

/** Asks before somebody with unsent changes logs out. */
export default function LogOutDialog({ kept, onStay, onLogOut }: LogOutDialogProps) {
  return (
    <Dialog title="Log out" size="small" onClose={onStay}>
      {kept === 1 ? '1 change is' : `${kept} changes are`} not on the server yet. If you log out, this device
      keeps them until you sign in here again.
      <DialogButtons>
        <Button variant="default" onClick={onStay} data-autofocus>
          Stay
        </Button>
        <Button onClick={onLogOut}>Log out and keep changes</Button>
      </DialogButtons>
    </Dialog>
  );
}
