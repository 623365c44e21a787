import { STOCK as OPTIONS, type ServerOptions } from '../../memory-server/options.ts';

export const EXTENSIONS = ['client-uid', 'if-match', 'changes', 'batch', 'refresh-grace'] as const;
/** `attachments` is only in programs with photos. */
export type Extension = (typeof EXTENSIONS)[number] | 'attachments';

/** Options that programs vary, and pass on to the server in memory unchanged. */
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

export interface ServerFeatures extends Varied {
  /** Access tokens name their user. */
  readonly claims: boolean;
  /** Answer to the deletion of a row that other rows refer to. */
  readonly protects: 409 | 400 | 500;
  /** With 'one', both users see the same rows. */
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

export function optionsOf({ claims, extensions, ...options }: ServerFeatures): ServerOptions {
  return {
    ...OPTIONS,
    ...options,
    largestPage: options.pageSize,
    // A server behind a proxy names an unknown host.
    nextOrigin: 'http://inside.test',
    tokens: claims ? 'named' : 'unnamed',
    // The app must tolerate a failing dashboard, versions with gaps, small pages, and repeated changes in the feed.
    stats: false,
    versions: 'company',
    feedPage: 3,
    feedRepeats: true,
    extensions: new Set(extensions),
  };
}
