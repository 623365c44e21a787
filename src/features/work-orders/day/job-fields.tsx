import { FactFields } from '../../../crud/form/fact-fields.tsx';
import { readJob, writeJob } from '../../../domain/day/job.ts';
import { jobFormHints, jobFormWords } from '../../../words/job-form.ts';

interface Props {
  readonly notes: string;
  readonly onChange: (notes: string) => void;
  readonly stored: boolean;
  readonly onStored: (stored: boolean) => void;
}

/** The job's lines of a work order's notes. */
export function JobFields({ notes, onChange, ...shown }: Props) {
  const { crew, flags, time, project } = readJob(notes);
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
      }))}
      onChange={(name, value) => {
        const isList = name === 'crew' || name === 'flags';
        onChange(writeJob(notes, { [name]: isList ? value.split(',') : value }));
      }}
      {...shown}
    />
  );
}
