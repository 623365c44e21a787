import { Button } from '@mantine/core';
import { readBytes } from '../records/photos.ts';
import { useRecordServices } from '../records/record-services.ts';
import { useHasBytes } from '../records/use-photo-files.ts';
import { parkedChangeWords } from '../words/sync.ts';
import { saveFile } from './save-file.ts';

interface SavePhotoProps {
  readonly sha256: string;
  /** As the camera named it, or empty. */
  readonly name: string;
}

/** Gives out a photo that the server does not have, perhaps for good: its record may be gone. */
export function SavePhoto({ sha256, name: given }: SavePhotoProps) {
  const services = useRecordServices();
  const name = given || `${sha256.slice(0, 8)}.jpg`;
  if (!useHasBytes(sha256)) return null;

  async function save(): Promise<void> {
    const bytes = await readBytes(services, sha256);
    if (bytes) saveFile(name, new Blob([bytes], { type: 'application/octet-stream' }), services.clock);
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
