import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { fieldsWords } from '../../crud/change-words.ts';
import { type FieldText, useFieldText } from '../../crud/field-words.ts';
import { ResourceFormDialog } from '../../crud/form/lazy-dialogs.ts';
import { useResourceView } from '../../crud/resource-view.ts';
import { fieldLabel, specOf } from '../../domain/resource-specs.ts';
import type { Side } from '../../outbox/lane-event.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { decideParked } from '../../records/parked.ts';
import { useServerCopy } from '../../records/questions.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { changeNames } from '../../words/common.ts';
import { changedByWords, conflictWords, parkedChangeWords, sideNames, sidesWords } from '../../words/sync.ts';
import { Said, Ways } from './change-card.tsx';
import { Comparison } from './compare.tsx';
import {
  type ChoiceGroup,
  choiceGroups,
  choicesOf,
  conflictSentence,
  conflictSides,
  type FieldSides,
  serverWords,
  takeTheirsWords,
} from './conflict-sides.ts';
import css from './sync-screen.module.css';
import type { ParkedProps } from './ways.tsx';

export function ConflictQuestion({ change, row, title }: ParkedProps) {
  const text = useFieldText(change.resource);
  const server = useServerCopy(change.resource, change.localId);
  if (server === undefined) return null;
  const deletes = change.kind === 'delete';
  const sides = conflictSides(change, server);
  const { texts } = specOf(change.resource);
  const hint = deletes ? null : takeTheirsWords(sides, texts);
  const isText =
    !deletes && sides.some(({ field, changedBy }) => changedBy === 'both' && texts.includes(field));
  return (
    <>
      <Said tone="warning">
        <p>{conflictSentence(change, sides, text)}</p>
      </Said>
      {sides.length > 0 && <Sides sides={sides} text={text} deletes={deletes} />}
      {isText && <p className={css.hint}>{conflictWords.textsAreMerged}</p>}
      {hint && <p className={css.hint}>{hint}</p>}
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
  readonly deletes: boolean;
}

/** Marks the fields that both sides changed, or else all fields that 'theirs' would replace. */
function Sides({ sides, text, deletes }: SidesProps) {
  const clash = deletes || sides.some(({ changedBy }) => changedBy === 'both');
  return (
    <Comparison
      caption={deletes ? sidesWords.twoSides : sidesWords.threeSides}
      columns={[sidesWords.was, ...(deletes ? [] : [sideNames.mine]), sideNames.theirs]}
      rows={sides.map(({ field, was, mine, theirs, changedBy, goesWith }) => ({
        field,
        tag: deletes || sides.length === 1 ? undefined : tagWords(changedBy, goesWith),
        cells: [
          text(field, was),
          ...(deletes ? [] : [changedBy === 'them' ? sidesWords.notChanged : said(text(field, mine))]),
          changedBy === 'me' ? sidesWords.notChanged : said(text(field, theirs)),
        ],
        marked: clash ? changedBy === 'both' : changedBy === 'them' || goesWith !== null,
      }))}
    />
  );
}

function tagWords(changedBy: FieldSides['changedBy'], goesWith: string | null): string {
  return goesWith === null ? changedByWords[changedBy] : sidesWords.goesWith({ field: fieldLabel(goesWith) });
}

function said(value: string): string {
  return value || changeNames.nothing;
}

function DeleteWays({ change, title }: Pick<ParkedProps, 'change' | 'title'>) {
  const services = useRecordServices();
  return (
    <Ways label={parkedChangeWords.choices({ title })}>
      <Button color="red.9" onClick={() => void decideParked(services, change.id, { what: 'retry' })}>
        {conflictWords.deleteAnyway}
      </Button>
      <Button variant="default" onClick={() => void decideParked(services, change.id, { what: 'discard' })}>
        {conflictWords.keepRecord}
      </Button>
    </Ways>
  );
}

interface EditWaysProps extends ParkedProps {
  readonly values: string;
}

function EditWays({ change, row, title, values }: EditWaysProps) {
  const services = useRecordServices();
  const view = useResourceView(change.resource);
  const [editing, setEditing] = useState(false);
  const close = (): void => setEditing(false);
  const groups = choiceGroups(change);
  const texts = groups.every(({ isText }) => isText) ? groups.flatMap(({ fields }) => fields) : [];
  const note = <Notice tone="info">{savingWords(texts.length > 0, values)}</Notice>;
  return (
    <>
      <Ways label={parkedChangeWords.choices({ title })}>
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
        {view && row && (
          <Button variant="default" onClick={() => setEditing(true)}>
            {conflictWords.edit}
          </Button>
        )}
      </Ways>
      {groups.length > 1 && <FieldChoices change={change} groups={groups} />}
      <LazySlot onClose={close}>
        {editing && view && row && (
          <ResourceFormDialog view={view} row={row} decides note={note} onClose={close} />
        )}
      </LazySlot>
    </>
  );
}

function savingWords(textsOnly: boolean, values: string): string {
  if (textsOnly) return conflictWords.savingKeepsMine({ values });
  return values ? conflictWords.savingReplacesValues({ values }) : conflictWords.savingReplaces;
}

interface ChoicesProps {
  readonly change: Mutation;
  readonly groups: readonly ChoiceGroup[];
}

function FieldChoices({ change, groups }: ChoicesProps) {
  const services = useRecordServices();
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const choose = (fields: readonly string[], side: Side): void =>
    setChosen({ ...chosen, ...choicesOf(fields, side) });
  return (
    <details className={css.choices}>
      <summary>{conflictWords.chooseByField}</summary>
      {groups.map((group) => (
        <FieldChoice
          key={group.fields.join()}
          group={group}
          side={chosen[group.fields[0] ?? ''] ?? 'mine'}
          onChoose={(side) => choose(group.fields, side)}
        />
      ))}
      <Button onClick={() => void decideParked(services, change.id, { what: 'choose', choices: chosen })}>
        {conflictWords.sendChoice}
      </Button>
    </details>
  );
}

interface ChoiceProps {
  readonly group: ChoiceGroup;
  readonly side: Side;
  readonly onChoose: (side: Side) => void;
}

function FieldChoice({ group: { fields, isText }, side, onChoose }: ChoiceProps) {
  const name = useId();
  const sides: readonly Side[] = isText ? ['mine', 'theirs', 'both'] : ['mine', 'theirs'];
  return (
    <fieldset className={css.choice}>
      <legend>{fieldsWords(fields)}</legend>
      {sides.map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={one === side} onChange={() => onChoose(one)} />
          <span>{sideNames[one]}</span>
        </label>
      ))}
    </fieldset>
  );
}
