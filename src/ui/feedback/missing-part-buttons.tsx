import { Button } from '@mantine/core';
import { missingPartWords } from '../../words/frame.ts';
import { needsReload } from '../lazy-module.ts';

interface Props {
  readonly onRetry: () => void;
  /** The browser asks first while a form has something in it (`useUnsavedInput`). */
  readonly reload: () => void;
}

/** Offered where a part of the app could not be loaded. A missing style sheet needs a reload if the server has a newer build. */
export function MissingPartButtons({ onRetry, reload }: Props) {
  return (
    <>
      {!needsReload() && (
        <Button variant="default" onClick={onRetry}>
          {missingPartWords.again}
        </Button>
      )}
      <Button onClick={() => reload()}>{missingPartWords.reload}</Button>
    </>
  );
}
