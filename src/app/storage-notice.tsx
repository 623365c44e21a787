import { Button } from '@mantine/core';
import type { StorageTrouble } from './storage-troubles.ts';
import css from './update-prompt.module.css';

export interface StorageNoticeProps {
  /** Null while there is none. */
  readonly trouble: StorageTrouble | null;
  /** The person has read that a decision was not saved. */
  readonly dismiss: () => void;
}

interface Props extends StorageNoticeProps {
  readonly reload: () => void;
}

/** Says over every screen what is wrong with the device's storage. It goes when the storage answers. */
export function StorageNotice({ trouble, dismiss, reload }: Props) {
  if (!trouble) return null;
  return (
    <div role="alert" data-no-print className={css['prompt']}>
      <p className={css['words']}>
        {trouble.notSaved && "This device's storage did not take what you decided. Please try again. "}
        {trouble.silent &&
          `This device's storage does not answer. Until it does, what you see may be old and saving may fail. ${
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

const ELSEWHERE = 'Another tab of this app is open: close it if this lasts.';
const ALONE = 'Reloading the page may help.';
