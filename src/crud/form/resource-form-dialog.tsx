import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Fields } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import type { ServerRefusal } from '../../outbox/mutation.ts';
import { useRecordServices } from '../../records/records-context.ts';
import type { RecordRow } from '../../records/use-records.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { DialogButtons } from '../../ui/feedback/dialog-buttons.tsx';
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { useUnsavedInput } from '../../ui/fields/unsaved-input.ts';
import type { ResourceView } from '../resource-view.ts';
import type { BegunForm } from './begun-form.ts';
import { DiscardQuestion } from './discard-question.tsx';
import css from './resource-form-dialog.module.css';
import { type ResourceForm, useResourceForm } from './use-resource-form.ts';

export interface ResourceFormDialogProps {
  readonly view: ResourceView;
  /** The record to edit; null makes a new one. */
  readonly row: RecordRow<Fields> | null;
  /** What the server said to the change that is being mended. */
  readonly refusal?: ServerRefusal | undefined;
  /** What a new record begins with besides its defaults. */
  readonly initial?: Fields | undefined;
  /** Both sides of a conflict stood before the person: what is saved decides it. */
  readonly decides?: boolean;
  /** What was typed before and not saved: the form goes on with it. */
  readonly begun?: BegunForm;
  /** What to know while filling it in. */
  readonly note?: ReactNode;
  /** Opened from another dialog. */
  readonly above?: boolean;
  /** With the local id of what was saved; null when nothing was. */
  readonly onClose: (saved: string | null) => void;
}

const NOT_SAVED_YET =
  "This device's storage does not answer yet, so this is not saved yet. What you entered is still here.";

const NOT_KEPT = {
  full: 'This device is out of storage. What you type here is lost if the app closes before you save. Free some space, and it is kept again.',
  failed: "This device's storage does not keep what you type. It is lost if the app closes before you save.",
};

/** Adds or edits one record. Stays open while the server refuses what was saved. A lazy chunk. */
export default function ResourceFormDialog(props: ResourceFormDialogProps) {
  const { view, row, note, above = false } = props;
  const form = useResourceForm(props);
  const [asking, setAsking] = useState(false);
  const silent = useIsSilent();
  useUnsavedInput(form.dirty);
  const top = useRef<HTMLFormElement>(null);

  // On a phone the button is far below the words that say why it did not work.
  useEffect(() => {
    if (form.problem.length > 0) top.current?.scrollIntoView({ block: 'start' });
    else if (Object.keys(form.errors).length > 0) {
      top.current?.querySelector('[aria-invalid="true"]')?.scrollIntoView({ block: 'center' });
    }
  }, [form.problem, form.errors]);

  const { title } = resourceSpecs[view.resource].label;

  function submit(event: FormEvent): void {
    event.preventDefault();
    // A dialog that was opened from this one is inside it for React, and its form's submission as well.
    event.stopPropagation();
    void form.submit();
  }

  function leave(): void {
    if (form.saving) return;
    if (form.dirty) setAsking(true);
    else void form.cancel();
  }

  return (
    <Dialog title={row ? `Edit ${title}` : `Add New ${title}`} size="medium" above={above} onClose={leave}>
      <form ref={top} onSubmit={submit} noValidate autoComplete="off" className={css['form']}>
        <ErrorAlert lines={silent && form.storing ? [NOT_SAVED_YET] : form.problem} />
        {note && <div className={css['note']}>{note}</div>}
        {form.trouble && (
          <div className={css['note']}>
            <Notice tone="warning">{NOT_KEPT[form.trouble]}</Notice>
          </div>
        )}
        <div className={css['fields']}>
          <view.Form draft={form.draft} errors={form.errors} onChange={form.change} />
        </div>
        <DialogButtons>
          <Button variant="default" onClick={leave} disabled={form.saving}>
            Cancel
          </Button>
          <Button type="submit" loading={form.saving}>
            {row ? 'Update' : 'Create'}
          </Button>
        </DialogButtons>
      </form>
      {asking && (
        <DiscardQuestion
          words={discardWords(form.refused, resourceSpecs[view.resource].label.noun)}
          onKeep={() => setAsking(false)}
          onDiscard={() => void form.cancel()}
        />
      )}
    </Dialog>
  );
}

/** Whether the device's storage has left somebody without an answer for some seconds. */
function useIsSilent(): boolean {
  const { storageHealth } = useRecordServices();
  return useSyncExternalStore(storageHealth.subscribe, storageHealth.getSnapshot) === 'silent';
}

/** A refused record stands in the list already: it was saved, and discarding takes it away. */
function discardWords(refused: ResourceForm['refused'], noun: string): string {
  if (refused === null) return 'What you entered here has not been saved.';
  return refused === 'create'
    ? `The server refused this ${noun}, so it is on this device alone. Discarding takes it off the list.`
    : `The server refused this change, so it is on this device alone. Discarding undoes it.`;
}
