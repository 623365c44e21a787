import { useMemo, useState } from 'react';
import { useNow } from '../../crud/time.tsx';
import type { SignedEstimate } from '../../domain/papers/papers.ts';
import { readSignedBasis, type SignedBasis } from '../../domain/papers/signed-basis.ts';
import { readSignedCaption } from '../../domain/papers/signed-texts.ts';
import { usePhotoList } from '../../records/photo-lists.ts';
import { useKeepsFiles } from '../../records/use-files-status.ts';
import {
  type FileProblem,
  useBytes,
  useFileProblem,
  useSound,
  useWantedFile,
} from '../../records/use-photo-files.ts';
import { type PhotoParent, useDocumentsOf } from '../../records/use-photos.ts';
import type { RecordRow } from '../../records/use-records.ts';
import { makeWords } from '../../words/make-documents.ts';

type Parent = Pick<RecordRow<object>, 'localId' | 'serverId'>;

export interface SignedFile extends SignedEstimate {
  readonly sha256: string;
  readonly size: number;
  readonly type: string;
}

/** By the local id of an estimate, the last document that was signed of it. Undefined until they are read. */
export function useSignedEstimates(
  estimates: readonly Parent[],
): ReadonlyMap<string, SignedFile> | undefined {
  const documents = useDocumentsOf(parentsOf(estimates));
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

function parentsOf(estimates: readonly Parent[]): PhotoParent[] {
  return estimates.map(({ localId, serverId }) => ({ resource: 'estimates', localId, serverId }));
}

/** Fetches once what was signed of these estimates. Returns a sentence until it is here, then null. */
export function useSignedListsNotice(estimates: readonly Parent[]): string | null {
  const keepsFiles = useKeepsFiles();
  const now = useNow();
  const [openedAt] = useState(now);
  const list = usePhotoList(keepsFiles ? parentsOf(estimates) : [], openedAt);
  if (!list) return null;
  if (list.error !== null || !list.isConnected) return makeWords.signedNotRead;
  return list.isBeingRead || list.readAt === null ? makeWords.readingSigned : null;
}

const NO_FILE = { sha256: '', size: 0, type: '' };

interface SignedReading {
  /** The content of the signed file; undefined until it is read; null if there is none that can be read. */
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
