import { asResourceView, CHIP, column, PRIORITY } from '../../crud/resource-view.ts';
import type { Project } from '../../domain/project.ts';
import { isOver, resourceSpecs } from '../../domain/resource-specs.ts';
import { fieldLines, type LabelOf, messageOf } from '../../domain/server-message.ts';
import type { ServerRefusal } from '../../outbox/mutation.ts';
import { LazyModule } from '../../ui/lazy-module.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { columnWords, failedToWords, fieldLabels, filterNames } from '../../words/common.ts';

export const projectView = asResourceView<Project>({
  resource: 'projects',
  path: '/projects',
  columns: [
    { field: 'title', header: fieldLabels.title, width: column(6, 30), heading: true },
    {
      field: 'customer',
      header: fieldLabels.customer,
      width: column(6, 16),
    },
    {
      field: 'project_type',
      header: columnWords.type,
      width: column(6.5, 13),
      short: true,
      filter: [],
    },
    {
      field: 'status',
      header: fieldLabels.status,
      width: CHIP,
      short: true,
      chip: true,
      filter: [],
    },
    {
      field: 'priority',
      header: fieldLabels.priority,
      width: PRIORITY,
      short: true,
      chip: true,
      quiet: ({ status }) => isOver('projects', status),
    },
    {
      field: 'estimated_cost',
      header: columnWords.budget,
      width: column(6.5, 11),
      short: true,
    },
  ],
  dates: [
    { field: 'start_date', label: filterNames.start },
    { field: 'estimated_completion_date', label: filterNames.completion, late: filterNames.overdue },
  ],
  amount: 'estimated_cost',
  headline: 'estimated_cost',
  Form: lazyPart(() => import('./project-form.tsx')),
  Facts: lazyPart(() => import('./project-facts.tsx')),
  paper: new LazyModule(() => import('./project-paper.tsx')),
  asksFor: ['amounts'],
  describeSaveError: describeProjectError,
});

export function describeProjectError(
  refusal: Pick<ServerRefusal, 'body'>,
  labelOf: LabelOf,
): readonly string[] {
  const message = messageOf(refusal.body) ?? failedToWords.save({ what: resourceSpecs.projects.label.noun });
  return [message, ...fieldLines(refusal.body, labelOf)];
}
