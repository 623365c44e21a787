import type { Photo } from '../../records/use-photos.ts';
import { formatMoment } from '../../ui/text/format-date.ts';
import { signedFileWords as words } from '../../words/documents.ts';
import css from './documents.module.css';

/** As many as the log writes of a document's hash. */
const DIGITS = 12;

interface Props {
  readonly document: Photo;
  /** Device time in ms. */
  readonly now: number;
}

/** Who signed, when, and by which hashes the document and its file are known. */
export function AboutDocument({ document: { caption, takenAt, takenBy, sha256 }, now }: Props) {
  const at = Date.parse(takenAt);
  return (
    <div className={css.facts}>
      <p className={css.caption}>{caption}</p>
      {!Number.isNaN(at) && <p>{words.by({ when: formatMoment(at, now), who: takenBy })}</p>}
      <p className={css.hash}>{words.fileHash({ digits: sha256.slice(0, DIGITS) })}</p>
    </div>
  );
}
