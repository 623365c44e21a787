import { useState } from 'react';
import type { PartProps } from '../../crud/record/record-tabs.tsx';
import { useNow } from '../../crud/time.tsx';
import type { PaperContent } from '../../domain/papers/paper-content.ts';
import { usePhotoList } from '../../records/photo-lists.ts';
import { useKeepsFiles } from '../../records/use-files-status.ts';
import { type Photo, usePhotos } from '../../records/use-photos.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { signedFileWords as words } from '../../words/documents.ts';
import { AboutDocument } from './about-document.tsx';
import css from './documents.module.css';
import { MakeDocuments } from './make-documents.tsx';

const SigningDialog = lazyPart(() => import('./signing-dialog.tsx'));
const SignedDialog = lazyPart(() => import('./signed-dialog.tsx'));

/** The documents of an estimate or a work order: makes new ones, and lists those that were signed. A lazy chunk. */
export default function DocumentsPart({ resource, row }: PartProps) {
  const { localId, serverId } = row;
  const parents = [{ resource, localId, serverId }];
  const [signing, setSigning] = useState<PaperContent | null>(null);
  return (
    <div className={css.documents}>
      <MakeDocuments resource={resource} row={row} onSign={setSigning} />
      <SignedList parents={parents} />
      <LazySlot onClose={() => setSigning(null)}>
        {signing && (
          <SigningDialog content={signing} parent={{ resource, localId }} onClose={() => setSigning(null)} />
        )}
      </LazySlot>
    </div>
  );
}

function SignedList({ parents }: { readonly parents: Parameters<typeof usePhotos>[0] }) {
  const now = useNow();
  const keepsFiles = useKeepsFiles();
  const documents = usePhotos(parents, 'document');
  const list = usePhotoList(parents, now);
  const [open, setOpen] = useState<string | null>(null);
  if (!documents || keepsFiles === undefined) return null;
  const shown = documents.find(({ localId }) => localId === open);
  const isOnlyHere = ({ isConfirmed }: Photo): boolean => !keepsFiles && !isConfirmed;
  return (
    <section aria-labelledby="signed-documents">
      <h3 id="signed-documents" className={css.heading}>
        {words.signed}
      </h3>
      {list?.error && <Notice tone="warning">{list.error}</Notice>}
      {documents.length === 0 && <p className={css.none}>{words.none}</p>}
      <ul className={css.list}>
        {documents.map((document) => (
          <li key={document.localId} className={css.document}>
            <button
              type="button"
              className={css.open}
              aria-label={words.open({ document: document.name })}
              onClick={() => setOpen(document.localId)}
            >
              {document.name}
            </button>
            <AboutDocument document={document} now={now} />
            <p className={css.state} data-state={document.state}>
              {isOnlyHere(document) ? words.onlyHere : STATES[document.state]}
            </p>
          </li>
        ))}
      </ul>
      <LazySlot onClose={() => setOpen(null)}>
        {shown && (
          <SignedDialog document={shown} isOnlyHere={isOnlyHere(shown)} onClose={() => setOpen(null)} />
        )}
      </LazySlot>
    </section>
  );
}

const STATES: Readonly<Record<Photo['state'], string>> = {
  waiting: words.waits,
  sending: words.waits,
  stored: words.onServer,
  attention: words.attention,
};
