import { ResourceFormDialog } from '../../../crud/form/lazy-dialogs.ts';
import { useResourceView } from '../../../crud/resource-view.ts';
import type { Fields, ResourceName } from '../../../domain/resource-spec.ts';
import { LazySlot } from '../../../ui/feedback/lazy-slot.tsx';

/** A new record, filled in. */
export interface PushForm {
  readonly resource: ResourceName;
  readonly initial: Fields;
}

interface Props {
  readonly form: PushForm | null;
  readonly onClose: () => void;
}

/** Belongs above the list: what is saved, or arrives meanwhile, removes the item whose button opened the form. */
export function PushFormSlot({ form, onClose }: Props) {
  return <LazySlot onClose={onClose}>{form && <OpenForm form={form} onClose={onClose} />}</LazySlot>;
}

function OpenForm({ form: { resource, initial }, onClose }: { form: PushForm; onClose: () => void }) {
  const view = useResourceView(resource);
  return <ResourceFormDialog view={view} row={null} initial={initial} onClose={onClose} />;
}
