import { RANGES } from '../../../domain/drying/drying-facts.ts';
import { round } from '../../../domain/drying/names.ts';
import { fieldOf, type PadField, type Typing } from '../../../domain/drying/pad-keys.ts';
import type { VisitStep } from '../../../domain/drying/visit-steps.ts';
import { visitWords } from '../../../words/drying.ts';
import css from './visit.module.css';

const UNITS: Readonly<Record<PadField, string>> = { fahrenheit: '°F', humidity: '%', moisture: '' };

interface Props {
  readonly asks: VisitStep['asks'];
  readonly typing: Typing;
}

/** Shows the numbers that are typed on the keypad. */
export function NumberBoxes({ asks, typing }: Props) {
  const now = fieldOf(asks, typing);
  const fields: readonly PadField[] = asks === 'air' ? ['fahrenheit', 'humidity'] : ['moisture'];
  const textOf = (field: PadField): string => {
    if (field === now && typing.text !== '') return typing.text;
    if (field === 'fahrenheit' && typing.fahrenheit !== null) return round(typing.fahrenheit);
    return '';
  };
  return (
    <div className={css.numbers}>
      {fields.map((field) => (
        <div
          key={field}
          className={css.number}
          data-now={field === now || undefined}
          data-refused={(field === now && typing.isRefused) || undefined}
        >
          <span className={css.label}>{visitWords[field]}</span>
          <output className={css.digits} aria-label={visitWords[field]}>
            <span>{textOf(field)}</span> <span className={css.unit}>{UNITS[field]}</span>
          </output>
        </div>
      ))}
    </div>
  );
}

const ACCEPTED = {
  fahrenheit: visitWords.acceptedFahrenheit,
  humidity: visitWords.acceptedHumidity,
  moisture: visitWords.acceptedMoisture,
} as const;

/** Stands where the meaning of the last number does, so that the keypad does not move under a finger. */
export function RefusedNumber({ asks, typing }: Props) {
  const field = fieldOf(asks, typing);
  return <p className={css.refused}>{ACCEPTED[field]({ ...RANGES[field] })}</p>;
}
