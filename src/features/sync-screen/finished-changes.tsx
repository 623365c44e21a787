import { Button } from '@mantine/core';
import { useState } from 'react';
import { changeWords } from '../../crud/change-words.ts';
import { type FieldText, useFieldText } from '../../crud/field-words.ts';
import { titleOf } from '../../crud/readable.ts';
import { valuesOf } from '../../domain/field-changes.ts';
import { fieldLabel } from '../../domain/field-labels.ts';
import type { FieldValue } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { FINISHED_MAX, type FinishedChange, useJournal } from '../../records/use-history.ts';
import { formatFull } from '../../ui/text/format-date.ts';
import { changeNames } from '../../words/common.ts';
import { finishedWords } from '../../words/record.ts';
import { ChangeHead } from './change-head.tsx';
import { MergedTexts } from './merged-texts.tsx';
import css from './sync-screen.module.css';

const WINDOW = 50;

/** Lists the last finished changes, newest first. A lazy chunk. */
export default function FinishedChanges() {
  const [limit, setLimit] = useState(WINDOW);
  // One more than is shown tells whether there are more.
  const found = useJournal(Math.min(limit, FINISHED_MAX) + 1);
  if (!found) return null;
  const shown = found.slice(0, Math.min(limit, FINISHED_MAX));
  if (shown.length === 0) return <p className={css['more']}>{finishedWords.none}</p>;
  return (
    <>
      <ul className={css['finished']}>
        {shown.map((change) => (
          <Finished key={change.n} change={change} />
        ))}
      </ul>
      {found.length > shown.length && limit < FINISHED_MAX && (
        <div className={css['ways']}>
          <Button variant="default" onClick={() => setLimit(limit + WINDOW)}>
            {finishedWords.showMore}
          </Button>
        </div>
      )}
      {found.length > shown.length && limit >= FINISHED_MAX && (
        <p className={css['more']}>{finishedWords.noOlder}</p>
      )}
    </>
  );
}

function Finished({ change }: { readonly change: FinishedChange }) {
  const { resource, localId, view, seen, fields, theirs, outcome, at } = change;
  const text = useFieldText(resource);
  const title = titleOf(resource, seen ?? valuesOf(fields));
  return (
    <li>
      <ChangeHead resource={resource} localId={localId} title={title} linked={view !== null}>
        {changeWords(change, resourceSpecs[resource].label)}
      </ChangeHead>
      <p className={css['outcome']}>
        <span>{outcomeWords(change, text)}</span>
        <time dateTime={new Date(at).toISOString()}>{formatFull(at)}</time>
      </p>
      {overruledWords(change, text).map((line) => (
        <p key={line} className={css['overruled']}>
          {line}
        </p>
      ))}
      {outcome === 'joined' && <MergedTexts fields={fields} theirs={theirs} />}
    </li>
  );
}

/** Lists the values that the server stored in another form than they were typed. */
function overruledWords(
  { outcome, fields, theirs }: Pick<FinishedChange, 'outcome' | 'fields' | 'theirs'>,
  text: FieldText,
): readonly string[] {
  if (outcome !== 'confirmed') return [];
  return Object.entries(theirs).map(([field, value]) => {
    const said = {
      field: fieldLabel(field),
      typed: text(field, fields[field]?.value) || changeNames.nothing,
    };
    const made = text(field, value);
    return made === '' ? finishedWords.leftEmpty(said) : finishedWords.overruled({ ...said, made });
  });
}

/** Tells how a change ended; after a conflict also the values that were not kept, so that no text is lost. */
function outcomeWords(
  { outcome, fields, theirs }: Pick<FinishedChange, 'outcome' | 'fields' | 'theirs'>,
  text: FieldText,
): string {
  const lost = Object.keys(theirs);
  const named = (values: (field: string) => FieldValue | undefined): string =>
    lost
      .map((field) => `${fieldLabel(field)}: ${text(field, values(field)) || changeNames.nothing}`)
      .join(' · ');
  switch (outcome) {
    case 'confirmed':
      return finishedWords.sent;
    case 'cancelled':
      return lost.length === 0
        ? finishedWords.discarded
        : finishedWords.keptTheirs({ values: named((field) => fields[field]?.value) });
    case 'joined':
      return finishedWords.joined;
    case 'replaced':
      return finishedWords.replaced;
    case 'decided':
      return lost.length === 0
        ? finishedWords.keptYours
        : finishedWords.keptYoursOver({ values: named((field) => theirs[field]) });
    default:
      return outcome satisfies never;
  }
}
