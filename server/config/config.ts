import { z } from 'zod';
import { EXTENSIONS, type Extensions } from './extensions.ts';
import { readTrustProxy, type TrustProxy } from './trust-proxy.ts';
import { isWeakSecret } from './weak-secret.ts';

/** Holds files instead of the data folder. */
export interface S3Bucket {
  /** With the bucket: https://s3.us-east-1.amazonaws.com/photos */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const positive = (what: string, most: number) => {
  const error = `must be a number of ${what} greater than 0 and at most ${most}`;
  return z.coerce.number({ error }).positive({ error }).max(most, { error });
};

/**
 * A timer closes each event stream after an access token's lifetime. Node's timers take at most 2^31 - 1 ms, which
 * is 24.8 days.
 */
const MOST_MINUTES = 24 * 24 * 60;
const MOST_DAYS = 3_650;

const ORIGINS = 'must be origins such as https://crm.example.com, separated by spaces';

/** As browsers write them: lowercase, without a path or the default port. */
const exactOrigins = z
  .string()
  .refine((text) => !text.includes('*'), {
    error: `${ORIGINS}; a wildcard would let every site in`,
    abort: true,
  })
  .transform((text) => text.trim().split(/\s+/))
  .refine((origins) => origins.every(isExactOrigin), { error: ORIGINS });

function isExactOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

const limitOf = (what: string) => {
  const error = `must be a whole number of ${what}, or 0 for no limit`;
  return z.coerce.number({ error }).int({ error }).min(0, { error });
};

const PORT = 'must be a port number, 0 to 65535';
const portNumber = z.coerce
  .number({ error: PORT })
  .int({ error: PORT })
  .min(0, { error: PORT })
  .max(65_535, { error: PORT });

const DELAY = 'must be a number of seconds from 0 to 300';

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgres:// or postgresql://' });

const POLL = 'must be a number of seconds from 0.1 to 60';

const schema = z.object({
  PORT: portNumber.default(8080),
  HOST: z.string().default('127.0.0.1'),
  TLS_CERT_FILE: z.string().optional(),
  TLS_KEY_FILE: z.string().optional(),
  TRUST_PROXY: z
    .string()
    .transform((text, context) => {
      const read = readTrustProxy(text);
      if (!('fault' in read)) return read;
      context.addIssue(read.fault);
      return z.NEVER;
    })
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresUrl.optional(),
  LISTEN_URL: postgresUrl.optional(),
  CHANGE_SIGNAL: z.enum(['notify', 'poll'], { error: 'must be notify or poll' }).default('notify'),
  CHANGE_POLL_SECONDS: z.coerce
    .number({ error: POLL })
    .min(0.1, { error: POLL })
    .max(60, { error: POLL })
    .default(1),
  STATIC_DIR: z.string().default('dist'),
  CONNECT_ORIGINS: z
    .string()
    .regex(/^https?:\/\/[^\s/;,']+(\s+https?:\/\/[^\s/;,']+)*$/, {
      error: 'must be origins such as https://api.example.com, separated by spaces',
    })
    .optional(),
  CORS_ORIGINS: exactOrigins.optional(),
  EXTENSIONS: z
    .string()
    .regex(/^[a-z-]+([\s,]+[a-z-]+)*$/, { error: 'must be all, none, or names separated by commas' })
    .default('all'),
  SEED: z.enum(['demo', 'none'], { error: 'must be demo or none' }).optional(),
  ACCESS_TOKEN_MINUTES: positive('minutes', MOST_MINUTES).default(15),
  REFRESH_TOKEN_DAYS: positive('days', MOST_DAYS).default(30),
  SESSION_DAYS: positive('days', MOST_DAYS).default(90),
  FILES_MAX_GB: limitOf('gigabytes').default(0),
  FILES_S3_URL: z
    .string()
    .regex(/^https?:\/\/[^\s/]+\/[^\s/?#]+\/?$/, {
      error: 'must be the address of a bucket such as https://s3.us-east-1.amazonaws.com/photos',
    })
    .optional(),
  FILES_S3_REGION: z.string().default('us-east-1'),
  FILES_S3_ACCESS_KEY_ID: z.string().optional(),
  FILES_S3_SECRET_ACCESS_KEY: z.string().optional(),
  RATE_LIMIT_PER_MINUTE: limitOf('requests').default(6_000),
  EVENT_STREAMS_PER_USER: limitOf('streams').default(50),
  MAX_CONNECTIONS: limitOf('connections').default(10_000),
  MAX_CONNECTIONS_PER_ADDRESS: limitOf('connections').default(1_000),
  JWT_SECRET: z
    .string()
    .min(32, { error: 'must have 32 characters or more' })
    .refine((secret) => !isWeakSecret(secret), {
      error: 'is too easy to guess: generate one with "openssl rand -base64 48" and copy the output',
    })
    .optional(),
  PUBLIC_ORIGIN: z
    .string()
    .refine(isExactOrigin, { error: 'must be an origin such as https://crm.example.com, without a path' })
    .optional(),
  API_DOCS: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
  SHUTDOWN_DELAY_SECONDS: z.coerce
    .number({ error: DELAY })
    .min(0, { error: DELAY })
    .max(300, { error: DELAY })
    .default(0),
  METRICS_PORT: portNumber.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
});

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  readonly trustProxy: TrustProxy;
  readonly dataDir: string;
  /** If undefined, the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Where to LISTEN, if not at `databaseUrl`. */
  readonly listenUrl: string | undefined;
  readonly changeSignal: ChangeSignal;
  readonly staticDir: string;
  /** Origins that the served app may call. */
  readonly connectOrigins: readonly string[];
  /** Origins whose pages may call the API. */
  readonly corsOrigins: readonly string[];
  readonly extensions: Extensions;
  /** 'demo' by default only on this machine, because the demo's password is public. */
  readonly seed: 'demo' | 'none';
  readonly accessTokenSeconds: number;
  readonly refreshTokenSeconds: number;
  readonly sessionSeconds: number;
  /** Per user, or per address while signed out. 0 means no limit. */
  readonly rateLimitPerMinute: number;
  readonly streamsPerUser: number;
  /** Limits the files of one company. 0 means no limit. */
  readonly fileBytes: number;
  /** If undefined, files are in `dataDir`. */
  readonly bucket: S3Bucket | undefined;
  /** Concurrent. 0 means no limit. */
  readonly connections: { readonly connections: number; readonly connectionsPerAddress: number };
  readonly jwtSecret: string | undefined;
  readonly publicOrigin: string | undefined;
  readonly apiDocs: boolean;
  readonly shutdownDelayMs: number;
  readonly metrics: { readonly port: number; readonly host: string } | undefined;
  readonly logLevel: string;
}

/** Error messages never repeat their values, which are passwords or contain them. */
const SECRETS: readonly string[] = [
  'JWT_SECRET',
  'DATABASE_URL',
  'LISTEN_URL',
  'FILES_S3_ACCESS_KEY_ID',
  'FILES_S3_SECRET_ACCESS_KEY',
];

export const VARIABLES: readonly string[] = Object.keys(schema.shape);

/** `.env.example` explains the variables. A blank variable counts as unset. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const values = valuesIn(set);
  const { TLS_CERT_FILE: cert, TLS_KEY_FILE: key } = values;
  const reach = {
    host: values.HOST,
    tls: cert !== undefined && key !== undefined ? { cert, key } : undefined,
    trustProxy: values.TRUST_PROXY,
    databaseUrl: values.DATABASE_URL,
  };
  const isDemo = whyBeyondTheDemo(reach) === undefined;
  return {
    ...reach,
    port: values.PORT,
    dataDir: values.DATA_DIR,
    listenUrl: values.LISTEN_URL,
    changeSignal: { kind: values.CHANGE_SIGNAL, pollMs: values.CHANGE_POLL_SECONDS * 1_000 },
    staticDir: values.STATIC_DIR,
    connectOrigins: values.CONNECT_ORIGINS?.split(/\s+/) ?? [],
    corsOrigins: values.CORS_ORIGINS ?? [],
    extensions: extensionsIn(values.EXTENSIONS),
    seed: values.SEED ?? (isDemo ? 'demo' : 'none'),
    accessTokenSeconds: Math.ceil(values.ACCESS_TOKEN_MINUTES * 60),
    refreshTokenSeconds: Math.ceil(values.REFRESH_TOKEN_DAYS * 86_400),
    sessionSeconds: Math.ceil(values.SESSION_DAYS * 86_400),
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    streamsPerUser: values.EVENT_STREAMS_PER_USER,
    fileBytes: values.FILES_MAX_GB * 1e9,
    bucket: bucketIn(values),
    connections: {
      connections: values.MAX_CONNECTIONS,
      // Behind a proxy, all connections come from its address. The proxy must count them itself.
      connectionsPerAddress: values.TRUST_PROXY === undefined ? values.MAX_CONNECTIONS_PER_ADDRESS : 0,
    },
    jwtSecret: values.JWT_SECRET,
    publicOrigin: values.PUBLIC_ORIGIN,
    apiDocs: values.API_DOCS === undefined ? isDemo : values.API_DOCS === 'on',
    shutdownDelayMs: values.SHUTDOWN_DELAY_SECONDS * 1_000,
    metrics:
      values.METRICS_PORT === undefined
        ? undefined
        : { port: values.METRICS_PORT, host: values.METRICS_HOST },
    logLevel: values.LOG_LEVEL,
  };
}

type Values = z.output<typeof schema>;

function valuesIn(set: NodeJS.ProcessEnv): Values {
  const { data: values, error } = schema.safeParse(set);
  if (error) {
    const lines = error.issues.map((issue) => {
      const name = issue.path.join('.');
      return `${name} ${issue.message}${SECRETS.includes(name) ? '' : ` (it is "${set[name] ?? ''}")`}`;
    });
    throw new ConfigError(lines.join('\n'));
  }
  const { TLS_CERT_FILE: cert, TLS_KEY_FILE: key } = values;
  if ((cert === undefined) !== (key === undefined)) {
    const [missing, given] = cert === undefined ? ['CERT', 'KEY'] : ['KEY', 'CERT'];
    throw new ConfigError(`TLS_${missing}_FILE is missing: HTTPS needs it as well as TLS_${given}_FILE`);
  }
  if (values.LISTEN_URL !== undefined && values.DATABASE_URL === undefined) {
    throw new ConfigError('LISTEN_URL is set but DATABASE_URL is not: there is no PostgreSQL to listen to');
  }
  return values;
}

function bucketIn(values: Values): S3Bucket | undefined {
  const { FILES_S3_URL: url, FILES_S3_ACCESS_KEY_ID: accessKeyId } = values;
  const { FILES_S3_REGION: region, FILES_S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (url !== undefined && accessKeyId !== undefined && secretAccessKey !== undefined) {
    return { url, region, accessKeyId, secretAccessKey };
  }
  if (url === undefined && accessKeyId === undefined && secretAccessKey === undefined) return undefined;
  throw new ConfigError(
    'FILES_S3_URL, FILES_S3_ACCESS_KEY_ID and FILES_S3_SECRET_ACCESS_KEY belong together: set all three or none',
  );
}

function extensionsIn(text: string): Extensions {
  if (text === 'none') return new Set();
  if (text === 'all') return new Set(EXTENSIONS);
  const names = text.split(/[\s,]+/);
  const known = EXTENSIONS.filter((extension) => names.includes(extension));
  const unknown = names.filter((name) => !known.some((extension) => extension === name));
  if (unknown.length > 0) {
    throw new ConfigError(
      `EXTENSIONS must be all, none, or some of ${EXTENSIONS.join(', ')} (it names "${unknown.join('", "')}")`,
    );
  }
  return new Set(known);
}

/** How a server learns of changes, including those of other servers on the same database. */
export interface ChangeSignal {
  /** LISTEN and NOTIFY, or polling the companies' change counters. */
  readonly kind: 'notify' | 'poll';
  readonly pollMs: number;
}

export const DEFAULT_SIGNAL: ChangeSignal = { kind: 'notify', pollMs: 1_000 };

type Reach = Pick<Config, 'databaseUrl' | 'host' | 'tls' | 'trustProxy'>;

/** Explains to the administrator why this is not a demo on one machine. */
export function whyBeyondTheDemo({ databaseUrl, host, tls, trustProxy }: Reach): string | undefined {
  if (databaseUrl !== undefined) return 'DATABASE_URL is set';
  if (tls !== undefined) return 'TLS_CERT_FILE is set';
  if (trustProxy !== undefined) return 'TRUST_PROXY is set';
  return isLoopback(host) ? undefined : `other machines may reach HOST (${host})`;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
