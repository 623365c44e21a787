import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/dates/styles.layer.css';
import { DateInput, type DateInputProps, DateTimePicker } from '@mantine/dates';
import { useRef, useState } from 'react';
import { dayAt, hasTime, type PlainDate, parseDay } from '../domain/plain-date.ts';
import { useRecordServices } from '../records/records-context.ts';
import { type FieldSpan, spanOf } from '../ui/field-span.ts';

interface Props {
  readonly label: string;
  readonly value: PlainDate;
  /** True marks the field without words of its own. */
  readonly error?: string | boolean | undefined;
  readonly span?: FieldSpan;
  readonly onChange: (value: PlainDate) => void;
}

/** Mantine's red weekends and grey days of other months are hard to read; they say nothing here. */
const CALENDAR: Pick<
  DateInputProps,
  'firstDayOfWeek' | 'weekendDays' | 'hideOutsideDates' | 'highlightToday'
> = {
  firstDayOfWeek: 0,
  weekendDays: [],
  hideOutsideDates: true,
  highlightToday: true,
};

/** Above the dialogs, also above one that was opened from another. */
const POPOVER = { zIndex: 400 };

/** A day of the calendar, typed or chosen. A date-time, where the server keeps one, stays one. */
export function DateField(props: Props) {
  const [timed] = useState(() => props.value !== null && hasTime(props.value));
  return timed ? <TimeField {...props} /> : <DayField {...props} />;
}

function DayField({ label, value, error, span, onChange }: Props) {
  const { clock } = useRecordServices();
  const typed = useRef<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <DateInput
      label={label}
      value={value}
      error={problem ?? error}
      {...spanOf(span)}
      valueFormat="MMM D, YYYY"
      placeholder="MM/DD/YYYY"
      clearable
      {...CALENDAR}
      getDayProps={(day) => (day === dayAt(clock.now()) ? { 'aria-current': 'date' } : {})}
      dateParser={(text) => {
        const day = parseDay(text);
        typed.current = day === null && text.trim() !== '' ? text.trim() : null;
        return day;
      }}
      onBlur={() => {
        setProblem(
          typed.current === null ? null : `“${typed.current}” is not a date. Write it like 3/5/2026`,
        );
        typed.current = null;
      }}
      onChange={(day) => {
        setProblem(null);
        onChange(day);
      }}
      popoverProps={POPOVER}
      autoComplete="off"
    />
  );
}

/** Shown and chosen by the device's clock, kept as a moment. */
function TimeField({ label, value, error, span, onChange }: Props) {
  return (
    <DateTimePicker
      label={label}
      value={value === null ? null : new Date(value)}
      error={error}
      {...spanOf(span)}
      valueFormat="MMM D, YYYY h:mm A"
      clearable
      {...CALENDAR}
      onChange={(local) => onChange(local === null ? null : new Date(local.replace(' ', 'T')).toISOString())}
      popoverProps={POPOVER}
    />
  );
}
