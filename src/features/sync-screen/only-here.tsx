import { SavePhoto } from '../../crud/save-photo.tsx';
import { SavedElsewhere } from '../../crud/saved-elsewhere.tsx';
import type { FilesStatus } from '../../records/use-files-status.ts';
import { onlyHereWords as words } from '../../words/documents.ts';
import meter from './storage-meter.module.css';
import css from './sync-screen.module.css';

/** Signed documents on a server that keeps no files. */
export function OnlyHere({ documents }: Pick<FilesStatus, 'documents'>) {
  return (
    <section aria-labelledby="only-here">
      <h2 id="only-here" className={css.heading}>
        {words.heading}
      </h2>
      <div className={meter.storage}>
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
      </div>
    </section>
  );
}
