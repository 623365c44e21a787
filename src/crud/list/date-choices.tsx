import { Button } from '@mantine/core';
import { useState } from 'react';
import { isDay } from '../../domain/plain-date.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { DATE_CHOICES, readSpan } from '../../domain/schedule.ts';
import { listToolsWords } from '../../words/list.ts';
import { DateField } from '../form/date-field.tsx';
import type { DateFilter } from '../resource-view.ts';
import { dateWords } from './filter-words.ts';
import css from './list-tools.module.css';

interface Props {
  readonly date: DateFilter<Fields>;
  /** As in the URL, or '' for any date. */
  readonly chosen: string;
  readonly onChoose: (choice: string) => void;
}

export function DateChoices({ date, chosen, onChoose }: Props) {
  const offered = DATE_CHOICES.filter((choice) => choice !== 'overdue' || date.late !== undefined);
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{date.label}</legend>
      <div className={css.choices}>
        {offered.map((choice) => (
          <Button
            key={choice}
            variant="default"
            aria-pressed={chosen === choice}
            onClick={() => onChoose(chosen === choice ? '' : choice)}
          >
            {dateWords(choice, date)}
          </Button>
        ))}
      </div>
      <Days date={date.label} chosen={chosen} onChoose={onChoose} />
    </fieldset>
  );
}

type DaysProps = Pick<Props, 'chosen' | 'onChoose'> & { readonly date: string };

const ANY = { from: '', to: '' };

/** If the days are in the wrong order, shows an error and does not filter. */
function Days({ date, chosen, onChoose }: DaysProps) {
  // Kept after a choice too: the router renders it later, and a day typed before that must not lose the other one.
  const [typed, setTyped] = useState<typeof ANY | null>(null);
  const [own, setOwn] = useState(chosen);
  const [last, setLast] = useState(chosen);
  if (chosen !== last) {
    setLast(chosen);
    if (chosen !== own) setTyped(null);
  }
  const shown = typed ?? readSpan(chosen) ?? ANY;
  const isWrong = isMisordered(shown);

  function change(part: Partial<typeof ANY>): void {
    const next = { ...shown, ...part };
    setTyped(next);
    const isWhole = [next.from, next.to].every((day) => day === '' || isDay(day));
    if (!isWhole || isMisordered(next)) return;
    const choice = next.from + next.to === '' ? '' : `${next.from}..${next.to}`;
    setOwn(choice);
    onChoose(choice);
  }

  return (
    <div className={css.days}>
      {(['from', 'to'] as const).map((end) => (
        <div key={end} className={css.day}>
          <DateField
            label={end === 'from' ? listToolsWords.firstDayOf({ date }) : listToolsWords.lastDayOf({ date })}
            value={shown[end]}
            error={isWrong ? end === 'from' || listToolsWords.daysInWrongOrder : undefined}
            onChange={(day) => change({ [end]: day ?? '' })}
          />
        </div>
      ))}
    </div>
  );
}

function isMisordered({ from, to }: { readonly from: string; readonly to: string }): boolean {
  return isDay(from) && isDay(to) && from > to;
}
