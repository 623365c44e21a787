import { Button } from '@mantine/core';
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Fields } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import type { ServerRefusal } from '../../outbox/mutation.ts';
import { useRecordServices } from '../../records/record-services.ts';
import type { RecordRow } from '../../records/use-records.ts';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { ErrorAlert, Notice } from '../../ui/feedback/notice.tsx';
import { useUnsavedInput } from '../../ui/fields/unsaved-input.ts';
import { commonWords } from '../../words/common.ts';
import { discardDraftWords, formWords, notKeptWords } from '../../words/form.ts';
import type { ResourceView } from '../resource-view.ts';
import css from './form-dialog.module.css';
import { DiscardQuestion } from './kept-draft.tsx';
import type { ResumedDraft } from './resumed-draft.ts';
import { type ResourceForm, useResourceForm } from './use-resource-form.ts';

export interface FormDialogProps {
  readonly view: ResourceView;
  /** Null for a new record. */
  readonly row: RecordRow<Fields> | null;
  /** The server's refusal of the change being corrected. */
  readonly refusal?: ServerRefusal | undefined;
  readonly initial?: Fields | undefined;
  /** Saving resolves a conflict of which the user has seen both sides. */
  readonly decides?: boolean;
  readonly resumed?: ResumedDraft;
  readonly note?: ReactNode;
  /** Default 'Create' or 'Update'. */
  readonly submit?: string;
  /** Skips this record when several are edited in turn. */
  readonly onSkip?: () => void;
  /** The dialog was opened from another dialog. */
  readonly above?: boolean;
  /** `saved` is the record's local id, or null if nothing was saved. */
  readonly onClose: (saved: string | null) => void;
}

/** Stays open if the server refuses the save. */
export function FormDialog(props: FormDialogProps) {
  const { view, row, note, onSkip, above = false } = props;
  const submitLabel = props.submit ?? (row ? formWords.update : formWords.create);
  const skipping = useRef(false);
  const form = useResourceForm({
    ...props,
    submit: submitLabel,
    onClose: (saved) => (saved === null && skipping.current ? onSkip?.() : props.onClose(saved)),
  });
  const [asking, setAsking] = useState(false);
  useUnsavedInput(form.dirty);
  const top = useProblemInSight(form);

  const { title, noun } = resourceSpecs[view.resource].label;

  function submit(event: FormEvent): void {
    event.preventDefault();
    // React bubbles the submit event of a dialog opened from this form.
    event.stopPropagation();
    void form.submit();
  }

  function leave(isSkip = false): void {
    if (form.saving) return;
    skipping.current = isSkip;
    if (form.dirty) setAsking(true);
    else void form.cancel();
  }

  return (
    <Dialog
      title={row ? formWords.edit({ title }) : formWords.addNew({ title })}
      size="medium"
      above={above}
      onClose={() => leave()}
    >
      <form ref={top} onSubmit={submit} noValidate autoComplete="off" className={css.form}>
        <Said form={form} note={note} />
        <div ref={focusRefused} className={css.fields}>
          <view.Form
            draft={form.draft}
            localId={form.localId}
            saved={row?.view ?? null}
            errors={form.errors}
            onChange={form.change}
          />
        </div>
        <FormButtons
          submit={submitLabel}
          saving={form.saving}
          onCancel={() => leave()}
          onSkip={onSkip && (() => leave(true))}
        />
      </form>
      {asking && (
        <DiscardQuestion
          words={discardedBy(form.refused, noun)}
          onKeep={() => setAsking(false)}
          onDiscard={() => void form.cancel()}
        />
      )}
    </Dialog>
  );
}

interface FormButtonsProps {
  readonly submit: string;
  readonly saving: boolean;
  readonly onCancel: () => void;
  readonly onSkip: (() => void) | undefined;
}

function FormButtons({ submit, saving, onCancel, onSkip }: FormButtonsProps) {
  return (
    <DialogButtons>
      <Button variant="default" onClick={onCancel} disabled={saving}>
        {commonWords.cancel}
      </Button>
      {onSkip && (
        <Button variant="default" onClick={onSkip} disabled={saving}>
          {formWords.skip}
        </Button>
      )}
      <Button type="submit" loading={saving}>
        {submit}
      </Button>
    </DialogButtons>
  );
}

function focusRefused(fields: HTMLDivElement | null): void {
  const refused = fields?.querySelector('[aria-invalid="true"]');
  if (!refused) return;
  fields?.querySelector('[data-autofocus]')?.removeAttribute('data-autofocus');
  refused.setAttribute('data-autofocus', 'true');
}

/** Scrolls to the message, which is far above the save button on a phone. Put the returned ref on the form. */
function useProblemInSight({ problem, errors }: ResourceForm): RefObject<HTMLFormElement | null> {
  const top = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problem.length > 0) top.current?.scrollIntoView({ block: 'start' });
    else if (Object.keys(errors).length > 0) {
      top.current?.querySelector('[aria-invalid="true"]')?.scrollIntoView({ block: 'center' });
    }
  }, [problem, errors]);
  return top;
}

function Said({ form, note }: { readonly form: ResourceForm; readonly note: ReactNode }) {
  const silent = useIsSilent();
  return (
    <>
      <ErrorAlert lines={silent && form.storing ? [formWords.notSavedYet] : form.problem} />
      {note && <div className={css.note}>{note}</div>}
      {form.trouble && (
        <div className={css.note}>
          <Notice tone="warning">{notKeptWords[form.trouble]}</Notice>
        </div>
      )}
    </>
  );
}

function useIsSilent(): boolean {
  const { storageHealth } = useRecordServices();
  return useSyncExternalStore(storageHealth.subscribe, storageHealth.getSnapshot) === 'silent';
}

/** A refused new record is in the list already, so discarding deletes it. */
function discardedBy(refused: ResourceForm['refused'], noun: string): string {
  if (refused === null) return discardDraftWords.notSaved;
  return refused === 'create' ? discardDraftWords.discardsCreate({ noun }) : discardDraftWords.discardsUpdate;
}
