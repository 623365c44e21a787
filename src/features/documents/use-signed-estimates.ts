import { useMemo } from 'react';
import type { SignedEstimate } from '../../domain/papers/papers.ts';
import { readSignedCaption } from '../../domain/papers/signed-texts.ts';
import { type PhotoParent, useDocumentsOf } from '../../records/use-photos.ts';
import type { RecordRow } from '../../records/use-records.ts';

/** By the local id of an estimate, the last document that was signed of it. Undefined until they are read. */
export function useSignedEstimates(
  estimates: readonly Pick<RecordRow<object>, 'localId' | 'serverId'>[],
): ReadonlyMap<string, SignedEstimate> | undefined {
  const parents = estimates.map(
    ({ localId, serverId }): PhotoParent => ({ resource: 'estimates', localId, serverId }),
  );
  const documents = useDocumentsOf(parents);
  return useMemo(() => {
    if (!documents) return undefined;
    const last = new Map<string, SignedEstimate>();
    for (const { parent, caption, takenAt } of documents) {
      const signed = readSignedCaption(caption);
      const known = last.get(parent);
      if (signed && !(known && Date.parse(known.at) >= Date.parse(takenAt)))
        last.set(parent, { ...signed, at: takenAt });
    }
    return last;
  }, [documents]);
}
