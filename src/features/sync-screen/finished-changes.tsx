import { Button } from '@mantine/core';
import { useState } from 'react';
import { changeWords } from '../../crud/change-words.ts';
import { type FieldText, useFieldText } from '../../crud/field-words.ts';
import { titleOf } from '../../crud/readable.ts';
import { type FieldChange, type FieldChanges, valuesOf } from '../../domain/field-changes.ts';
import type { Fields, FieldValue } from '../../domain/resource-spec.ts';
import { fieldLabel, specOf } from '../../domain/resource-specs.ts';
import { mergedText } from '../../outbox/merge/merge-fields.ts';
import { type FinishedChange, useJournal } from '../../records/use-history.ts';
import { formatFull } from '../../ui/text/format-date.ts';
import { changeNames } from '../../words/common.ts';
import { finishedWords, historyWords } from '../../words/record.ts';
import { RecordHead } from './change-card.tsx';
import css from './sync-screen.module.css';

const WINDOW = 50;

export function FinishedChanges() {
  const [limit, setLimit] = useState(WINDOW);
  const journal = useJournal(limit);
  if (!journal) return null;
  const { finished, older } = journal;
  if (finished.length === 0) return <p className={css.more}>{finishedWords.none}</p>;
  return (
    <>
      <ul className={css.finished}>
        {finished.map((change) => (
          <FinishedItem key={change.n} change={change} />
        ))}
      </ul>
      {older === 'kept' && (
        <div className={css.ways}>
          <Button variant="default" onClick={() => setLimit(limit + WINDOW)}>
            {finishedWords.showMore}
          </Button>
        </div>
      )}
      {older === 'dropped' && <p className={css.more}>{finishedWords.noOlder}</p>}
    </>
  );
}

export function FinishedItem({ change }: { readonly change: FinishedChange }) {
  const { resource, localId, view, seen, fields, theirs, outcome, at } = change;
  const text = useFieldText(resource);
  const title = titleOf(resource, seen ?? valuesOf(fields));
  return (
    <li>
      <RecordHead resource={resource} localId={localId} title={title} linked={view !== null}>
        {changeWords(change, specOf(resource).label)}
      </RecordHead>
      <p className={css.outcome}>
        <span>{outcomeWords(change, text)}</span>
        <time dateTime={new Date(at).toISOString()}>{formatFull(at)}</time>
      </p>
      {overruledWords(change, text).map((line) => (
        <p key={line} className={css.overruled}>
          {line}
        </p>
      ))}
      {outcome === 'joined' && <MergedTexts fields={fields} theirs={theirs} />}
    </li>
  );
}

interface MergedProps {
  readonly fields: FieldChanges;
  readonly theirs: Fields;
}

function MergedTexts({ fields, theirs }: MergedProps) {
  return (
    <details className={css.merged}>
      <summary>{historyWords.mergedTexts}</summary>
      {Object.entries(fields).map(([field, mine]) => (
        <OneText key={field} field={fieldLabel(field)} mine={mine} theirs={theirs[field] ?? null} />
      ))}
    </details>
  );
}

interface OneProps {
  readonly field: string;
  readonly mine: FieldChange;
  readonly theirs: FieldValue;
}

function OneText({ field, mine, theirs }: OneProps) {
  const sides = [
    [historyWords.mine({ field }), mine.value],
    [historyWords.theirs({ field }), theirs],
    // Not stored, because merging again gives the same text.
    [historyWords.merged({ field }), mergedText(mine, theirs)],
  ] as const;
  return (
    <dl>
      {sides.map(([title, text]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text || historyWords.nothing}</dd>
        </div>
      ))}
    </dl>
  );
}

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

/** After a conflict, lists the values that were not kept, so that no text is lost. */
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
    case 'same':
      return finishedWords.same;
    case 'decided':
      return lost.length === 0
        ? finishedWords.keptYours
        : finishedWords.keptYoursOver({ values: named((field) => theirs[field]) });
    default:
      return outcome satisfies never;
  }
}
