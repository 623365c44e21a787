import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useRecordServices } from '../../records/record-services.ts';
import { intakeWords, lostPhotoWords } from '../../words/photo-screens.ts';
import { intakeOf } from './intake.ts';

/** For a notice about photos that were not kept: what to do with those that are still in memory, or *Dismiss*. */
export function UnsavedActions() {
  const { state, dismiss, tryAgain, giveUp } = intakeOf(useRecordServices());
  const { unsaved } = useSyncExternalStore(state.subscribe, state.getSnapshot);
  if (unsaved === 0)
    return (
      <Button variant="default" onClick={dismiss}>
        {lostPhotoWords.read}
      </Button>
    );
  return (
    <>
      <Button onClick={tryAgain}>{intakeWords.tryAgain}</Button>
      <Button variant="default" onClick={giveUp}>
        {intakeWords.giveUp}
      </Button>
    </>
  );
}
