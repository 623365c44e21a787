import { TextInput } from '@mantine/core';
import type { PaperContent } from '../../domain/papers/paper-content.ts';
import { CAPACITIES } from '../../domain/papers/signing.ts';
import { signingScreenWords as words } from '../../words/documents.ts';
import { signingWords } from '../../words/papers.ts';
import { SignatureField } from './signature-field.tsx';
import css from './signing.module.css';
import type { SigningState } from './use-signing.ts';

interface Props {
  readonly content: PaperContent;
  readonly signing: SigningState;
}

export function SigningFields({ content: { consent }, signing }: Props) {
  const { form, change, draw } = signing;
  const { cannot } = form;
  return (
    <div className={css.form} inert={signing.isBusy}>
      <TextInput
        label={cannot ? words.nameCannot : words.name}
        value={form.name}
        maxLength={200}
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => change({ name: value })}
      />
      <fieldset className={css.choices}>
        <legend className={css.label}>{words.capacity}</legend>
        {CAPACITIES.map((capacity) => (
          <label key={capacity} className={css.choice}>
            <input
              type="radio"
              name="capacity"
              checked={form.capacity === capacity}
              onChange={() => change({ capacity })}
            />
            <span>{signingWords[capacity]}</span>
          </label>
        ))}
      </fieldset>
      {!cannot && (
        <label className={css.choice}>
          <input
            type="checkbox"
            checked={form.isAgreed}
            onChange={({ currentTarget: { checked } }) => change({ isAgreed: checked })}
          />
          <span>{consent?.sentence ?? ''}</span>
        </label>
      )}
      {!cannot &&
        consent?.signatures.map((label, place) => (
          <SignatureField key={label} label={label} onChange={(signature) => draw(place, signature)} />
        ))}
      <label className={css.choice}>
        <input
          type="checkbox"
          checked={cannot !== null}
          onChange={({ currentTarget: { checked } }) =>
            change({ cannot: checked ? { reason: '', witness: '' } : null })
          }
        />
        <span>{words.cannot}</span>
      </label>
      {cannot && (
        <>
          <TextInput
            label={words.reason}
            value={cannot.reason}
            maxLength={500}
            autoComplete="off"
            onChange={({ currentTarget: { value } }) => change({ cannot: { ...cannot, reason: value } })}
          />
          <TextInput
            label={words.witness}
            value={cannot.witness}
            maxLength={200}
            autoComplete="off"
            onChange={({ currentTarget: { value } }) => change({ cannot: { ...cannot, witness: value } })}
          />
        </>
      )}
    </div>
  );
}
