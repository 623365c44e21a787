import { localOffset } from '../../../domain/day/entries.ts';
import { type Given, readVisit } from '../../../domain/drying/visit-draft.ts';
import { readText } from '../../../domain/field.ts';
import type { FoundDraft } from '../../../records/drafts/offered-drafts.ts';

/** Returns what a draft adds to the log. */
export function saidIn({ initial, fields }: Pick<FoundDraft['draft'], 'initial' | 'fields'>): Given[] {
  return readVisit(readText(initial['notes']), readText(fields['notes']), localOffset);
}
