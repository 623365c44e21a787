import { lazyPart } from '../ui/lazy-part.ts';

/** Nobody opens a dialog, or has made anything, before the first row is on screen. */
export const ResourceFormDialog = lazyPart(() => import('./resource-form-dialog.tsx'));
export const MadeNotice = lazyPart(() => import('./made-notice.tsx'));
export const DeleteConfirm = lazyPart(() => import('./delete-confirm.tsx'));
