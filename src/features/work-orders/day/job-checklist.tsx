import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Progress.layer.css';
import { Button, Checkbox, Progress } from '@mantine/core';
import { readable, titleOf } from '../../../crud/readable.ts';
import { RecordCard } from '../../../crud/record/record-cards.tsx';
import type { FactsProps } from '../../../crud/resource-view.ts';
import { useNow } from '../../../crud/time.tsx';
import {
  type ChecklistItem,
  type ChecklistTemplate,
  likeliestTemplates,
  linesBesideItems,
  readChecklist,
  readTemplates,
  USUAL_TEMPLATES,
} from '../../../domain/day/checklist.ts';
import { localOffset, readSigned } from '../../../domain/day/entries.ts';
import { readJob } from '../../../domain/day/job.ts';
import { sameLabel } from '../../../domain/day/text-blocks.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { useSettings } from '../../../records/company-settings.ts';
import { useReferenced, useReferring } from '../../../records/use-records.ts';
import { MenuButton } from '../../../ui/feedback/menu-button.tsx';
import { ErrorAlert } from '../../../ui/feedback/notice.tsx';
import { ChevronDownIcon } from '../../../ui/icons.ts';
import { OtherLines } from '../../../ui/text/facts.tsx';
import { jobWords } from '../../../words/jobs.ts';
import css from './job.module.css';
import { signedText } from './job-steps.tsx';
import { useJobEdit } from './use-job-edit.ts';

export function JobChecklist({ localId, record }: FactsProps<WorkOrder>) {
  const { busy, problem, mark, addChecklist } = useJobEdit(localId);
  const settings = useSettings();
  const items = readChecklist(record.notes);
  const templates = settings ? readTemplates(settings.checklists || USUAL_TEMPLATES) : [];
  const others = linesBesideItems(record.notes);
  if (items.length === 0 && templates.length === 0 && others.length === 0) return null;
  return (
    <RecordCard>
      <section aria-labelledby="job-checklist" className={css.part}>
        <h2 id="job-checklist" className={css.title}>
          {jobWords.checklist}
        </h2>
        <ErrorAlert lines={problem === null ? [] : [problem]} />
        {items.length > 0 && (
          <Items items={items} busy={busy} onMark={(item, done) => void mark(item, done)} />
        )}
        <OtherLines lines={others} />
        {items.length === 0 && templates.length > 0 && (
          <AddChecklist
            record={record}
            templates={templates}
            busy={busy}
            onAdd={(listed) => void addChecklist(listed)}
          />
        )}
      </section>
    </RecordCard>
  );
}

interface ItemsProps {
  readonly items: readonly ChecklistItem[];
  readonly busy: boolean;
  readonly onMark: (item: ChecklistItem, done: boolean) => void;
}

function Items({ items, busy, onMark }: ItemsProps) {
  const now = useNow();
  const done = items.filter((item) => item.done).length;
  return (
    <>
      <div className={css.progress}>
        <Progress value={(done / items.length) * 100} color="var(--rc-green-fill)" aria-hidden />
        <span>{jobWords.itemsDone({ done, all: items.length })}</span>
      </div>
      <ul className={css.items}>
        {items.map((item) => (
          <li key={item.line}>
            <Checkbox
              size="md"
              label={item.text}
              description={signed(item.by, now)}
              checked={item.done}
              disabled={busy}
              onChange={({ currentTarget }) => onMark(item, currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Formats a name with a time. Returns any other text unchanged. */
function signed(by: string, now: number): string {
  const stamp = readSigned(by, localOffset);
  return stamp ? signedText(stamp, now) : by;
}

interface AddProps {
  readonly record: WorkOrder;
  readonly templates: readonly ChecklistTemplate[];
  readonly busy: boolean;
  readonly onAdd: (items: readonly string[]) => void;
}

function AddChecklist({ record, templates, busy, onAdd }: AddProps) {
  const types = useProjectTypes(record);
  return (
    <MenuButton
      label={jobWords.addChecklist}
      position="bottom-start"
      entries={likeliestTemplates(templates, types).map(({ name, items }) => ({
        key: name,
        label: name,
        onChoose: () => onAdd(items),
      }))}
    >
      {(opener) => (
        <Button
          variant="default"
          size="md"
          disabled={busy}
          rightSection={<ChevronDownIcon size={18} aria-hidden />}
          {...opener}
        >
          {jobWords.addChecklist}
        </Button>
      )}
    </MenuButton>
  );
}

const NO_CUSTOMER = { localId: '', serverId: undefined };

/** Returns the type of the job's project, or else the types of all the customer's projects. */
function useProjectTypes({ customer, notes }: WorkOrder): readonly string[] {
  const { row = NO_CUSTOMER } = useReferenced('customers', customer);
  const projects = useReferring('projects', 'customer', row).map(({ view }) => readable('projects', view));
  const { project } = readJob(notes);
  const own = projects.filter((fields) => sameLabel(titleOf('projects', fields), project));
  return (project === '' ? projects : own).map((fields) => String(fields['project_type']));
}
