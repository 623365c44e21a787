import { SavePhoto } from '../../crud/save-photo.tsx';
import { SavedElsewhere } from '../../crud/saved-elsewhere.tsx';
import type { FilesStatus } from '../../records/use-files-status.ts';
import { onlyHereWords as words } from '../../words/documents.ts';
import { SyncPanel } from './sync-panel.tsx';
import css from './sync-screen.module.css';

/** Signed documents on a server that keeps no files. */
export function OnlyHere({ documents }: Pick<FilesStatus, 'documents'>) {
  return (
    <SyncPanel id="only-here" heading={words.heading}>
      <p>{words.why}</p>
      <ul className={css.changes}>
        {documents.map(({ localId, sha256, name, caption }) => (
          <li key={localId} className={css.change}>
            <p className={css.title}>{name}</p>
            <p className={css.what}>{caption}</p>
            <div className={css.ways}>
              <SavePhoto sha256={sha256} name={name} mediaType="application/pdf" />
              <SavedElsewhere localId={localId} name={name} />
            </div>
          </li>
        ))}
      </ul>
    </SyncPanel>
  );
}
