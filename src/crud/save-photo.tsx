import { Button } from '@mantine/core';
import { useState } from 'react';
import { readBytes } from '../records/photos.ts';
import { useRecordServices } from '../records/record-services.ts';
import { useHasBytes } from '../records/use-photo-files.ts';
import { Dialog, DialogButtons } from '../ui/feedback/dialog.tsx';
import { LazySlot } from '../ui/feedback/lazy-slot.tsx';
import { commonWords } from '../words/common.ts';
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
  const { sha256 } = props;
  const services = useRecordServices();
  if (!useHasBytes(sha256)) return null;
  if (props.mediaType === 'application/pdf') return <SaveDocument sha256={sha256} name={fileName(props)} />;

  async function save(): Promise<void> {
    const bytes = await readBytes(services, sha256);
    if (!bytes) return;
    saveFile(fileName(props), new Blob([bytes], { type: 'application/octet-stream' }), services.clock);
  }

  return (
    <Button
      variant="default"
      onClick={() => {
        save().catch((error: unknown) => services.log.error('a photo could not be saved', error));
      }}
    >
      {parkedChangeWords.savePhoto}
    </Button>
  );
}

/** A document is checked before it is given out. */
function SaveDocument({ sha256, name }: Pick<SavePhotoProps, 'sha256' | 'name'>) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {parkedChangeWords.saveDocument}
      </Button>
      <LazySlot onClose={close}>
        {isOpen && (
          <Dialog title={name} size="medium" onClose={close}>
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
