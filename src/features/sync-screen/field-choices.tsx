import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { fieldsWords } from '../../crud/change-words.ts';
import type { Side } from '../../outbox/lane-event.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { decideParked } from '../../records/parked.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { conflictWords, sideNames } from '../../words/sync-screen.ts';
import { type ChoiceGroup, choicesOf } from './conflict-sides.ts';
import css from './field-choices.module.css';

interface Props {
  readonly change: Mutation;
  readonly groups: readonly ChoiceGroup[];
}

/** Lets a person decide a conflict field by field. Mine stands until they choose. */
export function FieldChoices({ change, groups }: Props) {
  const services = useRecordServices();
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const choose = (fields: readonly string[], side: Side): void =>
    setChosen({ ...chosen, ...choicesOf(fields, side) });
  return (
    <details className={css['choices']}>
      <summary>{conflictWords.chooseByField}</summary>
      {groups.map((group) => (
        <OneChoice
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

interface OneProps {
  readonly group: ChoiceGroup;
  readonly side: Side;
  readonly onChoose: (side: Side) => void;
}

function OneChoice({ group: { fields, isText }, side, onChoose }: OneProps) {
  const name = useId();
  const sides: readonly Side[] = isText ? ['mine', 'theirs', 'both'] : ['mine', 'theirs'];
  return (
    <fieldset className={css['choice']}>
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
