import { Button } from '@mantine/core';
import { CheckedDocument } from '../../crud/checked-document.tsx';
import { SavedElsewhere } from '../../crud/saved-elsewhere.tsx';
import { useNow } from '../../crud/time.tsx';
import { TryFilesAgain } from '../../crud/try-files-again.tsx';
import { useBytes, useWantedFile } from '../../records/use-photo-files.ts';
import type { Photo } from '../../records/use-photos.ts';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { commonWords } from '../../words/common.ts';
import { onlyHereWords, signedFileWords as words } from '../../words/documents.ts';
import { AboutDocument } from './about-document.tsx';
import css from './documents.module.css';
import { MarkVoid } from './mark-void.tsx';

interface Props {
  readonly document: Photo;
  readonly isOnlyHere: boolean;
  readonly onClose: () => void;
}

/** Opens a signed document once its bytes have proved to be those that were signed. A lazy chunk. */
export default function SignedDialog({ document, isOnlyHere, onClose }: Props) {
  const { sha256, size, mediaType, problem, localId, name } = document;
  const bytes = useBytes(sha256);
  useWantedFile({ sha256, size, type: mediaType }, bytes === null && problem !== 'lost');
  const now = useNow();
  return (
    <Dialog title={name} size="medium" onClose={onClose}>
      <div className={css.signed}>
        <AboutDocument document={document} now={now} />
        {bytes === null && <Notice tone="warning">{problem === 'lost' ? words.lost : words.notHere}</Notice>}
        {bytes && <CheckedDocument key={sha256} sha256={sha256} name={name} />}
        {problem === 'damaged' && <Notice tone="warning">{words.noWholeCopy}</Notice>}
        {(problem === 'damaged' || problem === 'lost') && <TryFilesAgain hashes={[sha256]} />}
        {isOnlyHere && (
          <>
            <Notice tone="warning">{onlyHereWords.why}</Notice>
            <SavedElsewhere localId={localId} name={name} onRemoved={onClose} />
          </>
        )}
      </div>
      <DialogButtons>
        <MarkVoid document={document} />
        <Button variant="default" onClick={onClose} data-autofocus>
          {commonWords.close}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
