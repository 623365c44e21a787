/**
 * A client's place in the feed: it has read all changes up to a number or, if a page ended within the last of them, up
 * to one of its records. Opaque to clients.
 */
export interface FeedCursor {
  readonly epoch: string;
  readonly change: number;
  /** `kind` is an index in the feed's order. */
  readonly within: { readonly kind: number; readonly id: number } | null;
}

const TEXT = /^([0-9a-f-]{36})\.(\d{1,15})(?:\.(\d{1,2})\.(\d{1,15}))?$/;

export function cursorText({ epoch, change, within }: FeedCursor): string {
  return [epoch, change, ...(within ? [within.kind, within.id] : [])].join('.');
}

/** Returns undefined if no server of this kind can have issued the text. */
export function cursorOf(text: string): FeedCursor | undefined {
  const [, epoch, change, kind, id] = TEXT.exec(text) ?? [];
  if (epoch === undefined) return undefined;
  const within = kind === undefined ? null : { kind: Number(kind), id: Number(id) };
  return { epoch, change: Number(change), within };
}
