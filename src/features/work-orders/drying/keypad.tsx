import { DIGITS, type PadField, type PadKey } from '../../../domain/drying/pad-keys.ts';
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
  const beside = [
    <Key key="erase" name="erase" text="⌫" label={visitWords.erase} onKey={onKey} />,
    field === 'moisture' ? (
      <Key key="." name="." text="." label={visitWords.decimal} onKey={onKey} />
    ) : (
      <Key key="-" name="-" text="−" label={visitWords.minus} onKey={onKey} />
    ),
    <button key="skip" type="button" className={css.key} data-word disabled={!onSkip} onClick={onSkip}>
      {visitWords.skip}
    </button>,
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, these are buttons
    <div role="group" aria-label={visitWords.keypad} className={css.keys}>
      {[0, 1, 2].map((row) => [
        ...NEAR.slice(3 * row, 3 * row + 3).map((digit) => (
          <Key key={digit} name={digit} text={digit} onKey={onKey} />
        )),
        beside[row],
      ])}
      <button type="button" className={css.key} data-word disabled={!onBack} onClick={onBack}>
        {visitWords.previous}
      </button>
      <Key name="0" text="0" onKey={onKey} />
      <button type="button" className={css.key} data-next onClick={() => onKey('next')}>
        {visitWords.next}
      </button>
    </div>
  );
}

interface KeyProps extends Pick<Props, 'onKey'> {
  readonly name: PadKey;
  readonly text: string;
  readonly label?: string;
}

function Key({ name, text, label = text, onKey }: KeyProps) {
  return (
    <button type="button" className={css.key} aria-label={label} onClick={() => onKey(name)}>
      {text}
    </button>
  );
}

const TYPED: Readonly<Record<string, PadKey>> = { Enter: 'next', Backspace: 'erase', ',': '.' };

/** Returns the pad's key for a keyboard's. */
export function padKey({ key }: { readonly key: string }): PadKey | null {
  const isSame = key === '.' || key === '-' || DIGITS.some((digit) => digit === key);
  return isSame ? (key as PadKey) : (TYPED[key] ?? null);
}
