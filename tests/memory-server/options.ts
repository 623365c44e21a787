/** In what servers that keep the contract differ. All of it may change while the server runs. */
export interface ServerOptions {
  paging: 'page' | 'offset' | 'cursor' | 'bare';
  /** Rows on a page. */
  pageSize: number;
  /** The most rows that `page_size` may ask for; null where the server ignores it. */
  largestPage: number | null;
  /** Whether lists say how many rows there are. */
  counts: boolean;
  /** Whether lists come newest first, or in no order that means anything. */
  ordered: boolean;
  /** What it does with `ordering=-updated_at`: stock servers have to be told that lists may be ordered. */
  ordering: 'ignored' | 'honored' | 'refused';
  /** Whether a list shows only the rows that have the value that the query gives for a field. */
  filters: boolean;
  /** The origin that `next` names; a server behind a proxy names the wrong one. */
  nextOrigin: string;
  ids: 'integer' | 'uuid';
  /** Whether a refresh brings a new refresh token, and whether the old one is dead then. */
  rotation: 'none' | 'rotates' | 'blacklists';
  badToken: 401 | 403;
  /** `named` and `unnamed` access tokens are JSON Web Tokens; only the first say whose they are. */
  tokens: 'opaque' | 'named' | 'unnamed';
  decimals: 'own' | 'text';
  /** Whether a field that it does not know is an error. */
  strict: boolean;
  /** What it does about deleting a row that others refer to: a status that it answers, or it deletes those too. */
  protects: 409 | 400 | 500 | 'cascades';
  /** Whether several customers may have one e-mail. */
  sharedEmails: boolean;
  /** Whether an estimate's total is its own to work out, whatever is sent. */
  totals: boolean;
  /** Whether rows show when they were made and changed. */
  createdAt: boolean;
  /** Whether it has figures for the dashboard. */
  stats: boolean;
  /** Whether a version counts the changes of its row, or those of the whole company. */
  versions: 'row' | 'company';
  /** Changes on a page of the feed. */
  feedPage: number;
  /** Whether the feed tells of a row as often as it has changed, or only of its newest state. */
  feedRepeats: boolean;
  /** What it offers beyond the plain contract. */
  extensions: ReadonlySet<string>;
}

/** A stock Django REST Framework with SimpleJWT, behind no proxy. */
export const STOCK: Readonly<Omit<ServerOptions, 'nextOrigin'>> = {
  paging: 'page',
  pageSize: 20,
  largestPage: null,
  counts: true,
  ordered: true,
  ordering: 'ignored',
  filters: false,
  ids: 'integer',
  rotation: 'blacklists',
  badToken: 401,
  tokens: 'opaque',
  decimals: 'own',
  strict: false,
  protects: 409,
  sharedEmails: false,
  totals: false,
  createdAt: true,
  stats: true,
  versions: 'row',
  feedPage: 10,
  feedRepeats: false,
  extensions: new Set(),
};
