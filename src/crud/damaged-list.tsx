import type { ReactNode } from 'react';
import type { DamagedFile } from '../records/use-files-status.ts';
import { damagedFilesWords as words } from '../words/photo-sending.ts';
import css from './damaged-list.module.css';
import { photoName, takenWords } from './photo-words.ts';
import { SavePhoto } from './save-photo.tsx';

interface Props {
  readonly files: readonly DamagedFile[];
  /** Device time in ms. */
  readonly now: number;
  /** Keeps the files or gives them up. */
  readonly children: ReactNode;
}

/** Names what can never be sent, and lets the user save what is left of it. */
export function DamagedList({ files, now, children }: Props) {
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
      {children}
    </section>
  );
}

/** The name of a document says what it is. */
function nameOf(file: DamagedFile): string {
  return file.mediaType === 'application/pdf' ? file.name : photoName(file);
}
