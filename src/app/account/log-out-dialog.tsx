import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { DamagedList } from '../../crud/damaged-list.tsx';
import { useNow } from '../../crud/time.tsx';
import { SaveWork } from '../../features/sync-screen/rescue/save-work.tsx';
import { giveUpFiles } from '../../records/photos.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { NotSavedError } from '../../records/save-transaction.ts';
import { usePhotosUnderWay } from '../../records/taking.ts';
import { useFilesStatus, useKeepsFiles } from '../../records/use-files-status.ts';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { ErrorAlert } from '../../ui/feedback/notice.tsx';
import { onlyHereWords } from '../../words/documents.ts';
import { accountWords } from '../../words/frame.ts';
import { importWays } from '../../words/list.ts';
import { damagedFilesWords, filesWords } from '../../words/photo-sending.ts';

const NOTHING_UNDER_WAY = { keeping: 0, isOpen: false, unread: 0 };

const NO_PHOTOS = {
  count: 0,
  again: 0,
  asked: 0,
  refusedCount: 0,
  damaged: [],
  documents: [],
  askedDocuments: 0,
};

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
  const services = useRecordServices();
  /** Local ids. One that is found damaged later is not among them. */
  const [givenUp, setGivenUp] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const now = useNow();
  const underWay = usePhotosUnderWay(now);
  const { keeping, isOpen, unread } = underWay ?? NOTHING_UNDER_WAY;
  const files = useFilesStatus();
  const { count, again, asked, refusedCount, damaged, documents, askedDocuments } = files ?? NO_PHOTOS;
  const keepsFiles = useKeepsFiles();
  const taken = Math.min(kept, count - again + asked);
  const sent = again + refusedCount - damaged.length;
  const signed = documents.length + askedDocuments;
  const photos = Math.max(0, taken + sent - signed);
  const onlyHere = keepsFiles === false ? signed : 0;
  const unsent = signed - onlyHere;
  const changes = kept - taken;
  const isGivenUp = damaged.length > 0 && damaged.every(({ localId }) => givenUp.includes(localId));
  const left = kept + sent + (isGivenUp ? 0 : damaged.length) + drafts + imports + questions + unread;
  const words = [
    ...(changes > 0 ? [accountWords.changesNotSent({ count: changes })] : []),
    ...(photos > 0 ? [filesWords.notSent({ count: photos })] : []),
    ...(unsent > 0 ? [onlyHereWords.notSent({ count: unsent })] : []),
    ...(damaged.length > 0 ? [damagedFilesWords.what({ count: damaged.length })] : []),
    ...(drafts > 0 ? [accountWords.formsNotSaved({ count: drafts })] : []),
    ...(imports > 0 ? [importWays.unfinished({ count: imports })] : []),
    ...(questions > 0 ? [accountWords.questionsOpen({ count: questions })] : []),
    ...(unread > 0 ? [filesWords.noticeUnread] : []),
    ...(isOpen ? [filesWords.cameraOpen] : []),
    left > 0 ? accountWords.kept({ count: left }) : filesWords.nothingLeft,
  ];
  const status =
    keeping > 0
      ? filesWords.beingKept({ count: keeping })
      : onlyHere > 0
        ? onlyHereWords.refused({ count: onlyHere })
        : words.join(' ');

  async function logOut(): Promise<void> {
    setProblem(null);
    try {
      // First: a log-out keeps the account's data while it has such files.
      const hashes = isGivenUp ? damaged.flatMap((file) => file.hashes) : [];
      if (isGivenUp) await giveUpFiles(services, hashes);
    } catch (error) {
      services.log.error('damaged files could not be removed', error);
      return setProblem(error instanceof NotSavedError ? error.message : damagedFilesWords.notRemoved);
    }
    onLogOut();
  }

  return (
    <Dialog title={accountWords.logOut} size="small" onClose={onStay}>
      <span role="status">{status}</span>
      {damaged.length > 0 && keeping + onlyHere === 0 && (
        <DamagedList files={damaged} now={now}>
          <Checkbox
            checked={isGivenUp}
            label={damagedFilesWords.giveUp({ count: damaged.length })}
            description={damagedFilesWords.forGood({ count: damaged.length })}
            onChange={(event) => {
              setGivenUp(event.currentTarget.checked ? damaged.map(({ localId }) => localId) : []);
            }}
          />
        </DamagedList>
      )}
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      <DialogButtons>
        {kept + sent > 0 && <SaveWork above />}
        <Button variant="default" onClick={onStay} data-autofocus>
          {accountWords.stay}
        </Button>
        <Button onClick={() => void logOut()} disabled={!underWay || !files || keeping + onlyHere > 0}>
          {left > 0 ? accountWords.logOutAndKeep : accountWords.logOut}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
