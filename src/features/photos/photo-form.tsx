import { Button, Textarea } from '@mantine/core';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useKeptDraft } from '../../crud/form/kept-draft.tsx';
import { resumeEdit } from '../../crud/form/resumed-draft.ts';
import type { Attachment } from '../../domain/attachment.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import { updateRecord } from '../../records/commands.ts';
import type { FoundDraft } from '../../records/drafts/offered-drafts.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { NotSavedError } from '../../records/save-transaction.ts';
import type { Photo } from '../../records/use-photos.ts';
import { ErrorAlert, Notice } from '../../ui/feedback/notice.tsx';
import { useUnsavedInput } from '../../ui/fields/unsaved-input.ts';
import { failedToWords } from '../../words/common.ts';
import { notKeptWords } from '../../words/form.ts';
import { photoNames, viewerWords } from '../../words/photo-screens.ts';
import { ChoiceFields } from './choice-fields.tsx';
import css from './viewer.module.css';

interface Props {
  /** Saves, and returns false if that failed. */
  readonly ref: Ref<() => Promise<boolean>>;
  readonly photo: Photo;
  /** Its record. Null if it is gone. */
  readonly row: { readonly view: object } | null;
  /** What was typed before the app was closed. */
  readonly left: FoundDraft | null;
  /** The photo was deleted elsewhere, so nothing can be saved. What was typed is still shown. */
  readonly isGone: boolean;
  readonly rooms: readonly string[];
  readonly onDone: () => void;
}

export function PhotoForm({ ref, photo, row, left, isGone, rooms, onDone }: Props) {
  const services = useRecordServices();
  const { localId } = photo;
  // Not the photo as it is now: a change by somebody else since would count as this user's.
  const [opened] = useState(() => fieldsOf(photo, row));
  const [resumed] = useState(() => (left ? resumeEdit(left.draft, opened) : undefined));
  const initial = resumed?.initial ?? opened;
  const kept = useKeptDraft({
    resource: 'attachments',
    saved: { localId, fields: initial },
    resumed,
    decides: false,
  });
  const [problem, setProblem] = useState<string | null>(null);
  const first = useRef<HTMLTextAreaElement>(null);
  const draft = kept.draft as unknown as Attachment;
  const said = isGone ? viewerWords.deletedMeanwhile : problem;
  useUnsavedInput(Object.keys(changed(initial, kept.draft)).length > 0);
  useEffect(() => first.current?.focus(), []);

  useImperativeHandle(ref, () => async () => {
    const changes = changed(initial, kept.latest());
    if (isGone || Object.keys(changes).length === 0) {
      kept.drop();
      return true;
    }
    const edit = { initial, draft: { ...initial, ...changes }, watch: false };
    try {
      await kept.store((draftId) => updateRecord(services, 'attachments', localId, { ...edit, draftId }));
      return true;
    } catch (error) {
      setProblem(
        error instanceof NotSavedError ? error.message : failedToWords.save({ what: photoNames.noun }),
      );
      return false;
    }
  });

  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        onDone();
      }}
    >
      <ErrorAlert lines={said === null ? [] : [said]} />
      {kept.trouble && <Notice tone="warning">{notKeptWords[kept.trouble]}</Notice>}
      <Textarea
        label={viewerWords.caption}
        ref={first}
        value={draft.caption}
        maxLength={2000}
        rows={2}
        onChange={(event) => kept.change({ caption: event.currentTarget.value })}
      />
      <ChoiceFields
        legend={viewerWords.editPhoto}
        choice={draft}
        rooms={rooms}
        onChange={({ room, label }) => kept.change({ room, label })}
      />
      <Button type="submit">{viewerWords.done}</Button>
    </form>
  );
}

function fieldsOf({ caption, room, label, name }: Photo, row: Props['row']): Fields {
  const view = row?.view ?? { caption, room, label, name };
  return specOf('attachments').readable(view as Fields);
}

/** Only what this user has changed, so that a change by somebody else stays. */
function changed(before: Fields, draft: Fields): Fields {
  const { caption, room, label } = draft as unknown as Attachment;
  const typed = { caption: caption.trim(), room: room.trim(), label };
  return Object.fromEntries(Object.entries(typed).filter(([field, value]) => value !== before[field]));
}
