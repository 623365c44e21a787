import { Button } from '@mantine/core';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { accountWords } from '../../words/frame.ts';
import { importWays } from '../../words/list.ts';

export interface LogOutDialogProps {
  /** Changes that the server does not have. */
  readonly kept: number;
  /** Forms that were left with something in them that is not saved. */
  readonly drafts: number;
  /** Imports from a file that were stopped before their end. */
  readonly imports: number;
  readonly onStay: () => void;
  readonly onLogOut: () => void;
}

/** Asks before somebody logs out who has unsent changes, or began a form or an import and did not finish it. */
export default function LogOutDialog({ kept, drafts, imports, onStay, onLogOut }: LogOutDialogProps) {
  const words = [
    ...(kept > 0 ? [accountWords.changesNotSent({ count: kept })] : []),
    ...(drafts > 0 ? [accountWords.formsNotSaved({ count: drafts })] : []),
    ...(imports > 0 ? [importWays.unfinished({ count: imports })] : []),
    accountWords.kept({ count: kept + drafts + imports }),
  ];
  return (
    <Dialog title={accountWords.logOut} size="small" onClose={onStay}>
      <span>{words.join(' ')}</span>
      <DialogButtons>
        <Button variant="default" onClick={onStay} data-autofocus>
          {accountWords.stay}
        </Button>
        <Button onClick={onLogOut}>{accountWords.logOutAndKeep}</Button>
      </DialogButtons>
    </Dialog>
  );
}
