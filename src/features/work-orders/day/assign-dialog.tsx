import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { isOnCrew, readJob } from '../../../domain/day/job.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { Dialog, DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { ErrorAlert } from '../../../ui/feedback/notice.tsx';
import { useUnsavedInput } from '../../../ui/fields/unsaved-input.ts';
import { jobWords } from '../../../words/jobs.ts';
import css from './job.module.css';
import { useKnownCrew } from './use-crew.ts';
import { type RefuseCrew, useJobEdit } from './use-job-edit.ts';

interface Props {
  readonly localId: string;
  readonly record: WorkOrder;
  readonly refuse?: RefuseCrew;
  readonly onClose: () => void;
}

export default function AssignDialog({ localId, record, refuse, onClose }: Props) {
  const { leftForms } = useRecordServices();
  const [left] = useState(() => leftForms.reopen('crew', (form) => form.localId === localId));
  // Not updated, because saving must not remove a person whom another tab has assigned.
  const [crew] = useState(() => left?.crew ?? readJob(record.notes).crew);
  const [chosen, setChosen] = useState<readonly string[]>(left?.chosen ?? crew);
  const [name, setName] = useState(left?.name ?? '');
  const { busy, problem, assign } = useJobEdit(localId);
  const known = useKnownCrew([...crew, ...chosen]);
  // A comma separates names, except in 'Lee, Ann' if Ann Lee is known.
  const typed = known.filter((one) => isOnCrew({ crew: [name] }, one));
  if (typed.length === 0) typed.push(...name.split(',').map((one) => one.trim()));
  const wanted = [...chosen, ...typed.filter((one) => one !== '' && !isOnCrew({ crew: chosen }, one))];
  const add = wanted.filter((one) => !isOnCrew({ crew }, one));
  const remove = crew.filter((one) => !isOnCrew({ crew: wanted }, one));
  const changed = add.length + remove.length > 0;
  const refused = refuse?.(record, { add, remove }) ?? null;
  const why = refused ?? problem;
  useUnsavedInput(changed);
  const leave = useEffectEvent(() =>
    changed ? ({ kind: 'crew', localId, crew, chosen, name } as const) : null,
  );
  useEffect(() => leftForms.add(() => leave()), [leftForms]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (refused !== null) return;
    if (!changed || (await assign({ add, remove }, refuse))) onClose();
  }

  return (
    <Dialog title={jobWords.assignTitle} size="small" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} className={css.form}>
        <ErrorAlert lines={why === null ? [] : [why]} />
        <ul className={css.items}>
          {known.map((member) => (
            <li key={member}>
              <Checkbox
                size="md"
                label={member}
                checked={isOnCrew({ crew: chosen }, member)}
                onChange={({ currentTarget }) =>
                  setChosen((now) =>
                    currentTarget.checked
                      ? [...now, member]
                      : now.filter((other) => !isOnCrew({ crew: [member] }, other)),
                  )
                }
              />
            </li>
          ))}
        </ul>
        <TextInput
          label={jobWords.name}
          autoComplete="off"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {record.status === 'pending' && wanted.length > 0 && <p role="status">{jobWords.becomesAssigned}</p>}
        <DialogButtons>
          <Button variant="default" disabled={busy} onClick={onClose}>
            {jobWords.cancel}
          </Button>
          <Button type="submit" disabled={busy}>
            {jobWords.save}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
