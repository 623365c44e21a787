import type { Photo } from '../../records/use-photos.ts';
import { formatMoment } from '../../ui/text/format-date.ts';
import { signedFileWords as words } from '../../words/documents.ts';
import css from './documents.module.css';

/** The log writes as many digits of a document's hash. */
const DIGITS = 12;

interface Props {
  readonly document: Photo;
  /** Device time in ms. */
  readonly now: number;
}

/** Shows who signed, when, and the first digits of the hashes of the document and its file. */
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
