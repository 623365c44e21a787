import { Button } from '@mantine/core';
import { useState } from 'react';
import { type FieldText, useFieldText } from '../../crud/field-words.ts';
import { ResourceFormDialog } from '../../crud/form/lazy-dialogs.ts';
import { useResourceView } from '../../crud/resource-views.ts';
import { fieldLabel } from '../../domain/field-labels.ts';
import { chooseSides, discardParked, retryParked, takeTheirs } from '../../records/parked.ts';
import { useRecordServices } from '../../records/records-context.ts';
import { useServerCopy } from '../../records/use-questions.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import {
  choiceGroups,
  choicesOf,
  conflictSentence,
  conflictSides,
  type FieldSides,
  officeWords,
  takeTheirsWords,
} from './conflict-sides.ts';
import { FieldChoices } from './field-choices.tsx';
import { SidesTable } from './sides-table.tsx';
import css from './sync-screen.module.css';
import { Ways, type WaysProps } from './ways.tsx';

const TAGS: Readonly<Record<FieldSides['changedBy'], string>> = {
  both: 'both changed',
  me: 'only you changed',
  them: 'only the office changed',
};

/** Both sides changed the same: what it was, what I want and what the server has, and whose is to stand. */
export function ConflictQuestion({ change, row, title }: WaysProps) {
  const text = useFieldText(change.resource);
  const server = useServerCopy(change.resource, change.localId);
  // The office's values are read with the row: nothing is asked before they are there.
  if (server === undefined) return null;
  const deletes = change.kind === 'delete';
  const sides = conflictSides(change, server);
  const hint = deletes ? null : takeTheirsWords(sides);
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
      {hint && <p className={css['hint']}>{hint}</p>}
      {deletes ? (
        <DeleteWays change={change} title={title} />
      ) : (
        <EditWays change={change} row={row} title={title} office={officeWords(sides, text)} />
      )}
    </>
  );
}

interface SidesProps {
  readonly sides: readonly FieldSides[];
  readonly text: FieldText;
}

/** Of a record that I want to delete. */
function TwoSides({ sides, text }: SidesProps) {
  return (
    <SidesTable
      caption="What it was and what the office has now"
      columns={['Was', 'Theirs']}
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

/** Of a record that both have edited. Where no field is in both edits, all that would go with theirs is marked. */
function ThreeSides({ sides, text }: SidesProps) {
  const clash = sides.some(({ changedBy }) => changedBy === 'both');
  return (
    <SidesTable
      caption="What it was, what you want and what the office has now"
      columns={['Was', 'Mine', 'Theirs']}
      rows={sides.map(({ field, was, mine, theirs, changedBy, goesWith }) => ({
        key: field,
        label: fieldLabel(field),
        tag:
          sides.length > 1
            ? goesWith === null
              ? TAGS[changedBy]
              : `goes with ${fieldLabel(goesWith)}`
            : undefined,
        cells: [
          text(field, was),
          changedBy === 'them' ? 'not changed' : text(field, mine) || 'nothing',
          theirWords(text(field, theirs), changedBy),
        ],
        marked: clash ? changedBy === 'both' : changedBy === 'them' || goesWith !== null,
      }))}
    />
  );
}

function theirWords(value: string, changedBy: FieldSides['changedBy']): string {
  return changedBy === 'me' ? 'not changed' : value || 'nothing';
}

function DeleteWays({ change, title }: Pick<WaysProps, 'change' | 'title'>) {
  const services = useRecordServices();
  return (
    <Ways title={title}>
      <Button color="red.9" onClick={() => void retryParked(services, change.id)}>
        Delete anyway
      </Button>
      <Button variant="default" onClick={() => void discardParked(services, change.id)}>
        Keep the record
      </Button>
    </Ways>
  );
}

interface EditWaysProps extends WaysProps {
  /** What the office has, in words. */
  readonly office: string;
}

function EditWays({ change, row, title, office }: EditWaysProps) {
  const services = useRecordServices();
  const view = useResourceView(change.resource);
  const [editing, setEditing] = useState(false);
  const close = (): void => setEditing(false);
  const groups = choiceGroups(change);
  const texts = groups.every(({ isText }) => isText) ? groups.flatMap(({ fields }) => fields) : [];
  const note = <Notice tone="info">{office && `The office has ${office}. `}Saving replaces it.</Notice>;
  return (
    <>
      <Ways title={title}>
        <Button variant="default" onClick={() => void retryParked(services, change.id)}>
          Keep mine
        </Button>
        <Button variant="default" onClick={() => void takeTheirs(services, change.id)}>
          Take theirs
        </Button>
        {texts.length > 0 && (
          <Button
            variant="default"
            onClick={() => void chooseSides(services, change.id, choicesOf(texts, 'both'))}
          >
            Keep both
          </Button>
        )}
        {row && (
          <Button variant="default" onClick={() => setEditing(true)}>
            Edit
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
