import { Button } from '@mantine/core';
import { SavePhoto } from '../../crud/save-photo.tsx';
import { SavedElsewhere } from '../../crud/saved-elsewhere.tsx';
import type { HoldingDocument } from '../../records/signed-holds.ts';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { commonWords } from '../../words/common.ts';
import { discardWords } from '../../words/sync.ts';
import css from './sync-screen.module.css';

interface Props {
  readonly documents: readonly HoldingDocument[];
  readonly why: string;
  readonly onClose: () => void;
}

/** Says why a change cannot be discarded, and how its signed documents can leave this device. */
export function HeldDialog({ documents, why, onClose }: Props) {
  return (
    <Dialog title={discardWords.title} size="small" onClose={onClose}>
      <p>{why}</p>
      <ul className={css.changes}>
        {documents.map(({ localId, isConfirmed, name, sha256, media_type: mediaType }) => (
          <li key={localId}>
            <p className={css.title}>{name}</p>
            {!isConfirmed && (
              <div className={css.ways}>
                <SavePhoto sha256={sha256} name={name} mediaType={mediaType} />
                <SavedElsewhere localId={localId} name={name} />
              </div>
            )}
          </li>
        ))}
      </ul>
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          {commonWords.close}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
