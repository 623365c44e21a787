import { Button } from '@mantine/core';
import { useFilesStatus } from '../../records/use-photos.ts';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { accountWords } from '../../words/frame.ts';
import { importWays } from '../../words/list.ts';
import { filesWords } from '../../words/photo-sending.ts';

export interface LogOutDialogProps {
  /** Changes not on the server, new photos among them. */
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
  const photos = Math.min(kept, useFilesStatus()?.count ?? 0);
  const changes = kept - photos;
  const words = [
    ...(changes > 0 ? [accountWords.changesNotSent({ count: changes })] : []),
    ...(photos > 0 ? [filesWords.notSent({ count: photos })] : []),
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
