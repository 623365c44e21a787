import { useNow } from '../../crud/time.tsx';
import { usePhotoList } from '../../records/photo-lists.ts';
import type { PhotoParent } from '../../records/use-photos.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { formatMoment } from '../../ui/text/format-date.ts';
import { photoListWords } from '../../words/photo-screens.ts';
import css from './photos.module.css';

type ListState = NonNullable<ReturnType<typeof usePhotoList>>;

/** Fetches the photos of other devices, and says how complete the list is. */
export function PhotoListLine({ parents }: { readonly parents: readonly PhotoParent[] }) {
  const now = useNow();
  const list = usePhotoList(parents, now);
  if (!list) return null;
  const lines = linesOf(list, now);
  if (list.error === null)
    return lines.map((line) => (
      <p key={line} className={css.none}>
        {line}
      </p>
    ));
  return (
    <Notice tone="warning">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Notice>
  );
}

function linesOf({ readAt, isBeingRead, error, isConnected }: ListState, now: number): string[] {
  const asOf = readAt === null ? [] : [photoListWords.asOf({ time: formatMoment(readAt, now) })];
  if (error !== null) return [error, ...asOf, photoListWords.maybeMore];
  if (!isConnected) return [...asOf, photoListWords.noConnection];
  return isBeingRead || readAt === null ? [...asOf, photoListWords.reading] : asOf;
}
