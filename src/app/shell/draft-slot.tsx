import { useState } from 'react';
import { useDraftCount } from '../../records/drafts/offered-drafts.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { DraftNotice } from '../lazy-screens.ts';

/** Where forms are offered that were left with text in them. Once there was one it stays: a form may be open in it. */
export function DraftSlot() {
  const count = useDraftCount() ?? 0;
  const [state, setState] = useState<'never' | 'wanted' | 'without'>('never');
  if (count > 0 && state === 'never') setState('wanted');
  return <LazySlot onClose={() => setState('without')}>{state === 'wanted' && <DraftNotice />}</LazySlot>;
}
