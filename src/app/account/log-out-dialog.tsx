import { Button } from '@mantine/core';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { accountWords } from '../../words/frame.ts';
import { importWays } from '../../words/list.ts';

export interface LogOutDialogProps {
  /** Changes not on the server. */
  readonly kept: number;
  readonly drafts: number;
  readonly imports: number;
  readonly questions: number;
  readonly onStay: () => void;
  readonly onLogOut: () => void;
}

export default function LogOutDialog({
  kept,
  drafts,
  imports,
  questions,
  onStay,
  onLogOut,
}: LogOutDialogProps) {
  const words = [
    ...(kept > 0 ? [accountWords.changesNotSent({ count: kept })] : []),
    ...(drafts > 0 ? [accountWords.formsNotSaved({ count: drafts })] : []),
    ...(imports > 0 ? [importWays.unfinished({ count: imports })] : []),
    ...(questions > 0 ? [accountWords.questionsOpen({ count: questions })] : []),
    accountWords.kept({ count: kept + drafts + imports + questions }),
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
