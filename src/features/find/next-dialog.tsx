import type { ComponentType } from 'react';
import { useNavigate } from 'react-router-dom';
import { ResourceFormDialog } from '../../crud/form/lazy-dialogs.ts';
import { recordPath } from '../../crud/record-link.tsx';
import type { ImportDialogProps, ResourceView } from '../../crud/resource-view.ts';
import { StatusQuestion } from '../../crud/status-question.tsx';
import { useTap } from '../../crud/use-tap.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { ErrorAlert } from '../../ui/feedback/notice.tsx';
import { findActionWords } from '../../words/find.ts';

/** A dialog that takes the place of Find. */
export type NextDialog =
  | { readonly kind: 'form'; readonly view: ResourceView; readonly initial?: Fields }
  | { readonly kind: 'import'; readonly Dialog: ComponentType<ImportDialogProps> }
  | StatusNext;

/** A status that its kind of record may ask about first. */
interface StatusNext {
  readonly kind: 'status';
  readonly view: ResourceView;
  readonly localId: string;
  /** The result of `readable`. */
  readonly fields: Fields;
  readonly status: string;
}

interface Props {
  readonly next: NextDialog;
  readonly onClose: () => void;
}

interface StatusChangeProps {
  readonly next: StatusNext;
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
  if (next.kind === 'status') return <StatusChange next={next} onClose={onClose} />;
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

function StatusChange({ next: { view, localId, fields, status }, onClose }: StatusChangeProps) {
  const { problem, tap } = useTap(view.resource, localId);
  const save = async (): Promise<void> => {
    if (await tap(() => (now) => ({ ...now, status }))) onClose();
  };
  if (problem !== null) {
    return (
      <Dialog title={findActionWords.changeStatus} size="small" onClose={onClose}>
        <ErrorAlert lines={[problem]} />
      </Dialog>
    );
  }
  return <StatusQuestion view={view} isAsked fields={fields} onBack={onClose} onGoOn={() => void save()} />;
}
