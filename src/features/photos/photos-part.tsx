import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { FilesPause } from '../../crud/files-pause.tsx';
import type { PartProps } from '../../crud/record/record-tabs.tsx';
import { useQuery } from '../../crud/use-query.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { useKeepsFiles } from '../../records/use-files-status.ts';
import { type Photo, type PhotoParent, usePhotos } from '../../records/use-photos.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { useUnsavedInput } from '../../ui/fields/unsaved-input.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { photoWords } from '../../words/photo-screens.ts';
import { type IntakeState, intakeOf, isTaking, wouldLosePhotos } from './intake.ts';
import { IntakeNotices } from './intake-notices.tsx';
import { KeepOffline } from './keep-offline.tsx';
import { PhotoGrid } from './photo-grid.tsx';
import { PhotoListLine } from './photo-list-line.tsx';
import css from './photos.module.css';
import { photosByRoom, roomsOf } from './rooms.ts';
import { TakePhotos } from './take-photos.tsx';
import { useJobNotes, useParents } from './use-parents.ts';

const PhotoViewer = lazyPart(() => import('./photo-viewer.tsx'));

/** The photos of a record. A lazy chunk. */
export default function PhotosPart(props: PartProps) {
  const parents = useParents(props);
  const keeps = useKeepsFiles();
  const photos = usePhotos(parents);
  const notes = useJobNotes(props);
  if (keeps === undefined || photos === undefined) return null;
  if (!keeps && photos.length === 0) return <KeepsNone />;
  return <Photos parents={parents} notes={notes} photos={photos} keeps={keeps} />;
}

function KeepsNone() {
  return (
    <Notice tone="quiet">
      <p>{photoWords.keepsNone}</p>
      <p>{photoWords.keepsNoneWay}</p>
    </Notice>
  );
}

interface PhotosProps {
  /** New photos belong to the first. */
  readonly parents: readonly [PhotoParent, ...PhotoParent[]];
  /** The notes of a job name the rooms that are dried. */
  readonly notes: readonly string[];
  readonly photos: readonly Photo[];
  readonly keeps: boolean;
}

function Photos({ parents, notes, photos, keeps }: PhotosProps) {
  const groups = useMemo(() => photosByRoom(photos), [photos]);
  const rooms = useMemo(() => roomsOf(photos, notes), [photos, notes]);
  const [parent] = parents;
  const { open, show, close } = useOpenPhoto(photos);
  const waiting = photos.filter(({ state }) => state !== 'stored').length;
  return (
    <div className={css.photos}>
      {keeps ? (
        <TakePhotos parent={parent} rooms={rooms} areStored={photos.length > 0 && waiting === 0} />
      ) : (
        <Notice tone="warning">
          <p>{photoWords.keepsNone}</p>
          {waiting > 0 && <p>{photoWords.stillHere({ count: waiting })}</p>}
        </Notice>
      )}
      <IntakeLine record={parent.localId} />
      {keeps && photos.some(isOnItsWay) && <FilesPause className={css.waiting} />}
      {photos.length === 0 ? (
        <p className={css.none}>{photoWords.none}</p>
      ) : (
        <PhotoGrid groups={groups} onOpen={show} />
      )}
      {keeps && <PhotoListLine parents={parents} />}
      {photos.length > 0 && keeps && <KeepOffline parents={parents} photos={photos} />}
      <LazySlot onClose={close}>
        {open !== null && (
          <PhotoViewer
            photos={groups.flatMap((group) => group.photos)}
            shown={open.localId}
            edits={open.edits}
            rooms={rooms}
            onShow={show}
            onClose={close}
          />
        )}
      </LazySlot>
    </div>
  );
}

/** Also opens the form of a photo whose draft the address names, once that photo is listed. */
function useOpenPhoto(photos: readonly Photo[]) {
  const [asked, setQuery] = useQuery();
  const [wanted, draft] = [asked.get('photo'), asked.get('draft')];
  const [opened, setOpened] = useState<string | null>(null);
  const [open, setOpen] = useState<{ readonly localId: string; readonly edits: boolean } | null>(null);
  const show = useCallback((localId: string) => setOpen({ localId, edits: false }), []);
  if (wanted !== null && draft !== opened && photos.some(({ localId }) => localId === wanted)) {
    setOpened(draft);
    setOpen({ localId: wanted, edits: true });
  }
  const close = (): void => {
    setOpen(null);
    // Otherwise a reload would open it again.
    if (wanted !== null) setQuery({ photo: '', draft: '' });
  };
  return { open, show, close };
}

function isOnItsWay({ state }: Photo): boolean {
  return state === 'waiting' || state === 'sending';
}

function keepingWords({ kept, all, unread }: IntakeState): string {
  const words = photoWords.keeping({ kept, all });
  return unread > 0 ? `${words}. ${photoWords.stayHere}` : words;
}

/** Counts the photos on their way to the disk, and says what went wrong. */
function IntakeLine({ record }: { readonly record: string }) {
  const { state, watch } = intakeOf(useRecordServices());
  useEffect(watch, [watch]);
  const taken = useSyncExternalStore(state.subscribe, state.getSnapshot);
  const isBusy = isTaking(taken);
  const count = taken.here.filter((one) => one === record).length;
  useUnsavedInput(wouldLosePhotos(taken));
  return (
    <>
      <p role="status" className={css.keeping}>
        {isBusy && keepingWords(taken)}
      </p>
      <div role="status">{count > 0 && <Notice tone="info">{photoWords.hereAlready({ count })}</Notice>}</div>
      <IntakeNotices record={record} />
    </>
  );
}
