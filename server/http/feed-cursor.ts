/**
 * How far a client has followed a company's changes: behind all of one number, or, where a page ended among those of one
 * number, behind one record of one kind. Opaque to clients.
 */
export interface FeedCursor {
  readonly epoch: string;
  readonly change: number;
  /** Place of the kind in the feed's order, and the record's id; null behind all of the number. */
  readonly within: { readonly kind: number; readonly id: number } | null;
}

const TEXT = /^([0-9a-f-]{36})\.(\d{1,15})(?:\.(\d{1,2})\.(\d{1,15}))?$/;

export function cursorText({ epoch, change, within }: FeedCursor): string {
  return [epoch, change, ...(within ? [within.kind, within.id] : [])].join('.');
}

/** Undefined where no server like this one can have given it. */
export function cursorOf(text: string): FeedCursor | undefined {
  const [, epoch, change, kind, id] = TEXT.exec(text) ?? [];
  if (epoch === undefined) return undefined;
  const within = kind === undefined ? null : { kind: Number(kind), id: Number(id) };
  return { epoch, change: Number(change), within };
}
