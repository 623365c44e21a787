import { lazyPart } from '../../ui/lazy-part.ts';

/** Dialogs are heavy and nobody opens one before the first row is on screen. */
export const ResourceFormDialog = lazyPart(() => import('./offering-form-dialog.tsx'));
export const GoneOnForm = lazyPart(() => import('./gone-on-form.tsx'));
export const DeleteConfirm = lazyPart(() => import('./delete-confirm.tsx'));
