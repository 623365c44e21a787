import { auditWords, signingWords as words } from '../../words/papers.ts';
import { addItems, markItem, readChecklist } from '../day/checklist.ts';
import { addEntry, LOG, type Stamp } from '../day/entries.ts';
import { isTooLong } from '../day/notes-share.ts';
import { sameLabel } from '../day/text-blocks.ts';
import { documentHash, hashDigits } from './document-hash.ts';
import { knownFacts, type PaperContent, type PaperPart, picturesOf } from './paper-content.ts';
import { textPart } from './paper-parts.ts';
import { momentText } from './paper-texts.ts';
import { captionDigits } from './signed-texts.ts';

export const CAPACITIES = ['owner', 'tenant', 'agent'] as const;
export type Capacity = (typeof CAPACITIES)[number];

/** Why somebody else's word stands for a signature. */
export interface CannotSign {
  readonly reason: string;
  readonly witness: string;
}

export interface SigningDraft {
  /** Scrolled to the end, or said so. */
  readonly isRead: boolean;
  /** The box, which is not checked beforehand, and not asked of a person who cannot sign. */
  readonly isAgreed: boolean;
  readonly name: string;
  readonly capacity: Capacity | null;
  /** How many points each signature has. */
  readonly points: readonly number[];
  /** Null if the person signs. */
  readonly cannot: CannotSign | null;
}

/** Fewer are a dot or a slip. */
const POINTS_MIN = 8;

/** Returns sentences in the order of the screen. Empty: it can be signed. */
export function signingProblems(draft: SigningDraft, { consent }: Pick<PaperContent, 'consent'>): string[] {
  const { cannot, points } = draft;
  const count = consent?.signatures.length ?? 0;
  const signed = points.filter((some) => some >= POINTS_MIN).length;
  const checks: readonly (readonly [isMissing: boolean, sentence: string])[] = [
    [!draft.isRead, words.notRead],
    [draft.name.trim() === '', words.noName],
    [draft.capacity === null, words.noCapacity],
    [cannot === null && !draft.isAgreed, words.noConsent],
    [cannot === null && signed < count, words.noSignature],
    [cannot?.reason.trim() === '', words.noReason],
    [cannot?.witness.trim() === '', words.noWitness],
  ];
  return checks.flatMap(([isMissing, sentence]) => (isMissing ? [sentence] : []));
}

/** Who signed, and how that is known. The time is the device's. */
export interface Signing extends Stamp {
  readonly name: string;
  readonly capacity: Capacity;
  readonly cannot: CannotSign | null;
  /** The person of the company. */
  readonly presentedBy: string;
  /** In ms: how far the device's clock is ahead of the server's. Null if it is not known to be wrong. */
  readonly clockAhead: number | null;
  readonly device: string;
  readonly appVersion: string;
}

/** The last page, which is not part of the document that is hashed. */
export function auditPage(content: PaperContent, signing: Signing): PaperPart[] {
  const { cannot } = signing;
  const facts = knownFacts([
    [cannot ? auditWords.nameCannot : auditWords.name, signing.name],
    [auditWords.capacity, words[signing.capacity]],
    [auditWords.couldNotSign, cannot?.reason],
    [auditWords.witness, cannot?.witness],
    [cannot ? auditWords.recorded : auditWords.when, momentText(signing)],
    [auditWords.clock, clockText(signing.clockAhead)],
    [auditWords.presentedBy, signing.presentedBy],
    [auditWords.place, auditWords.noPlace],
    [auditWords.device, signing.device],
    [auditWords.version, signing.appVersion],
    [auditWords.hash, documentHash(content)],
  ]);
  const agreed = cannot ? '' : (content.consent?.sentence ?? '');
  return [
    { part: 'facts', heading: cannot ? auditWords.titleCannot : auditWords.title, facts },
    ...textPart(auditWords.agreed, agreed),
    ...textPart(auditWords.pictures, picturesOf(content).join('\n')),
  ];
}

/** In ms. Answers take a moment, so less says nothing. */
const CLOCK_EXACT_MS = 2000;

function clockText(ahead: number | null): string {
  if (ahead === null) return auditWords.clockUnknown;
  const seconds = Math.round(Math.max(Math.abs(ahead), CLOCK_EXACT_MS) / 1000);
  if (Math.abs(ahead) <= CLOCK_EXACT_MS) return auditWords.clockRight({ seconds });
  return ahead > 0 ? auditWords.clockFast({ seconds }) : auditWords.clockSlow({ seconds });
}

/** Ticks the document's item, and logs who signed what. Without a signature the item stays open, and the log says why. */
export function signedNotes(
  notes: string,
  content: PaperContent,
  signing: Pick<Signing, 'at' | 'offset' | 'presentedBy' | 'name' | 'cannot'>,
): string {
  const { at, offset, presentedBy: who, name, cannot } = signing;
  const document = content.title;
  const digits = hashDigits(documentHash(content));
  const text = cannot
    ? words.loggedWithout({ document, name, digits, ...cannot })
    : words.logged({ document, name, digits });
  const ticked = cannot ? notes : tickedNotes(notes, words.signed({ document }), { at, offset, who });
  return addEntry(ticked, LOG, { at, offset, who, text });
}

interface Voided {
  /** The document's name in the list. */
  readonly name: string;
  readonly caption: string;
  readonly reason: string;
}

/** Logs that a signed document no longer counts. */
export function voidedNotes(
  notes: string,
  { name: document, caption, reason }: Voided,
  stamp: Stamp & { readonly who: string },
): string {
  const digits = captionDigits(caption);
  const text = digits ? words.voided({ document, reason, digits }) : words.voidedAlone({ document, reason });
  return addEntry(notes, LOG, { ...stamp, text });
}

/** Asked before a person signs: a long name and the presenter's need room too. */
export function hasRoomToSign(notes: string, content: PaperContent): boolean {
  return !isTooLong(signedNotes(notes, content, LONG_SIGNING));
}

const LONG_SIGNING: Parameters<typeof signedNotes>[2] = {
  at: 0,
  offset: 0,
  name: 'x'.repeat(200),
  presentedBy: 'x'.repeat(100),
  cannot: null,
};

/** A tick that is there already stays: it is the earlier one. */
function tickedNotes(notes: string, item: string, stamp: Parameters<typeof markItem>[2]): string {
  const listed = addItems(notes, [item]);
  const isDone = readChecklist(listed).some(({ text, done }) => done && sameLabel(text, item));
  return isDone ? listed : markItem(listed, { text: item }, stamp);
}
