import { Button } from '@mantine/core';
import { useState } from 'react';
import { useFieldText } from '../../crud/field-words.ts';
import { ResourceFormDialog } from '../../crud/form/lazy-dialogs.ts';
import { useResourceView } from '../../crud/resource-views.ts';
import { fieldLabel } from '../../domain/field-labels.ts';
import { discardParked, retryParked, takeTheirs } from '../../records/parked.ts';
import { useRecordServices } from '../../records/records-context.ts';
import { useServerCopy } from '../../records/use-questions.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import {
  conflictSentence,
  conflictSides,
  officeWords,
  type Side,
  takeTheirsWords,
} from './conflict-sides.ts';
import { SidesTable } from './sides-table.tsx';
import css from './sync-centre.module.css';
import { Ways, type WaysProps } from './ways.tsx';

const TAGS: Readonly<Record<Side['changedBy'], string>> = {
  both: 'both changed',
  me: 'only you changed',
  them: 'only the office changed',
};

/** Both sides changed the same: what it was, what I want and what the server has, and whose is to stand. */
export function ConflictQuestion({ change, row, title }: WaysProps) {
  const services = useRecordServices();
  const view = useResourceView(change.resource);
  const text = useFieldText(change.resource);
  const server = useServerCopy(change.resource, change.localId);
  const [editing, setEditing] = useState(false);
  const close = (): void => setEditing(false);
  // The office's values are read with the row: nothing is asked before they are there.
  if (server === undefined) return null;
  const deletes = change.kind === 'delete';
  const sides = conflictSides(change, server);
  const both = sides.filter(({ changedBy }) => changedBy === 'both');
  const hint = deletes ? null : takeTheirsWords(sides);
  const office = officeWords(sides, text);
  const marked = ({ changedBy, goesWith }: Side): boolean =>
    both.length > 0 ? changedBy === 'both' : !deletes && (changedBy === 'them' || goesWith !== null);

  return (
    <>
      <div className={css['said']}>
        <Notice tone="warning">
          <p>{conflictSentence(change, sides, text)}</p>
        </Notice>
      </div>
      {sides.length > 0 && (
        <div className={css['sides']}>
          <SidesTable
            caption={
              deletes
                ? 'What it was and what the office has now'
                : 'What it was, what you want and what the office has now'
            }
            columns={deletes ? ['Was', 'Theirs'] : ['Was', 'Mine', 'Theirs']}
            rows={sides.map((side) => {
              const { field, was, mine, theirs, changedBy, goesWith } = side;
              const tag = goesWith === null ? TAGS[changedBy] : `goes with ${fieldLabel(goesWith)}`;
              const cells = [
                text(field, was),
                changedBy === 'them' ? 'not changed' : text(field, mine) || 'nothing',
                changedBy === 'me' ? 'not changed' : text(field, theirs) || 'nothing',
              ];
              return {
                key: field,
                label: fieldLabel(field),
                tag: !deletes && sides.length > 1 ? tag : undefined,
                cells: deletes ? [cells[0] ?? '', cells[2] ?? ''] : cells,
                marked: marked(side),
              };
            })}
          />
        </div>
      )}
      {hint && <p className={css['hint']}>{hint}</p>}
      {deletes ? (
        <Ways title={title}>
          <Button color="red.9" onClick={() => void retryParked(services, change.id)}>
            Delete anyway
          </Button>
          <Button variant="default" onClick={() => void discardParked(services, change.id)}>
            Keep the record
          </Button>
        </Ways>
      ) : (
        <Ways title={title}>
          <Button variant="default" onClick={() => void retryParked(services, change.id)}>
            Keep mine
          </Button>
          <Button variant="default" onClick={() => void takeTheirs(services, change.id)}>
            Take theirs
          </Button>
          {row && (
            <Button variant="default" onClick={() => setEditing(true)}>
              Edit
            </Button>
          )}
        </Ways>
      )}
      <LazySlot onClose={close}>
        {editing && row && (
          <ResourceFormDialog
            view={view}
            row={row}
            decides
            note={
              <Notice tone="info">
                {office && `The office has ${office}. `}What you save here stands instead.
              </Notice>
            }
            onClose={close}
          />
        )}
      </LazySlot>
    </>
  );
}
