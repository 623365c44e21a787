import { FactFields } from '../../../crud/form/fact-fields.tsx';
import { readJob, writeJob } from '../../../domain/day/job.ts';
import { oneLine, sameLabel } from '../../../domain/day/text-blocks.ts';
import { readText } from '../../../domain/read-wire.ts';
import { useReferenced, useReferring } from '../../../records/use-records.ts';
import { jobFormHints, jobFormWords } from '../../../words/job-form.ts';

/** No record refers to it. */
const NOBODY = { localId: '', serverId: undefined };

interface Props {
  readonly notes: string;
  /** The customer, whose projects are offered. */
  readonly customer: string | null;
  readonly onChange: (notes: string) => void;
  readonly stored: boolean;
  readonly onStored: (stored: boolean) => void;
}

/** The job's lines of a work order's notes. */
export function JobFields({ notes, customer, onChange, ...shown }: Props) {
  const { crew, flags, time, project } = readJob(notes);
  const choices = useProjects(customer, project);
  const values = { crew: crew.join(', '), flags: flags.join(', '), time, project };
  return (
    <FactFields
      title={jobFormWords.title}
      about={jobFormWords.about}
      fields={(['crew', 'flags', 'time', 'project'] as const).map((name) => ({
        name,
        label: jobFormWords[name],
        hint: jobFormHints[name],
        value: values[name],
        ...(name === 'project' ? { choices } : {}),
      }))}
      onChange={(name, value) => {
        const isList = name === 'crew' || name === 'flags';
        onChange(writeJob(notes, { [name]: isList ? value.split(',') : value }));
      }}
      {...shown}
    />
  );
}

/** No project, the customer's projects by title, and a title that none of them has as it stands. */
function useProjects(customer: string | null, current: string) {
  const { row } = useReferenced('customers', customer);
  const rows = useReferring('projects', 'customer', row ?? NOBODY) ?? [];
  const titles = rows.map(({ view }) => oneLine(readText(view.title))).filter(Boolean);
  const others = titles.filter((title) => !sameLabel(title, current));
  return [...new Set(['', current, ...others])].map((value) => ({
    value,
    label: value || jobFormWords.noProject,
  }));
}
