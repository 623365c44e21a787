import { STOCK as OPTIONS, type ServerOptions } from '../../memory-server/options.ts';

/** The optional extensions that are simulated. */
export const EXTENSIONS = ['client-uid', 'if-match', 'changes', 'batch', 'refresh-grace'] as const;
export type Extension = (typeof EXTENSIONS)[number];

/** The options of the server in memory that programs vary as they are. */
const VARIED = [
  'paging',
  'pageSize',
  'counts',
  'ordered',
  'ids',
  'rotation',
  'badToken',
  'decimals',
  'strict',
  'totals',
  'createdAt',
] as const;
type Varied = Readonly<Pick<ServerOptions, (typeof VARIED)[number]>>;

/** In what the servers of programs differ from each other. */
export interface ServerFeatures extends Varied {
  /** Whether access tokens name their user. */
  readonly claims: boolean;
  /** What it answers to deleting a row that others refer to. */
  readonly protects: 409 | 400 | 500;
  /** Whether the two users see the same rows. */
  readonly companies: 'one' | 'two';
  readonly extensions: readonly Extension[];
}

export const STOCK: ServerFeatures = {
  ...(Object.fromEntries(VARIED.map((name) => [name, OPTIONS[name]])) as Varied),
  protects: 409,
  claims: true,
  companies: 'one',
  extensions: [],
};

/** The options of the server in memory that has these features. */
export function optionsOf({ claims, extensions, ...options }: ServerFeatures): ServerOptions {
  return {
    ...OPTIONS,
    ...options,
    largestPage: options.pageSize,
    // A server behind a proxy names a host that nobody else knows.
    nextOrigin: 'http://inside.test',
    tokens: claims ? 'named' : 'unnamed',
    // The app must bear a dashboard that fails, versions with gaps, small pages, and a change that is told of twice.
    stats: false,
    versions: 'company',
    feedPage: 3,
    feedRepeats: true,
    extensions: new Set(extensions),
  };
}
