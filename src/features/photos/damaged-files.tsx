import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox } from '@mantine/core';
import { SavePhoto } from '../../crud/save-photo.tsx';
import type { DamagedFile } from '../../records/use-files-status.ts';
import { damagedFilesWords as words } from '../../words/photo-sending.ts';
import css from './damaged-files.module.css';
import { photoName, takenWords } from './photo-words.ts';

interface Props {
  readonly files: readonly DamagedFile[];
  readonly isGivenUp: boolean;
  readonly onGiveUp: (isGivenUp: boolean) => void;
  /** Device time in ms. */
  readonly now: number;
}

/** Names what can never be sent, and lets the user save what is left of it, keep it or give it up. */
export function DamagedFiles({ files, isGivenUp, onGiveUp, now }: Props) {
  const count = files.length;
  return (
    <section aria-label={words.heading} className={css.damaged}>
      <ul className={css.list}>
        {files.map((file) => (
          <li key={file.localId} className={css.file}>
            <p className={css.name}>{nameOf(file)}</p>
            <p className={css.taken}>{takenWords(file, now)}</p>
            <SavePhoto {...file} />
          </li>
        ))}
      </ul>
      <Checkbox
        checked={isGivenUp}
        label={words.giveUp({ count })}
        description={words.forGood}
        onChange={(event) => onGiveUp(event.currentTarget.checked)}
      />
    </section>
  );
}

/** The name of a document says what it is. */
function nameOf(file: DamagedFile): string {
  return file.mediaType === 'application/pdf' ? file.name : photoName(file);
}
