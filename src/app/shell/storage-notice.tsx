import { Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useHasUnsavedInput } from '../../ui/fields/unsaved-input.ts';
import css from '../pwa/update-prompt.module.css';
import type { StorageTrouble } from './storage-troubles.ts';

export interface StorageNoticeProps {
  /** Null while there is none. */
  readonly trouble: StorageTrouble | null;
  /** Why the account's data can be used no longer, while a form with something in it is open over it. */
  readonly closed: string | null;
  /** The person has read that a decision was not saved. */
  readonly dismiss: () => void;
}

interface Props extends StorageNoticeProps {
  readonly reload: () => void;
}

/** Says over every screen what is wrong with the device's storage. It goes when the storage answers. */
export function StorageNotice({ trouble, closed, dismiss, reload }: Props) {
  const unsaved = useHasUnsavedInput();
  const reloads = trouble?.stale === true && !unsaved;
  const load = useEffectEvent(reload);
  useEffect(() => {
    if (reloads) load();
  }, [reloads]);
  if (closed !== null) {
    return (
      <div role="alert" data-no-print className={css['prompt']}>
        <p className={css['words']}>{`${closed} ${STILL_HERE}`}</p>
        <Button onClick={reload}>Reload</Button>
      </div>
    );
  }
  if (!trouble) return null;
  return (
    <div role="alert" data-no-print className={css['prompt']}>
      <p className={css['words']}>
        {trouble.notSaved && 'Your decision could not be saved on this device. Please try again. '}
        {trouble.stale &&
          'Part of this page stopped working while you were away. It reloads as soon as the open form is saved or closed. '}
        {trouble.silent &&
          `This device's storage does not answer. Until it does, what you see may be out of date and saving may fail. ${
            trouble.elsewhere ? ELSEWHERE : ALONE
          }`}
      </p>
      {trouble.notSaved && (
        <Button variant="default" onClick={dismiss}>
          Close
        </Button>
      )}
      {trouble.silent && <Button onClick={reload}>Reload</Button>}
    </div>
  );
}

const STILL_HERE = 'What you typed is still here, but can no longer be saved: copy what you need first.';
const ELSEWHERE = 'Another tab of this app is open: close it if this lasts.';
const ALONE = 'Reloading the page may help.';
