import { lazyPart } from '../../ui/lazy-part.ts';

export const DiscardConfirm = lazyPart(() => import('./discard-confirm.tsx'));
