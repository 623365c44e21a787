import { lazyPart } from '../../ui/lazy-part.ts';

export const ResourceFormDialog = lazyPart(() => import('./resource-form-dialog.tsx'));
export const ResumedForm = lazyPart(async () => ({
  default: (await import('./resource-form-dialog.tsx')).ResumedForm,
}));
export const DeleteConfirm = lazyPart(() => import('./delete-confirm.tsx'));
