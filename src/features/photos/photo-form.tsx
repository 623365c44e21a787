import { Button, Textarea } from '@mantine/core';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { editRecord } from '../../records/commands.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { NotSavedError } from '../../records/save-transaction.ts';
import type { Photo } from '../../records/use-photos.ts';
import { ErrorAlert } from '../../ui/feedback/notice.tsx';
import { useUnsavedInput } from '../../ui/fields/unsaved-input.ts';
import { failedToWords } from '../../words/common.ts';
import { photoNames, viewerWords } from '../../words/photo-screens.ts';
import { ChoiceFields } from './choice-fields.tsx';
import css from './viewer.module.css';

interface Props {
  /** Saves, and returns false if that failed. */
  readonly ref: Ref<() => Promise<boolean>>;
  readonly photo: Photo;
  /** The photo was deleted elsewhere, so nothing can be saved. What was typed is still shown. */
  readonly isGone: boolean;
  readonly rooms: readonly string[];
  readonly onDone: () => void;
}

export function PhotoForm({ ref, photo, isGone, rooms, onDone }: Props) {
  const services = useRecordServices();
  // Not the photo as it is now: a change by somebody else since would count as this user's.
  const [opened] = useState(photo);
  const [draft, setDraft] = useState(photo);
  const [problem, setProblem] = useState<string | null>(null);
  const first = useRef<HTMLTextAreaElement>(null);
  const changes = changed(opened, draft);
  const said = isGone ? viewerWords.deletedMeanwhile : problem;
  useUnsavedInput(Object.keys(changes).length > 0);
  useEffect(() => first.current?.focus(), []);

  useImperativeHandle(ref, () => async () => {
    if (isGone) return true;
    try {
      await editRecord(services, 'attachments', photo.localId, {
        change: (fields) => ({ ...fields, ...changes }),
      });
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
      <Textarea
        label={viewerWords.caption}
        ref={first}
        value={draft.caption}
        maxLength={2000}
        rows={2}
        onChange={(event) => setDraft({ ...draft, caption: event.currentTarget.value })}
      />
      <ChoiceFields
        legend={viewerWords.editPhoto}
        choice={draft}
        rooms={rooms}
        onChange={(choice) => setDraft({ ...draft, ...choice })}
      />
      <Button type="submit">{viewerWords.done}</Button>
    </form>
  );
}

/** Only what this user has changed, so that a change by somebody else stays. */
function changed(opened: Photo, draft: Photo): Partial<Pick<Photo, 'caption' | 'room' | 'label'>> {
  const [caption, room] = [draft.caption.trim(), draft.room.trim()];
  return {
    ...(caption !== opened.caption && { caption }),
    ...(room !== opened.room && { room }),
    ...(draft.label !== opened.label && { label: draft.label }),
  };
}
