import { formatDay } from '../../crud/format-day.ts';
import { Paper } from '../../crud/paper/paper.tsx';
import { PaperFacts } from '../../crud/paper/paper-facts.tsx';
import { PaperText } from '../../crud/paper/paper-text.tsx';
import { Parties } from '../../crud/paper/parties.tsx';
import type { PaperChoice } from '../../crud/paper/print-button.tsx';
import { PROJECT_PRIORITIES, PROJECT_STATUSES, PROJECT_TYPES, type Project } from '../../domain/project.ts';
import { choiceLabel } from '../../ui/fields/choice-label.ts';
import { formatMoney } from '../../ui/text/format-money.ts';

/** A project on a page of its own. */
export default function ProjectPaper({ record, amounts }: { readonly record: Project } & PaperChoice) {
  const { estimated_cost: cost, start_date: start, estimated_completion_date: end } = record;
  return (
    <Paper
      heading="Project"
      facts={[
        ['Type', record.project_type && choiceLabel(record.project_type, PROJECT_TYPES)],
        ['Status', record.status && choiceLabel(record.status, PROJECT_STATUSES)],
        ['Priority', record.priority && choiceLabel(record.priority, PROJECT_PRIORITIES)],
        ['Start', start && formatDay(start)],
        ['Estimated completion', end && formatDay(end)],
      ]}
    >
      <Parties customer={record.customer} role="Customer" site={record} phone />
      {record.title.trim() !== '' && <h2>{record.title.trim()}</h2>}
      <PaperText heading="Description" text={record.description} />
      {amounts && typeof cost === 'number' && (
        <PaperFacts as="sums" facts={[['Estimated cost', formatMoney(cost)]]} />
      )}
    </Paper>
  );
}
