import { z } from 'zod';
import { EXTENSIONS, type Extensions } from './extensions.ts';

/** The environment does not make a configuration. The message names each variable at fault. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const positive = (what: string) => z.coerce.number({ error: what }).positive({ error: what });

const schema = z.object({
  PORT: z.coerce
    .number({ error: 'must be a port number, 0 to 65535' })
    .int({ error: 'must be a port number, 0 to 65535' })
    .min(0, { error: 'must be a port number, 0 to 65535' })
    .max(65_535, { error: 'must be a port number, 0 to 65535' })
    .default(8080),
  HOST: z.string().default('127.0.0.1'),
  TLS_CERT_FILE: z.string().optional(),
  TLS_KEY_FILE: z.string().optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgres:// or postgresql://' })
    .optional(),
  STATIC_DIR: z.string().default('dist'),
  CONNECT_ORIGINS: z
    .string()
    .regex(/^https?:\/\/[^\s/;,']+(\s+https?:\/\/[^\s/;,']+)*$/, {
      error: 'must be origins such as https://api.example.com, separated by blanks',
    })
    .optional(),
  EXTENSIONS: z
    .string()
    .regex(/^[a-z-]+([\s,]+[a-z-]+)*$/, { error: 'must be all, none, or names separated by commas' })
    .default('all'),
  SEED: z.enum(['demo', 'none'], { error: 'must be demo or none' }).default('demo'),
  ACCESS_TOKEN_MINUTES: positive('must be a number of minutes above 0').default(15),
  REFRESH_TOKEN_DAYS: positive('must be a number of days above 0').default(30),
  JWT_SECRET: z.string().min(32, { error: 'must have 32 characters or more' }).optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
});

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Files in PEM; without them it speaks plain HTTP. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  readonly dataDir: string;
  /** PostgreSQL instead of the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly staticDir: string;
  /** Origins that the served app may talk to, beside the one it comes from. */
  readonly connectOrigins: readonly string[];
  /** What is offered beyond the plain contract. */
  readonly extensions: Extensions;
  readonly seed: 'demo' | 'none';
  readonly accessTokenSeconds: number;
  readonly refreshTokenSeconds: number;
  readonly jwtSecret: string | undefined;
  readonly logLevel: string;
}

/** Never repeated in a message: they are, or hold, a password. */
const SECRETS: readonly string[] = ['JWT_SECRET', 'DATABASE_URL'];

/** Reads the variables that `.env.example` explains. A blank one counts as not set. Throws `ConfigError`. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = schema.safeParse(set);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = issue.path.join('.');
      return `${name} ${issue.message}${SECRETS.includes(name) ? '' : ` (it is "${set[name] ?? ''}")`}`;
    });
    throw new ConfigError(lines.join('\n'));
  }
  const values = parsed.data;
  const { TLS_CERT_FILE: cert, TLS_KEY_FILE: key } = values;
  if ((cert === undefined) !== (key === undefined)) {
    const [missing, given] = cert === undefined ? ['CERT', 'KEY'] : ['KEY', 'CERT'];
    throw new ConfigError(`TLS_${missing}_FILE is missing: TLS_${given}_FILE alone does not make HTTPS`);
  }
  return {
    port: values.PORT,
    host: values.HOST,
    tls: cert !== undefined && key !== undefined ? { cert, key } : undefined,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    staticDir: values.STATIC_DIR,
    connectOrigins: values.CONNECT_ORIGINS?.split(/\s+/) ?? [],
    extensions: extensionsIn(values.EXTENSIONS),
    seed: values.SEED,
    accessTokenSeconds: Math.ceil(values.ACCESS_TOKEN_MINUTES * 60),
    refreshTokenSeconds: Math.ceil(values.REFRESH_TOKEN_DAYS * 86_400),
    jwtSecret: values.JWT_SECRET,
    logLevel: values.LOG_LEVEL,
  };
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

/** The environment of this process, with what a file `.env` in the working folder adds to it. */
export function processEnvironment(): NodeJS.ProcessEnv {
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  return process.env;
}
