import { Button } from '@mantine/core';
import { draftWords } from '../../crud/form/draft-words.ts';
import { titleOf } from '../../crud/readable.ts';
import { useNow } from '../../crud/use-now.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import type { DraftRow } from '../../records/drafts/offered-drafts.ts';
import { useReferenced } from '../../records/use-records.ts';
import { draftNoticeWords } from '../../words/frame.ts';
import css from './draft-notice.module.css';

interface Props {
  readonly draft: DraftRow;
  readonly onGoOn: () => void;
  readonly onDiscard: () => void;
}

/** What one form was about, and the ways on. */
export function DraftOffer({ draft, onGoOn, onDiscard }: Props) {
  const { resource, localId } = draft;
  const { row, complete } = useReferenced(resource, localId);
  const words = draftWords(draft, useNow());
  const isGone = localId !== null && complete && !row;
  const called = localId === null ? newTitle(draft) : '';
  return (
    <li className={css['draft']}>
      <p className={css['words']}>
        <span>{words}</span>
        {isGone && <span> {draftNoticeWords.deletedSince}</span>}
        {called && <span className={css['called']}>{called}</span>}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, these are buttons */}
      <div role="group" aria-label={words} className={css['ways']}>
        <Button variant="default" onClick={onDiscard}>
          {draftNoticeWords.discard}
        </Button>
        {/* Last, where a list has its 'Add' until an offer comes over it: a press that was meant for that one loses nothing. */}
        <Button variant="default" onClick={onGoOn}>
          {draftNoticeWords.goOn}
        </Button>
      </div>
    </li>
  );
}

/** How the new record would be called; '' while nothing that names it was typed. */
function newTitle({ resource, initial, fields }: DraftRow): string {
  const title = (of: Fields): string => titleOf(resource, of);
  return title(fields) === title(initial) ? '' : title(fields);
}
