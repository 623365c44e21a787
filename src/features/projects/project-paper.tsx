import { Paper, PaperFacts, PaperText, Parties } from '../../crud/paper/paper.tsx';
import type { PaperProps } from '../../crud/paper/print-button.tsx';
import { formatDay } from '../../crud/time.tsx';
import { PROJECT_PRIORITIES, PROJECT_STATUSES, PROJECT_TYPES, type Project } from '../../domain/project.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { choiceLabel } from '../../ui/fields/choice-chip.tsx';
import { formatMoney } from '../../ui/text/format-values.tsx';
import { columnWords, fieldLabels } from '../../words/common.ts';
import { paperWords } from '../../words/record.ts';

export default function ProjectPaper({ record, wishes: { amounts } }: PaperProps<Project>) {
  const { estimated_cost: cost, start_date: start, estimated_completion_date: end } = record;
  return (
    <Paper
      heading={resourceSpecs.projects.label.title}
      facts={[
        [columnWords.type, record.project_type && choiceLabel(record.project_type, PROJECT_TYPES)],
        [fieldLabels.status, record.status && choiceLabel(record.status, PROJECT_STATUSES)],
        [fieldLabels.priority, record.priority && choiceLabel(record.priority, PROJECT_PRIORITIES)],
        [paperWords.start, start && formatDay(start)],
        [paperWords.estimatedCompletion, end && formatDay(end)],
      ]}
    >
      <Parties customer={record.customer} role={fieldLabels.customer} site={record} phone />
      {record.title.trim() !== '' && <h2>{record.title.trim()}</h2>}
      <PaperText heading={fieldLabels.description} text={record.description} />
      {amounts && typeof cost === 'number' && (
        <PaperFacts as="sums" facts={[[paperWords.estimatedCost, formatMoney(cost)]]} />
      )}
    </Paper>
  );
}
