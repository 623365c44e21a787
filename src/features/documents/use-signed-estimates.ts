import { useMemo } from 'react';
import type { SignedEstimate } from '../../domain/papers/papers.ts';
import { readSignedBasis, type SignedBasis } from '../../domain/papers/signed-basis.ts';
import { readSignedCaption } from '../../domain/papers/signed-texts.ts';
import {
  type FileProblem,
  useBytes,
  useFileProblem,
  useSound,
  useWantedFile,
} from '../../records/use-photo-files.ts';
import { type PhotoParent, useDocumentsOf } from '../../records/use-photos.ts';
import type { RecordRow } from '../../records/use-records.ts';

export interface SignedFile extends SignedEstimate {
  readonly sha256: string;
  readonly size: number;
  readonly type: string;
}

/** By the local id of an estimate, the last document that was signed of it. Undefined until they are read. */
export function useSignedEstimates(
  estimates: readonly Pick<RecordRow<object>, 'localId' | 'serverId'>[],
): ReadonlyMap<string, SignedFile> | undefined {
  const parents = estimates.map(
    ({ localId, serverId }): PhotoParent => ({ resource: 'estimates', localId, serverId }),
  );
  const documents = useDocumentsOf(parents);
  return useMemo(() => {
    if (!documents) return undefined;
    const last = new Map<string, SignedFile>();
    for (const { parent, caption, takenAt, sha256, size, mediaType: type } of documents) {
      const signed = readSignedCaption(caption);
      const known = last.get(parent);
      if (signed && !(known && Date.parse(known.at) >= Date.parse(takenAt)))
        last.set(parent, { ...signed, at: takenAt, sha256, size, type });
    }
    return last;
  }, [documents]);
}

const NO_FILE = { sha256: '', size: 0, type: '' };

interface SignedReading {
  /** What the signed file states. Undefined until it is read and checked; null if nothing is signed, or for a problem. */
  readonly basis: SignedBasis | null | undefined;
  /** `unread`: the file is whole, but does not tell the app its total. */
  readonly problem: FileProblem | 'unread' | null;
}

export function useSignedBasis(signed: SignedFile | null): SignedReading {
  const { sha256, size, type } = signed ?? NO_FILE;
  const bytes = useBytes(signed && sha256);
  useWantedFile({ sha256, size, type }, signed !== null && bytes === null);
  const digits = signed?.digits ?? '';
  const basis = useMemo(() => bytes && readSignedBasis(bytes, digits), [bytes, digits]);
  // Asks for damaged bytes again. What can be read is proved by its digits.
  const isSound = useSound(signed && sha256, basis === null ? bytes : null);
  const known = useFileProblem(signed && sha256);
  if (!signed || basis) return { basis, problem: null };
  if (known === undefined || (bytes && isSound === undefined)) return { basis: undefined, problem: null };
  return { basis, problem: known ?? (isSound ? 'unread' : 'damaged') };
}
