import { Button } from '@mantine/core';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { DialogButtons } from '../../ui/feedback/dialog-buttons.tsx';

export interface LogOutDialogProps {
  /** Changes that the server does not have. */
  readonly kept: number;
  /** Forms that were left with something in them that is not saved. */
  readonly drafts: number;
  readonly onStay: () => void;
  readonly onLogOut: () => void;
}

/** Asks before somebody logs out who has unsent changes, or began a form and did not save it. */
export default function LogOutDialog({ kept, drafts, onStay, onLogOut }: LogOutDialogProps) {
  return (
    <Dialog title="Log out" size="small" onClose={onStay}>
      {kept > 0 && `${kept === 1 ? '1 change is' : `${kept} changes are`} not on the server yet. `}
      {drafts > 0 &&
        `${drafts === 1 ? '1 form that you began is' : `${drafts} forms that you began are`} not saved. `}
      If you log out, this device keeps {kept + drafts === 1 ? 'it' : 'them'} until you sign in here again.
      <DialogButtons>
        <Button variant="default" onClick={onStay} data-autofocus>
          Stay
        </Button>
        <Button onClick={onLogOut}>Log out and keep changes</Button>
      </DialogButtons>
    </Dialog>
  );
}
