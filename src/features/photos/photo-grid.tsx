import { type ComponentType, memo, useRef, useState } from 'react';
import { PLAIN_LABEL, photoName } from '../../crud/photo-words.ts';
import { PHOTO_LABELS } from '../../domain/attachment.ts';
import { useBytes, useLook, useSound, useWantedFile } from '../../records/use-photo-files.ts';
import type { Photo } from '../../records/use-photos.ts';
import { choiceLabel } from '../../ui/fields/choice-chip.tsx';
import { AttentionIcon, SyncedIcon, SyncIcon, WaitingIcon } from '../../ui/icons.ts';
import { photoStateWords, photoWords } from '../../words/photo-screens.ts';
import css from './photos.module.css';
import { Picture, useSeen } from './picture.tsx';
import type { RoomGroup } from './rooms.ts';

interface Props {
  readonly groups: readonly RoomGroup[];
  readonly onOpen: (localId: string) => void;
}

/** The photos by room. Works without a connection, because the small pictures are on the device. */
export function PhotoGrid({ groups, onOpen }: Props) {
  useLook(groups.flatMap(({ photos }) => photos.map(({ thumb }) => thumb)));
  return groups.map(({ room, photos }) => (
    <section key={room} aria-label={room || photoWords.noRoom}>
      <h3 className={css.room}>
        {photoWords.inRoom({ room: room || photoWords.noRoom, count: photos.length })}
      </h3>
      <ul className={css.grid}>
        {photos.map((photo) => (
          <Tile key={photo.localId} photo={photo} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  ));
}

interface TileProps {
  readonly photo: Photo;
  readonly onOpen: (localId: string) => void;
}

/** Compares values, because each read makes new objects for all photos, even if only one has changed. */
const Tile = memo(
  DrawnTile,
  (before, now) => before.onOpen === now.onOpen && JSON.stringify(before.photo) === JSON.stringify(now.photo),
);

function DrawnTile({ photo, onOpen }: TileProps) {
  const item = useRef<HTMLLIElement>(null);
  const isSeen = useSeen(item);
  const bytes = useBytes(isSeen ? photo.thumb : null);
  const isMissing = isSeen && photo.thumb !== null && bytes === null;
  useWantedFile({ sha256: photo.thumb ?? '', size: 0, type: 'image/jpeg', isThumb: true }, isMissing);
  /** The bytes that the browser could not draw. Only these are checked: a job may have hundreds of photos. */
  const [undrawn, setUndrawn] = useState<ArrayBuffer | null>(null);
  useSound(photo.thumb, undrawn, true);
  const isDrawn = bytes && bytes !== undrawn;
  const { label, caption, state } = photo;
  const hasNoPreview = photo.thumb === null || photo.isThumbLost || (bytes && !isDrawn);
  return (
    <li ref={item} className={css.tile}>
      <button
        type="button"
        className={css.open}
        aria-label={photoWords.open({ photo: photoName(photo) })}
        onClick={() => onOpen(photo.localId)}
      >
        {isDrawn ? (
          <Picture
            bytes={bytes}
            type="image/jpeg"
            alt=""
            className={css.picture}
            onError={() => setUndrawn(bytes)}
          />
        ) : (
          <span className={css.blank}>{hasNoPreview && photoWords.noPreview}</span>
        )}
        {label !== PLAIN_LABEL && <span className={css.label}>{choiceLabel(label, PHOTO_LABELS)}</span>}
      </button>
      {caption !== '' && <p className={css.caption}>{caption}</p>}
      <StateLine state={state} />
    </li>
  );
}

const STATE_ICONS: Readonly<Record<Photo['state'], ComponentType<{ size: number; 'aria-hidden': true }>>> = {
  waiting: WaitingIcon,
  sending: SyncIcon,
  stored: SyncedIcon,
  attention: AttentionIcon,
};

export function StateLine({ state }: Pick<Photo, 'state'>) {
  const Icon = STATE_ICONS[state];
  return (
    <p className={css.state} data-state={state}>
      <Icon size={16} aria-hidden /> <span>{photoStateWords[state]}</span>
    </p>
  );
}
