/** The optional extensions of the contract; their wire form is described in the project's documents. */
export const EXTENSIONS = ['client-uid', 'if-match', 'changes', 'batch', 'refresh-grace'] as const;
export type Extension = (typeof EXTENSIONS)[number];

/** In what stock servers differ from each other. */
export interface ServerFeatures {
  readonly paging: 'page' | 'offset' | 'cursor' | 'bare';
  readonly pageSize: number;
  /** Whether lists say how many rows there are. */
  readonly counts: boolean;
  /** Whether lists come newest first, or in no order that means anything. */
  readonly ordered: boolean;
  readonly ids: 'integer' | 'uuid';
  /** Whether a refresh brings a new refresh token, and whether the old one is dead then. */
  readonly rotation: 'none' | 'rotates' | 'blacklists';
  readonly badToken: 401 | 403;
  /** Whether access tokens name their user. */
  readonly claims: boolean;
  readonly decimals: 'own' | 'text';
  /** Whether a field that it does not know is an error. */
  readonly strict: boolean;
  /** What it answers to deleting a row that others refer to. */
  readonly protects: 409 | 400 | 500;
  /** Whether an estimate's total is its own to work out. */
  readonly totals: boolean;
  readonly createdAt: boolean;
  /** Whether the two users see the same rows. */
  readonly companies: 'one' | 'two';
  readonly extensions: readonly Extension[];
}

export const STOCK: ServerFeatures = {
  paging: 'page',
  pageSize: 20,
  counts: true,
  ordered: true,
  ids: 'integer',
  rotation: 'blacklists',
  badToken: 401,
  claims: true,
  decimals: 'own',
  strict: false,
  protects: 409,
  totals: false,
  createdAt: true,
  companies: 'one',
  extensions: [],
};
