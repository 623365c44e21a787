import { useEffect, useState } from 'react';
import { type FoundDraft, findDraftThat } from '../../records/drafts/offered-drafts.ts';
import { useRecordServices } from '../../records/record-services.ts';

/**
 * Returns what was typed about a photo before its form was left unsaved. Undefined while it is read. Read before the
 * form opens: a phone shows its keyboard only if the field gets the focus at the press.
 * @param isEditing looks again once the form is closed
 */
export function usePhotoDraft(localId: string, isEditing: boolean): FoundDraft | null | undefined {
  const services = useRecordServices();
  const [found, setFound] = useState<{ readonly of: string; readonly draft: FoundDraft | null } | null>(null);
  useEffect(() => {
    let isOver = false;
    const end = (draft: FoundDraft | null): void => {
      if (!isOver) setFound({ of: localId, draft });
    };
    findDraftThat(services, (draft) => draft.resource === 'attachments' && draft.localId === localId).then(
      end,
      (error: unknown) => {
        services.log.error('the draft of a photo could not be read', error);
        end(null);
      },
    );
    return () => {
      isOver = true;
    };
    // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  }, [services, localId, isEditing]);
  return found?.of === localId ? found.draft : undefined;
}
