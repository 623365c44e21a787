import { Button } from '@mantine/core';
import { saveFile } from '../../crud/save-file.ts';
import { readText } from '../../domain/field.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { readBytes } from '../../records/photos.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { useHasBytes } from '../../records/use-photos.ts';
import { parkedChangeWords } from '../../words/sync.ts';

/** Gives out a photo that the server does not take, perhaps for good: its record may be gone. */
export function SavePhoto({ photo }: { readonly photo: Fields }) {
  const services = useRecordServices();
  const sha256 = readText(photo['sha256']);
  const name = readText(photo['name']) || `${sha256.slice(0, 8)}.jpg`;
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
