import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { photoName } from '../../crud/photo-words.ts';
import { syncPath } from '../../crud/record-link.tsx';
import { SavePhoto } from '../../crud/save-photo.tsx';
import { TryFilesAgain } from '../../crud/try-files-again.tsx';
import { deleteRecord } from '../../records/commands.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { NotSavedError } from '../../records/save-transaction.ts';
import type { Photo } from '../../records/use-photos.ts';
import { useRecord } from '../../records/use-records.ts';
import { ErrorAlert } from '../../ui/feedback/notice.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { EditIcon, TrashIcon } from '../../ui/icons.ts';
import { failedToWords } from '../../words/common.ts';
import { photoNames, viewerWords } from '../../words/photo-screens.ts';
import { DeletedBar } from './deleted-bar.tsx';
import { FullScreen } from './full-screen.tsx';
import { PhotoForm } from './photo-form.tsx';
import { StateLine } from './photo-grid.tsx';
import { PhotoStage, type StageHandle } from './photo-stage.tsx';
import { usePhotoDraft } from './use-photo-draft.ts';
import css from './viewer.module.css';

interface Props {
  /** In the order of the grid. */
  readonly photos: readonly Photo[];
  /** The local id of the photo that is shown. */
  readonly shown: string;
  readonly rooms: readonly string[];
  /** Opens the form, to go on with what was typed. */
  readonly edits: boolean;
  readonly onShow: (localId: string) => void;
  readonly onClose: () => void;
}

/** A lazy chunk. */
export default function PhotoViewer(props: Props) {
  const { photos, shown, edits, onClose } = props;
  const [edited, setEdited] = useState(() => (edits && photos.find(isShown(shown))) || null);
  const place = useShownPlace(photos, edited?.localId ?? shown);
  const isGone = edited !== null && !photos.some(isShown(edited.localId));
  const photo = isGone ? edited : photos[place];
  useEffect(() => {
    // The last photo was deleted, here or elsewhere.
    if (!photo) onClose();
  }, [photo, onClose]);
  return photo ? (
    <Viewer
      {...props}
      place={place}
      photo={photo}
      isEditing={edited !== null}
      isGone={isGone}
      onEdit={(isOn) => setEdited(isOn ? photo : null)}
    />
  ) : null;
}

const PROBLEMS: Readonly<Record<Exclude<Photo['problem'], 'change' | null>, string>> = {
  refused: viewerWords.refused,
  damaged: viewerWords.damagedAndLost,
  lost: viewerWords.lost,
};

interface ViewerProps extends Props {
  readonly place: number;
  readonly photo: Photo;
  readonly isEditing: boolean;
  /** It was deleted while it was edited. It stays until the form is left. */
  readonly isGone: boolean;
  readonly onEdit: (isOn: boolean) => void;
}

function Viewer(props: ViewerProps) {
  const { photos, place, photo, rooms, isEditing, isGone, onEdit, onShow, onClose } = props;
  const stage = useRef<StageHandle>(null);
  const save = useRef<() => Promise<boolean>>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const { problem, remove } = useDeletion();
  const row = useRecord('attachments', photo.localId);
  const left = usePhotoDraft(photo.localId, isEditing);

  const turn = (by: -1 | 1): void => {
    const next = photos[place + by];
    if (next && !isEditing) onShow(next.localId);
  };

  /** Nothing that was typed is lost: closing the form saves it. */
  async function leaveForm(): Promise<void> {
    if (!((await save.current?.()) ?? true)) return;
    flushSync(() => onEdit(false));
    editButton.current?.focus();
  }

  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (stage.current?.press(event.key)) event.preventDefault();
    else if (event.key === 'ArrowLeft') turn(-1);
    else if (event.key === 'ArrowRight') turn(1);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => pressed(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  return (
    <FullScreen
      title={isGone ? photoName(photo) : viewerWords.place({ at: place + 1, all: photos.length })}
      head={<StateLine state={photo.state} />}
      onClose={() => (isEditing ? void leaveForm() : onClose())}
    >
      <PhotoStage
        key={photo.localId}
        ref={stage}
        photo={photo}
        hasPrevious={place > 0}
        hasNext={place < photos.length - 1}
        onTurn={turn}
      />
      <div className={css.foot}>
        <ErrorAlert lines={problem === null ? [] : [problem]} />
        <DeletedBar onUndone={onShow} />
        {isEditing && row !== undefined && left !== undefined && (
          <PhotoForm
            key={photo.localId}
            ref={save}
            photo={photo}
            row={row}
            left={left}
            isGone={isGone}
            rooms={rooms}
            onDone={() => void leaveForm()}
          />
        )}
        {!isEditing && (
          <div className={css.facts}>
            <p className={css.name}>{photoName(photo)}</p>
            {photo.problem !== null && photo.problem !== 'change' && (
              <p className={css.problem}>{PROBLEMS[photo.problem]}</p>
            )}
            <div className={css.ways}>
              {photo.problem === 'change' && (
                <Button component={Link} variant="default" to={syncPath('attachments', photo.localId)}>
                  {viewerWords.showInSync}
                </Button>
              )}
              {photo.refused.length > 0 && <TryFilesAgain hashes={photo.refused} />}
              {photo.state !== 'stored' && <SavePhoto {...photo} />}
              <IconButton ref={editButton} label={viewerWords.editPhoto} onClick={() => onEdit(true)}>
                <EditIcon size={24} aria-hidden />
              </IconButton>
              <IconButton
                label={viewerWords.delete}
                onClick={() => {
                  // Undo shows it again.
                  onShow(photo.localId);
                  void remove(photo);
                }}
              >
                <TrashIcon size={24} aria-hidden />
              </IconButton>
            </div>
          </div>
        )}
      </div>
    </FullScreen>
  );
}

function isShown(shown: string): (photo: Photo) => boolean {
  return ({ localId }) => localId === shown;
}

/** If the shown photo is deleted, returns the place where it was, or the last one. */
function useShownPlace(photos: readonly Photo[], shown: string): number {
  const [last, setLast] = useState(0);
  const found = photos.findIndex(isShown(shown));
  if (found >= 0 && found !== last) setLast(found);
  return found >= 0 ? found : Math.min(last, photos.length - 1);
}

function useDeletion() {
  const services = useRecordServices();
  const [problem, setProblem] = useState<string | null>(null);
  async function remove({ localId }: Photo): Promise<void> {
    setProblem(null);
    try {
      const { undo } = await deleteRecord(services, 'attachments', localId);
      services.lastSave.set({ resource: 'attachments', localId, kind: 'delete', undo });
    } catch (error) {
      setProblem(
        error instanceof NotSavedError ? error.message : failedToWords.delete({ what: photoNames.noun }),
      );
    }
  }
  return { problem, remove };
}
