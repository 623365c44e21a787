import { useMemo } from 'react';
import { useJobClaims } from '../../crud/job-claims.ts';
import { readable } from '../../crud/readable.ts';
import type { Row } from '../../crud/record/record-screen.tsx';
import { useToday } from '../../crud/time.tsx';
import { type Estimate, estimateSpec, issuedOn } from '../../domain/estimate.ts';
import { isForeignRow } from '../../domain/ids.ts';
import { toCents } from '../../domain/money.ts';
import { agreementOf } from '../../domain/papers/agreements.ts';
import { readItems } from '../../domain/papers/item-sums.ts';
import type { PaperContent } from '../../domain/papers/paper-content.ts';
import {
  authorizationPaper,
  type ChangeOnPaper,
  changeOrderPaper,
  completionPaper,
  estimatePaper,
  type SignedEstimate,
} from '../../domain/papers/papers.ts';
import type { SignedBasis } from '../../domain/papers/signed-basis.ts';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import type { WorkOrder } from '../../domain/work-order.ts';

import { usePaperSource } from './paper-source.ts';

export type DocumentKind = 'estimate' | 'changeOrder' | 'authorization' | 'completion';

const KINDS: Readonly<Partial<Record<ResourceName, readonly DocumentKind[]>>> = {
  estimates: ['estimate', 'changeOrder'],
  workOrders: ['authorization', 'completion'],
};

/** The documents that can be made of a record. */
export function documentKinds(resource: ResourceName): readonly DocumentKind[] {
  return KINDS[resource] ?? [];
}

export interface AgreedEstimate {
  readonly estimate: Estimate;
  /** The last document that was signed of it. */
  readonly signed: SignedEstimate | null;
  /** What that document states; null if its file is not on this device. */
  readonly basis: SignedBasis | null;
}

export interface Wanted {
  readonly resource: ResourceName;
  readonly row: Pick<Row, 'localId' | 'serverId' | 'view' | 'seen'>;
  readonly kind: DocumentKind;
  /** What a change order changes: an estimate that the customer agreed to. */
  readonly agreed: AgreedEstimate | null;
  /** Why the work changes. */
  readonly reason: string;
}

/**
 * Returns the document as it is now. Undefined until all its facts are known, such as both totals of a change order, and
 * until that order's estimate is chosen.
 */
export function usePaper({ resource, row, kind, agreed, reason }: Wanted): PaperContent | undefined {
  const today = useToday();
  const fields = useMemo(() => readable(resource, row.view), [resource, row.view]);
  const isOwn = !isForeignRow(row);
  const day = kind === 'estimate' ? (issuedOn(fields as Estimate, row.seen, isOwn) ?? '') : today;
  const customer = fields['customer'] as string | null;
  const source = usePaperSource({ customer, site: fields, day });
  const claim = useClaim(resource, fields);
  return useMemo(() => {
    if (!source) return undefined;
    const agreement = agreementOf(kind, source.settings);
    switch (kind) {
      case 'estimate':
        return estimatePaper(source, { estimate: fields as Estimate, agreement });
      case 'changeOrder': {
        const before = agreed && beforeOf(agreed);
        if (!before || totalOf(fields as Estimate) === null) return undefined;
        return changeOrderPaper(source, { estimate: fields as Estimate, before, reason, agreement });
      }
      case 'authorization':
        return authorizationPaper(source, { order: fields as WorkOrder, claim, agreement });
      case 'completion':
        return completionPaper(source, { order: fields as WorkOrder, claim, agreement });
      default:
        return kind satisfies never;
    }
  }, [source, fields, kind, agreed, reason, claim]);
}

/** What was signed stands, also if the estimate was changed since. Null while the total is not known. */
function beforeOf({ estimate, signed, basis }: AgreedEstimate): ChangeOnPaper['before'] | null {
  const total = basis ? basis.total : totalOf(estimate);
  if (total === null) return null;
  return {
    items: basis?.items ?? readItems(estimate.description),
    total,
    asSigned: basis === null ? 'nothing' : basis.items === null ? 'total' : 'all',
    estimate: nameOf(estimate),
    signed,
  };
}

/** 'EST-12 · Drywall' */
export function nameOf(estimate: Estimate): string {
  return [estimate.estimate_number.trim(), estimateSpec.title(estimate)].filter(Boolean).join(' · ');
}

/** In cents. Null while it is not known, as before the server has worked it out. */
export function totalOf({ total_amount: total }: Estimate): number | null {
  return typeof total === 'number' ? toCents(total) : null;
}

/** Only a claim that is this job's for sure. */
function useClaim(resource: ResourceName, fields: Fields): string {
  const isJob = resource === 'workOrders';
  const { customer, notes } = fields as WorkOrder;
  const { claims } = useJobClaims({ customer: isJob ? customer : null, notes: isJob ? notes : '' });
  const [claim] = claims;
  return claims.length === 1 && claim ? claim.description : '';
}
