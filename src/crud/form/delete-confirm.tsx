import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Fields, ResourceName, ResourceSpec } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import { deleteRecord, RecordGoneError, updateRecord } from '../../records/commands.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { type Dependants, useDependants, useWaitingDependants } from '../../records/referring-records.ts';
import { useKeepsFiles } from '../../records/use-files-status.ts';
import { useAttachments } from '../../records/use-photos.ts';
import type { RecordRow } from '../../records/use-records.ts';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { ErrorAlert, Notice } from '../../ui/feedback/notice.tsx';
import { counted, listed } from '../../ui/text/format-values.tsx';
import { commonWords, failedToWords } from '../../words/common.ts';
import { deletionWords, habitWords } from '../../words/form.ts';
import { notSavedWords } from '../change-words.ts';
import { titleOf } from '../readable.ts';
import type { ResourceView } from '../resource-view.ts';
import css from './delete-confirm.module.css';

export interface DeleteConfirmProps {
  readonly view: ResourceView;
  readonly row: RecordRow<Fields>;
  readonly onClose: () => void;
  onDeleted?: (() => void) | undefined;
}

type Inactive = NonNullable<ResourceSpec<Fields>['inactive']>;

/** A lazy chunk. */
export default function DeleteConfirm({ view, row, onClose, onDeleted }: DeleteConfirmProps) {
  const services = useRecordServices();
  const [problem, setProblem] = useState<readonly string[]>([]);
  const waiting = useWaitingDependants(view.resource, row.localId);
  const dependants = useDependants(view.resource, row);
  const attached = useAttachments({ ...row, resource: view.resource });
  const keepsFiles = useKeepsFiles();
  const { label } = specOf(view.resource);
  const { inactive } = specOf(view.resource);
  const isKept = attached !== undefined && attached.documents > 0;
  const refuses = isKept || (dependants.habit === 'refuses' && dependants.onServer);
  const instead = refuses && inactive && row.view[inactive.field] !== inactive.value ? inactive : null;

  // If the server has dependants, it may refuse the deletion, so unsent ones are not deleted but sent first.
  const taken = dependants.onServer ? 0 : (waiting ?? 0);
  const confirm = taken ? deletionWords.deleteAll : commonWords.delete;

  async function remove(): Promise<void> {
    try {
      const agreed = { records: taken, attachments: attached?.photos ?? [] };
      const { localId, undo } = await deleteRecord(services, view.resource, row.localId, agreed);
      services.lastSave.set({ resource: view.resource, localId, kind: 'delete', undo });
    } catch (error) {
      // Already deleted, here or on the server.
      if (!(error instanceof RecordGoneError)) {
        return setProblem([notSavedWords(error, confirm, failedToWords.delete({ what: label.noun }))]);
      }
    }
    onClose();
    onDeleted?.();
  }

  async function setInactive({ field, value, label: called }: Inactive): Promise<void> {
    const initial = row.view;
    const edit = { initial, draft: { ...initial, [field]: value }, watch: false };
    try {
      const { localId, undo } = await updateRecord(services, view.resource, row.localId, edit);
      services.lastSave.set({ resource: view.resource, localId, kind: 'update', undo });
    } catch (error) {
      const button = deletionWords.setTo({ value: called });
      return setProblem([notSavedWords(error, button, failedToWords.save({ what: label.noun }))]);
    }
    onClose();
  }

  // Wait, so that the dialog does not change while the user reads.
  if (waiting === undefined || attached === undefined || keepsFiles === undefined) return null;
  const photos = attached.photos.length;
  const { documents } = attached;
  return (
    <Dialog title={deletionWords.title({ title: label.title })} size="small" onClose={onClose}>
      <ErrorAlert lines={problem} />
      {!isKept && <p className={css.question}>{deletionWords.question({ noun: label.noun })}</p>}
      <p className={css.name}>{titleOf(view.resource, row.view)}</p>
      {isKept ? (
        <p className={css.question}>{deletionWords.documents({ count: documents, noun: label.noun })}</p>
      ) : (
        <>
          {(keepsFiles || photos > 0) && (
            <p className={css.question}>{deletionWords.photos({ count: photos })}</p>
          )}
          <DependantsNotice
            resource={view.resource}
            dependants={dependants}
            photos={photos}
            waiting={taken}
          />
        </>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus={instead ? undefined : true}>
          {taken && !isKept ? deletionWords.keep : commonWords.cancel}
        </Button>
        {instead && (
          <Button data-autofocus onClick={() => void setInactive(instead)}>
            {deletionWords.setTo({ value: instead.label })}
          </Button>
        )}
        {!isKept && (
          <Button color="red.9" onClick={() => void remove()}>
            {confirm}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}

interface DependantsProps {
  readonly resource: ResourceName;
  readonly dependants: Dependants;
  readonly photos: number;
  readonly waiting: number;
}

function DependantsNotice({ resource, dependants, photos, waiting }: DependantsProps) {
  const { counts, onServer, habit } = dependants;
  if (counts.size === 0 && waiting === 0) return null;
  const { noun } = specOf(resource).label;
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const words = [...counts].map(([name, count]) => counted(count, specOf(name).label));
  return (
    <div className={css.dependants}>
      <Notice tone="warning">
        {total > 0 && <p>{deletionWords.referring({ count: total, records: listed(words), noun })}</p>}
        {onServer && <p>{saidOf(habit)}</p>}
        {waiting > 0 && (
          <p>{total + photos === 1 ? deletionWords.waitingOnly : deletionWords.waiting({ waiting })}</p>
        )}
      </Notice>
    </div>
  );
}

/** Never promises a server behavior that the app has not seen. */
function saidOf(habit: Dependants['habit']): string {
  switch (habit) {
    case 'refuses':
      return habitWords.refuses;
    case 'deletes':
      return habitWords.deletes;
    case 'unknown':
      return habitWords.unknown;
    default:
      return habit satisfies never;
  }
}
