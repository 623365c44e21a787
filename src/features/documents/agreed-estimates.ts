import { useMemo } from 'react';
import { readable } from '../../crud/readable.ts';
import type { Row } from '../../crud/record/record-screen.tsx';
import type { Estimate } from '../../domain/estimate.ts';
import { fromCents } from '../../domain/money.ts';
import { useRecordList } from '../../records/use-records.ts';
import { formatMoney } from '../../ui/text/format-values.tsx';
import { signedFileProblems, makeWords as words } from '../../words/make-documents.ts';
import { documentWords } from '../../words/papers.ts';
import { type AgreedEstimate, nameOf, totalOf } from './use-paper.ts';
import {
  type SignedFile,
  useSignedBasis,
  useSignedEstimates,
  useSignedListsNotice,
} from './use-signed-estimates.ts';

export interface OfferedEstimate extends Pick<AgreedEstimate, 'estimate'> {
  readonly localId: string;
  readonly signed: SignedFile | null;
  /** The estimate of the change order itself, as it was signed. */
  readonly isOwn: boolean;
}

interface Offered {
  readonly offered: readonly OfferedEstimate[];
  /** Says that signed documents of other devices may be missing. */
  readonly reading: string | null;
}

/**
 * The estimates that a change order may begin with: the customer's others, and this one if it was signed. Signed ones
 * come first, the last signature first, then those that were accepted.
 */
export function useOfferedEstimates(row: Row, isWanted: boolean): Offered {
  const { rows } = useRecordList('estimates');
  const { localId: own } = row;
  const customer = row.view['customer'];
  const found = useMemo(
    () => rows.filter(({ localId, view }) => isWanted && (localId === own || view.customer === customer)),
    [rows, isWanted, own, customer],
  );
  const signed = useSignedEstimates(found);
  const reading = useSignedListsNotice(found);
  // The same objects while nothing changes: another one makes another PDF.
  const offered = useMemo(() => {
    if (!signed) return [];
    const all = found.map(({ localId, view }): OfferedEstimate => {
      const estimate = readable('estimates', view) as Estimate;
      return { localId, estimate, signed: signed.get(localId) ?? null, isOwn: localId === own };
    });
    const taken = all.filter(({ isOwn, signed: file }) => !isOwn || listsItems(file));
    return taken.sort((one, other) => signedAt(other) - signedAt(one) || accepted(other) - accepted(one));
  }, [found, signed, own]);
  return { offered, reading };
}

/** A change order lists only what it changes. */
function listsItems(signed: SignedFile | null): boolean {
  return signed !== null && signed.document !== documentWords.changeOrder;
}

function signedAt({ signed }: OfferedEstimate): number {
  return signed ? Date.parse(signed.at) : 0;
}

function accepted({ estimate }: OfferedEstimate): number {
  return estimate.status === 'accepted' ? 1 : 0;
}

/** What the customer signed last, as the first choice; '' if nothing was signed. */
export function lastSignedOf([first]: readonly OfferedEstimate[]): string {
  return first?.signed ? first.localId : '';
}

export function labelOf({ estimate, signed, isOwn }: OfferedEstimate): string {
  const cents = totalOf(estimate);
  const name = nameOf(estimate);
  if (isOwn) return words.ownSigned({ name });
  const label =
    cents === null
      ? words.otherWithoutTotal({ name })
      : words.other({ name, total: formatMoney(fromCents(cents)) });
  return signed ? words.otherSigned({ label }) : label;
}

interface Agreed {
  /** Null until it is read, and if a change order cannot begin with it. */
  readonly agreed: AgreedEstimate | null;
  readonly notice: string | null;
}

export function useAgreed(chosen: OfferedEstimate | null): Agreed {
  const { basis, problem } = useSignedBasis(chosen?.signed ?? null);
  return useMemo(() => {
    if (!chosen || basis === undefined) return { agreed: null, notice: null };
    const { estimate, signed, isOwn } = chosen;
    const why = signedFileProblems[problem ?? 'unread'];
    if (isOwn && !basis?.items) return { agreed: null, notice: `${why} ${words.ownUnknown}` };
    const isUnread = signed !== null && basis === null;
    return { agreed: { estimate, signed, basis }, notice: isUnread ? `${why} ${words.othersAsNow}` : null };
  }, [chosen, basis, problem]);
}
