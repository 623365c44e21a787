import { useSyncExternalStore } from 'react';
import { useRecordServices } from '../../records/record-services.ts';
import { ErrorAlert } from '../../ui/feedback/notice.tsx';
import { intakeWords } from '../../words/photo-screens.ts';
import { intakeOf } from './intake.ts';
import { UnsavedActions } from './unsaved-actions.tsx';

/**
 * What the user should know about photos of this page. What was not kept is said on every screen, until it is dismissed.
 * @param record the local id of the record whose photos are shown
 */
export function IntakeNotices({ record }: { readonly record: string }) {
  const { state } = intakeOf(useRecordServices());
  const { said, unkept, unsaved } = useSyncExternalStore(state.subscribe, state.getSnapshot);
  return (
    <>
      <ErrorAlert
        lines={unsaved > 0 ? [...unkept, intakeWords.unsaved({ count: unsaved })] : unkept}
        action={<UnsavedActions />}
      />
      <ErrorAlert
        lines={[...new Set(said.filter((one) => one.record === record).map(({ words }) => words))]}
      />
    </>
  );
}
