import { lazyPart } from '../../ui/lazy-part.ts';

/** What nobody opens before the first row is on the screen. */
export const ListTools = lazyPart(() => import('../list/list-tools.tsx'));
/** Dialogs are heavy and nobody opens one before the first row is on screen. */
export const ResourceFormDialog = lazyPart(() => import('./offering-form-dialog.tsx'));
export const GoneOnForm = lazyPart(() => import('./gone-on-form.tsx'));
export const PrintDialog = lazyPart(() => import('../paper/print-dialog.tsx'));
export const DeleteConfirm = lazyPart(() => import('./delete-confirm.tsx'));
