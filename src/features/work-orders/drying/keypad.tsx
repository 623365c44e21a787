import { DIGITS, type PadField, type PadKey } from '../../../domain/drying/keypad.ts';
import { visitWords } from '../../../words/drying.ts';
import css from './visit.module.css';

interface Props {
  readonly field: PadField;
  readonly onKey: (key: PadKey) => void;
  readonly onSkip?: (() => void) | undefined;
  readonly onBack?: (() => void) | undefined;
}

const NEAR = DIGITS.slice(0, 9);

/** For gloves: keys of 64 px at least, also on a narrow phone. */
export function Keypad({ field, onKey, onSkip, onBack }: Props) {
  const key = (name: PadKey, text: string, label = text) => (
    <button key={name} type="button" className={css.key} aria-label={label} onClick={() => onKey(name)}>
      {text}
    </button>
  );
  const beside = [
    key('erase', '⌫', visitWords.erase),
    field === 'moisture' ? key('.', '.', visitWords.decimal) : key('-', '−', visitWords.minus),
    <button key="skip" type="button" className={css.key} data-word disabled={!onSkip} onClick={onSkip}>
      {visitWords.skip}
    </button>,
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, these are buttons
    <div role="group" aria-label={visitWords.keypad} className={css.keys}>
      {[0, 1, 2].map((row) => [
        ...NEAR.slice(3 * row, 3 * row + 3).map((digit) => key(digit, digit)),
        beside[row],
      ])}
      <button type="button" className={css.key} data-word disabled={!onBack} onClick={onBack}>
        {visitWords.previous}
      </button>
      {key('0', '0')}
      <button type="button" className={css.key} data-next onClick={() => onKey('next')}>
        {visitWords.next}
      </button>
    </div>
  );
}

const TYPED: Readonly<Record<string, PadKey>> = { Enter: 'next', Backspace: 'erase', ',': '.' };

/** Returns the pad's key for a keyboard's. */
export function padKey({ key }: { readonly key: string }): PadKey | null {
  const isSame = key === '.' || key === '-' || DIGITS.some((digit) => digit === key);
  return isSame ? (key as PadKey) : (TYPED[key] ?? null);
}
