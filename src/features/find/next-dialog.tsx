import type { ComponentType } from 'react';
import { useNavigate } from 'react-router-dom';
import { ResourceFormDialog } from '../../crud/form/lazy-dialogs.ts';
import { recordPath } from '../../crud/record-link.tsx';
import type { ImportDialogProps, ResourceView } from '../../crud/resource-view.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';

/** A dialog that takes the place of Find. */
export type NextDialog =
  | { readonly kind: 'form'; readonly view: ResourceView; readonly initial?: Fields }
  | { readonly kind: 'import'; readonly Dialog: ComponentType<ImportDialogProps> };

interface Props {
  readonly next: NextDialog;
  readonly onClose: () => void;
}

export function Next({ next, onClose }: Props) {
  const navigate = useNavigate();
  if (next.kind === 'import') {
    return (
      <LazySlot onClose={onClose}>
        <next.Dialog going={null} onClose={onClose} />
      </LazySlot>
    );
  }
  const { view, initial } = next;
  const close = (saved: string | null): void => {
    onClose();
    if (saved !== null) void navigate(recordPath(view.path, { localId: saved, serverId: undefined }));
  };
  return (
    <LazySlot onClose={onClose}>
      <ResourceFormDialog view={view} row={null} {...(initial && { initial })} onClose={close} />
    </LazySlot>
  );
}
