import { Button } from '@mantine/core';
import { useState } from 'react';
import { type FieldText, useFieldText } from '../../crud/field-words.ts';
import { ResourceFormDialog } from '../../crud/form/lazy-dialogs.ts';
import { useResourceView } from '../../crud/resource-views.ts';
import { fieldLabel } from '../../domain/field-labels.ts';
import { specOf } from '../../domain/resource-specs.ts';
import { decideParked } from '../../records/parked.ts';
import { useServerCopy } from '../../records/questions.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { changeNames } from '../../words/common.ts';
import { changedByWords, conflictWords, sideNames, sidesWords } from '../../words/sync-screen.ts';
import {
  choiceGroups,
  choicesOf,
  conflictSentence,
  conflictSides,
  type FieldSides,
  serverWords,
  takeTheirsWords,
} from './conflict-sides.ts';
import { FieldChoices } from './field-choices.tsx';
import { SidesTable } from './sides-table.tsx';
import css from './sync-screen.module.css';
import { Ways, type WaysProps } from './ways.tsx';

/** Both sides changed the same: what it was, what I want and what the server has, and whose is to stand. */
export function ConflictQuestion({ change, row, title }: WaysProps) {
  const text = useFieldText(change.resource);
  const server = useServerCopy(change.resource, change.localId);
  // The server's values are read with the row: nothing is asked before they are there.
  if (server === undefined) return null;
  const deletes = change.kind === 'delete';
  const sides = conflictSides(change, server);
  const { texts } = specOf(change.resource);
  const hint = deletes ? null : takeTheirsWords(sides, texts);
  const isText =
    !deletes && sides.some(({ field, changedBy }) => changedBy === 'both' && texts.includes(field));
  return (
    <>
      <div className={css['said']}>
        <Notice tone="warning">
          <p>{conflictSentence(change, sides, text)}</p>
        </Notice>
      </div>
      {sides.length > 0 && (
        <div className={css['sides']}>
          {deletes ? <TwoSides sides={sides} text={text} /> : <ThreeSides sides={sides} text={text} />}
        </div>
      )}
      {isText && <p className={css['hint']}>{conflictWords.textsAreMerged}</p>}
      {hint && <p className={css['hint']}>{hint}</p>}
      {deletes ? (
        <DeleteWays change={change} title={title} />
      ) : (
        <EditWays change={change} row={row} title={title} values={serverWords(sides, text)} />
      )}
    </>
  );
}

interface SidesProps {
  readonly sides: readonly FieldSides[];
  readonly text: FieldText;
}

/** Compares the sides of a record that the user wants to delete. */
function TwoSides({ sides, text }: SidesProps) {
  return (
    <SidesTable
      caption={sidesWords.twoSides}
      columns={[sidesWords.was, sideNames.theirs]}
      rows={sides.map(({ field, was, theirs, changedBy }) => ({
        key: field,
        label: fieldLabel(field),
        tag: undefined,
        cells: [text(field, was), theirWords(text(field, theirs), changedBy)],
        marked: changedBy === 'both',
      }))}
    />
  );
}

/** Compares the sides of an edit. If no field is in both edits, all fields that theirs would replace are marked. */
function ThreeSides({ sides, text }: SidesProps) {
  const clash = sides.some(({ changedBy }) => changedBy === 'both');
  return (
    <SidesTable
      caption={sidesWords.threeSides}
      columns={[sidesWords.was, sideNames.mine, sideNames.theirs]}
      rows={sides.map(({ field, was, mine, theirs, changedBy, goesWith }) => ({
        key: field,
        label: fieldLabel(field),
        tag:
          sides.length > 1
            ? goesWith === null
              ? changedByWords[changedBy]
              : sidesWords.goesWith({ field: fieldLabel(goesWith) })
            : undefined,
        cells: [
          text(field, was),
          changedBy === 'them' ? sidesWords.notChanged : text(field, mine) || changeNames.nothing,
          theirWords(text(field, theirs), changedBy),
        ],
        marked: clash ? changedBy === 'both' : changedBy === 'them' || goesWith !== null,
      }))}
    />
  );
}

function theirWords(value: string, changedBy: FieldSides['changedBy']): string {
  return changedBy === 'me' ? sidesWords.notChanged : value || changeNames.nothing;
}

function DeleteWays({ change, title }: Pick<WaysProps, 'change' | 'title'>) {
  const services = useRecordServices();
  return (
    <Ways title={title}>
      <Button color="red.9" onClick={() => void decideParked(services, change.id, { what: 'retry' })}>
        {conflictWords.deleteAnyway}
      </Button>
      <Button variant="default" onClick={() => void decideParked(services, change.id, { what: 'discard' })}>
        {conflictWords.keepRecord}
      </Button>
    </Ways>
  );
}

interface EditWaysProps extends WaysProps {
  /** The server's values, in words. */
  readonly values: string;
}

function EditWays({ change, row, title, values }: EditWaysProps) {
  const services = useRecordServices();
  const view = useResourceView(change.resource);
  const [editing, setEditing] = useState(false);
  const close = (): void => setEditing(false);
  const groups = choiceGroups(change);
  const texts = groups.every(({ isText }) => isText) ? groups.flatMap(({ fields }) => fields) : [];
  const replaced =
    texts.length > 0
      ? conflictWords.savingKeepsMine({ values })
      : values
        ? conflictWords.savingReplacesValues({ values })
        : conflictWords.savingReplaces;
  const note = <Notice tone="info">{replaced}</Notice>;
  return (
    <>
      <Ways title={title}>
        <Button variant="default" onClick={() => void decideParked(services, change.id, { what: 'retry' })}>
          {conflictWords.keepMine}
        </Button>
        <Button
          variant="default"
          onClick={() => void decideParked(services, change.id, { what: 'takeTheirs' })}
        >
          {conflictWords.takeTheirs}
        </Button>
        {texts.length > 0 && (
          <Button
            variant="default"
            onClick={() =>
              void decideParked(services, change.id, { what: 'choose', choices: choicesOf(texts, 'both') })
            }
          >
            {conflictWords.keepBoth}
          </Button>
        )}
        {row && (
          <Button variant="default" onClick={() => setEditing(true)}>
            {conflictWords.edit}
          </Button>
        )}
      </Ways>
      {groups.length > 1 && <FieldChoices change={change} groups={groups} />}
      <LazySlot onClose={close}>
        {editing && row && <ResourceFormDialog view={view} row={row} decides note={note} onClose={close} />}
      </LazySlot>
    </>
  );
}
