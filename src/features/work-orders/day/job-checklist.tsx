import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { useNow } from '../../../crud/use-now.ts';
import { linesBesideItems, readChecklist } from '../../../domain/day/checklist.ts';
import { readTemplates, USUAL_TEMPLATES } from '../../../domain/day/checklist-templates.ts';
import { readSigned } from '../../../domain/day/signed-stamp.ts';
import { localOffset } from '../../../domain/day/stamp.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { useSettings } from '../../../records/company-settings.ts';
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx';
import { OtherLines } from '../../../ui/text/facts.tsx';
import { jobWords } from '../../../words/job.ts';
import css from './job.module.css';
import { signedText } from './signed-text.ts';
import { useJobEdit } from './use-job-edit.ts';

interface Props {
  readonly localId: string;
  readonly record: WorkOrder;
}

/** What is to be checked off on a job; where there is nothing yet, the device's checklists can be added. */
export function JobChecklist({ localId, record }: Props) {
  const { busy, problem, mark, addChecklist } = useJobEdit(localId);
  const now = useNow();
  const settings = useSettings();
  const items = readChecklist(record.notes);
  const templates = settings ? readTemplates(settings.checklists || USUAL_TEMPLATES) : [];
  const others = linesBesideItems(record.notes);
  if (items.length === 0 && templates.length === 0 && others.length === 0) return null;
  return (
    <section aria-labelledby="job-checklist" className={css['part']}>
      <h2 id="job-checklist" className={css['title']}>
        {jobWords.checklist}
      </h2>
      {problem !== null && <ErrorAlert lines={[problem]} />}
      <ul className={css['items']}>
        {items.map((item) => (
          <li key={item.line}>
            <Checkbox
              size="md"
              classNames={{ body: css['item'] ?? '', labelWrapper: css['itemLabel'] ?? '' }}
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
        <div className={css['choices']}>
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

/** By whom and when, as a person would say it; what is written in no such form as it stands. */
function signed(by: string, now: number): string {
  const stamp = readSigned(by, localOffset);
  return stamp ? signedText(stamp, now) : by;
}
