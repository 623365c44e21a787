import { Button } from '@mantine/core';
import { useState } from 'react';
import css from './update-prompt.module.css';

export interface UpdateProps {
  /** A newer version is on the device and waits. */
  readonly ready: boolean;
  /** Starts the newer version: the page is loaded anew. */
  readonly apply: () => void;
}

/** Offers a newer version of the app. Nothing happens until the person agrees. */
export function UpdatePrompt({ ready, apply }: UpdateProps) {
  const [later, setLater] = useState(false);
  return (
    <div role="status">
      {ready && !later && (
        <div className={css['prompt']}>
          <p className={css['words']}>A new version of the app is ready.</p>
          <Button variant="default" onClick={() => setLater(true)}>
            Later
          </Button>
          <Button onClick={() => apply()}>Update</Button>
        </div>
      )}
    </div>
  );
}
