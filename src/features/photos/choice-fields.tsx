import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { PHOTO_LABELS } from '../../domain/attachment.ts';
import { ChoiceField } from '../../ui/fields/form-fields.tsx';
import { photoWords } from '../../words/photo-screens.ts';
import type { Choice } from './intake.ts';
import css from './photos.module.css';

interface Props {
  readonly legend: string;
  readonly choice: Choice;
  readonly rooms: readonly string[];
  readonly onChange: (choice: Choice) => void;
}

/** The room is free text. The rooms of the job are offered. */
export function ChoiceFields({ legend, choice, rooms, onChange }: Props) {
  const offered = useId();
  return (
    <fieldset className={css.choice}>
      <legend className={css.legend}>{legend}</legend>
      <TextInput
        label={photoWords.room}
        placeholder={photoWords.roomHint}
        value={choice.room}
        maxLength={200}
        autoComplete="off"
        list={offered}
        onChange={(event) => onChange({ ...choice, room: event.currentTarget.value })}
      />
      <datalist id={offered}>
        {rooms.map((room) => (
          <option key={room} value={room} />
        ))}
      </datalist>
      <ChoiceField
        label={photoWords.label}
        value={choice.label}
        choices={PHOTO_LABELS}
        onChange={(label) => onChange({ ...choice, label })}
      />
    </fieldset>
  );
}
