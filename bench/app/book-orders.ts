import type { BookSize } from './book.ts';
import type { LinkOptions } from './link.ts';

/** Messages to the book's process. Each is answered by a report of its kind. */
export type BookOrder =
  /** `app` and `plain` are the folders served on the two ports. */
  | { readonly kind: 'open'; readonly size: BookSize; readonly app: string; readonly plain: string }
  | { readonly kind: 'link'; readonly link: LinkOptions | null }
  | { readonly kind: 'seen' };

export type BookReport =
  | { readonly kind: 'open'; readonly app: string; readonly plain: string }
  | { readonly kind: 'link' }
  | { readonly kind: 'seen'; readonly requests: readonly SeenRequest[] };

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  /** In ms, by the server's clock. */
  readonly at: number;
}
