import { Button } from '@mantine/core';
import type { StorageTrouble } from './storage-troubles.ts';
import css from './update-prompt.module.css';

interface Props {
  /** Null while the storage answers. */
  readonly trouble: StorageTrouble | null;
  readonly reload: () => void;
}

/** Says over every screen that the device's storage does not answer. It goes when the storage does. */
export function StorageNotice({ trouble, reload }: Props) {
  if (!trouble) return null;
  return (
    <div role="alert" data-no-print className={css['prompt']}>
      <p className={css['words']}>
        This device's storage does not answer. Until it does, what you see may be old and saving may fail.{' '}
        {trouble.elsewhere ? ELSEWHERE : ALONE}
      </p>
      <Button onClick={reload}>Reload</Button>
    </div>
  );
}

const ELSEWHERE = 'Another tab of this app is open: close it if this lasts.';
const ALONE = 'Reloading the page may help.';
