import { Button } from '@mantine/core';
import { useState } from 'react';
import { readChecked } from '../records/photos.ts';
import { useRecordServices } from '../records/record-services.ts';
import { useHasBytes } from '../records/use-photo-files.ts';
import { Dialog, DialogButtons } from '../ui/feedback/dialog.tsx';
import { LazySlot } from '../ui/feedback/lazy-slot.tsx';
import { ErrorAlert } from '../ui/feedback/notice.tsx';
import { commonWords } from '../words/common.ts';
import { viewerWords as words } from '../words/photo-screens.ts';
import { parkedChangeWords } from '../words/sync.ts';
import { CheckedDocument } from './checked-document.tsx';
import { inFileName } from './file-name.ts';
import { saveFile } from './save-file.ts';

interface SavePhotoProps {
  readonly sha256: string;
  /** The name that the camera gave it, or empty. */
  readonly name: string;
  readonly mediaType: string;
}

/** By media type. Other programs read a file by its ending, and the app may have made a JPEG of it since. */
const ENDINGS: Readonly<Record<string, readonly [usual: string, ...others: string[]]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/heic': ['heic', 'heif'],
  'application/pdf': ['pdf'],
};
const KNOWN_ENDING = new RegExp(`\\.(${Object.values(ENDINGS).flat().join('|')})$`, 'i');

function fileName({ sha256, name, mediaType }: SavePhotoProps): string {
  const given = inFileName(name) || sha256.slice(0, 8);
  const endings = ENDINGS[mediaType];
  const ending = KNOWN_ENDING.exec(given)?.[1]?.toLowerCase() ?? '';
  if (!endings || endings.includes(ending)) return given;
  return `${given.replace(KNOWN_ENDING, '')}.${endings[0]}`;
}

/** Saves a photo or document that the server does not have as a file. It may never have it: its record may be gone. */
export function SavePhoto(props: SavePhotoProps) {
  const { sha256, mediaType } = props;
  const name = fileName(props);
  if (!useHasBytes(sha256)) return null;
  return mediaType === 'application/pdf' ? (
    <SaveDocument sha256={sha256} name={name} />
  ) : (
    <SavePicture sha256={sha256} name={name} />
  );
}

type Named = Pick<SavePhotoProps, 'sha256' | 'name'>;

/** Says that a photo is damaged before it is given out. */
function SavePicture({ sha256, name }: Named) {
  const services = useRecordServices();
  const [problem, setProblem] = useState<{ readonly damaged: ArrayBuffer | null } | null>(null);
  const damaged = problem?.damaged;
  const close = (): void => setProblem(null);
  const give = (bytes: ArrayBuffer): void =>
    saveFile(name, new Blob([bytes], { type: 'application/octet-stream' }), services.clock);

  async function save(): Promise<void> {
    try {
      const found = await readChecked(services, sha256);
      if (found?.isChanged) setProblem({ damaged: found.bytes });
      else if (found) give(found.bytes);
    } catch (error) {
      services.log.error('a photo could not be saved', error);
      setProblem({ damaged: null });
    }
  }

  return (
    <>
      <Button variant="default" onClick={() => void save()}>
        {parkedChangeWords.savePhoto}
      </Button>
      <LazySlot onClose={close}>
        {problem && (
          <Dialog title={name} size="small" above onClose={close}>
            <ErrorAlert lines={[damaged ? words.damaged : words.unreadable]} />
            <DialogButtons>
              <Button variant="default" onClick={close} data-autofocus>
                {commonWords.close}
              </Button>
              {damaged && (
                <Button
                  onClick={() => {
                    give(damaged);
                    close();
                  }}
                >
                  {words.asItIs}
                </Button>
              )}
            </DialogButtons>
          </Dialog>
        )}
      </LazySlot>
    </>
  );
}

/** A document is checked before it is given out. */
function SaveDocument({ sha256, name }: Named) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {parkedChangeWords.saveDocument}
      </Button>
      <LazySlot onClose={close}>
        {isOpen && (
          <Dialog title={name} size="medium" above onClose={close}>
            <CheckedDocument sha256={sha256} name={name} />
            <DialogButtons>
              <Button variant="default" onClick={close} data-autofocus>
                {commonWords.close}
              </Button>
            </DialogButtons>
          </Dialog>
        )}
      </LazySlot>
    </>
  );
}
