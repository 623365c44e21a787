import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { useNow } from '../../../crud/time.tsx';
import {
  linesBesideItems,
  readChecklist,
  readTemplates,
  USUAL_TEMPLATES,
} from '../../../domain/day/checklist.ts';
import { localOffset, readSigned } from '../../../domain/day/entries.ts';
import { STEPS } from '../../../domain/day/job.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { useSettings } from '../../../records/company-settings.ts';
import { ErrorAlert } from '../../../ui/feedback/notice.tsx';
import { OtherLines } from '../../../ui/text/facts.tsx';
import { jobWords } from '../../../words/jobs.ts';
import css from './job.module.css';
import { JobLog } from './job-log.tsx';
import { JobCrew, JobPeople } from './job-people.tsx';
import { NextStep, StepsTaken, signedText } from './job-steps.tsx';
import { useJobEdit } from './use-job-edit.ts';

interface Props {
  readonly localId: string;
  readonly record: WorkOrder;
}

/** The limit of our own server. Others may accept less. */
const LONGEST = 10_000;
const NEARLY = 0.8;

export function JobParts({ localId, record }: Props) {
  const share = record.notes.length / LONGEST;
  return (
    <div className={css.parts}>
      <NextStep localId={localId} record={record} />
      <StepsTaken notes={record.notes} steps={STEPS} />
      <JobCrew localId={localId} record={record} />
      <JobPeople record={record} />
      <JobChecklist localId={localId} record={record} />
      <JobLog localId={localId} record={record} />
      {share >= NEARLY && (
        <p role="status" className={css.full}>
          {jobWords.nearlyFull({ share: Math.round(share * 100) })}
        </p>
      )}
    </div>
  );
}

interface JobChecklistProps {
  readonly localId: string;
  readonly record: WorkOrder;
}

function JobChecklist({ localId, record }: JobChecklistProps) {
  const { busy, problem, mark, addChecklist } = useJobEdit(localId);
  const now = useNow();
  const settings = useSettings();
  const items = readChecklist(record.notes);
  const templates = settings ? readTemplates(settings.checklists || USUAL_TEMPLATES) : [];
  const others = linesBesideItems(record.notes);
  if (items.length === 0 && templates.length === 0 && others.length === 0) return null;
  return (
    <section aria-labelledby="job-checklist" className={css.part}>
      <h2 id="job-checklist" className={css.title}>
        {jobWords.checklist}
      </h2>
      {problem !== null && <ErrorAlert lines={[problem]} />}
      <ul className={css.items}>
        {items.map((item) => (
          <li key={item.line}>
            <Checkbox
              size="md"
              classNames={{ body: css.item, labelWrapper: css.itemLabel }}
              label={item.text}
              description={signed(item.by, now)}
              checked={item.done}
              disabled={busy}
              onChange={({ currentTarget }) => void mark(item, currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
      <OtherLines lines={others} />
      {items.length === 0 && (
        <div className={css.choices}>
          {templates.map(({ name, items: listed }) => (
            <Button
              key={name}
              variant="default"
              size="md"
              disabled={busy}
              onClick={() => void addChecklist(listed)}
            >
              {jobWords.addChecklist({ type: name })}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}

/** Returns other forms unchanged. */
function signed(by: string, now: number): string {
  const stamp = readSigned(by, localOffset);
  return stamp ? signedText(stamp, now) : by;
}
