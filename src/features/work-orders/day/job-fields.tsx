import { useState } from 'react';
import { FactFields } from '../../../crud/form/fact-fields.tsx';
import { TIME, timeProblem } from '../../../domain/check.ts';
import { readClockTime } from '../../../domain/day/clock-time.ts';
import { readJob, writeJob } from '../../../domain/day/job.ts';
import { oneLine, sameLabel } from '../../../domain/day/text-blocks.ts';
import { readText } from '../../../domain/read-wire.ts';
import { useReferenced, useReferring } from '../../../records/use-records.ts';
import { formatClock } from '../../../ui/text/format-date.ts';
import { jobFormHints, jobFormWords } from '../../../words/job.ts';

/** No record refers to it. */
const NOBODY = { localId: '', serverId: undefined };

interface Props {
  readonly notes: string;
  /** The customer, whose projects are offered. */
  readonly customer: string | null;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (notes: string) => void;
  readonly stored: boolean;
  readonly onStored: (stored: boolean) => void;
}

/** The job's lines of a work order's notes. */
export function JobFields({ notes, customer, errors, onChange, ...shown }: Props) {
  const { crew, flags, time, project } = readJob(notes);
  const choices = useProjects(customer, project);
  const values = { crew: crew.join(', '), flags: flags.join(', '), project };
  const field = (name: keyof typeof values) => ({
    name,
    label: jobFormWords[name],
    hint: jobFormHints[name],
    value: values[name],
  });
  return (
    <FactFields
      title={jobFormWords.title}
      about={jobFormWords.about}
      fields={[
        field('crew'),
        field('flags'),
        useTimeField(time, TIME in errors),
        { ...field('project'), choices },
      ]}
      onChange={(name, value) => {
        if (name === TIME) onChange(writeJob(notes, { time: readClockTime(value) ?? value }));
        else onChange(writeJob(notes, { [name]: name === 'project' ? value : value.split(',') }));
      }}
      {...shown}
    />
  );
}

/** No project, the customer's projects by title, and a title that none of them has as it stands. */
function useProjects(customer: string | null, current: string) {
  const { row } = useReferenced('customers', customer);
  const rows = useReferring('projects', 'customer', row ?? NOBODY);
  const titles = rows.map(({ view }) => oneLine(readText(view.title))).filter(Boolean);
  const others = titles.filter((title) => !sameLabel(title, current));
  return [...new Set(['', current, ...others])].map((value) => ({
    value,
    label: value || jobFormWords.noProject,
  }));
}

/** The time as a person says it. One that was there and is none stays as it is; one that is typed is refused. */
function useTimeField(time: string, refused: boolean) {
  const [first] = useState(time);
  const read = readClockTime(time);
  const shown = read === null ? time : formatClock(read);
  const problem = time === first && !refused ? null : timeProblem(time);
  return {
    name: TIME,
    label: jobFormWords.time,
    hint: jobFormHints.time,
    value: shown,
    reading: read === null ? undefined : jobFormWords.meansTime({ time: shown }),
    problem: problem ?? undefined,
    refused: refused && problem !== null,
  } as const;
}
