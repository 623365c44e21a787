import { parseArgs } from 'node:util';
import { ALL_CHECKS } from './checks/all-checks.ts';

export const USAGE = `Usage: npm run conformance -- --url <address> --username <name> --password <password>

  --url              the address of the API, such as https://crm.example.com (the app's VITE_API_BASE_URL)
  --username         a user who may create, change and delete records; a test company is best
  --password         --password-stdin or the variable CONFORMANCE_PASSWORD keep it out of the shell's history
  --origin           the app's origin, if another server serves the app: also checks the requests of browsers (CORS)
  --only             run only checks with this in their name: customers, auth., client-uid, .pages
  --all-pages        read long lists to the end, instead of 40 pages
  --fill-pages       create up to 120 customers, so that their list has a second page
  --fast             send as fast as the server answers, instead of four requests a second
  --json             print the report for programs
  --help             show this text

Its records are called “Conformance check …” and are removed at the end, even after Ctrl-C. No other record is touched.
Exits with 0 if every MUST and every announced extension holds, 1 if one does not, 2 after a usage error.`;

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Options {
  /** Without a trailing slash. */
  readonly url: string;
  readonly username: string;
  /** Null if it is on standard input. */
  readonly password: string | null;
  readonly origin: string | null;
  readonly only: string;
  readonly mostPages: number;
  readonly fillPages: boolean;
  /** From the start of one request to the start of the next, in ms. */
  readonly pauseMs: number;
  readonly json: boolean;
}

const SOME_PAGES = 40;
const PAUSE_MS = 250;

/** Returns null for help. */
export function readOptions(words: readonly string[], env: NodeJS.ProcessEnv): Options | null {
  const values = parsed(words);
  if (values.help === true) return null;
  const only = values.only ?? '';
  if (!ALL_CHECKS.some(({ id }) => id.includes(only))) {
    throw new UsageError(`--only ${only} matches no check.`);
  }
  const fromStdin = values['password-stdin'] === true;
  return {
    url: addressOf('--url', values.url),
    username: required('--username', values.username),
    password: fromStdin ? null : required('--password', values.password ?? env['CONFORMANCE_PASSWORD']),
    origin: values.origin === undefined ? null : originOf(values.origin),
    only,
    mostPages: values['all-pages'] === true ? Number.POSITIVE_INFINITY : SOME_PAGES,
    fillPages: values['fill-pages'] === true,
    pauseMs: values.fast === true ? 0 : PAUSE_MS,
    json: values.json === true,
  };
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        url: { type: 'string' },
        username: { type: 'string' },
        password: { type: 'string' },
        'password-stdin': { type: 'boolean' },
        origin: { type: 'string' },
        only: { type: 'string' },
        'all-pages': { type: 'boolean' },
        'fill-pages': { type: 'boolean' },
        fast: { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

function required(name: string, value: string | undefined): string {
  if (value === undefined || value === '') throw new UsageError(`${name} is missing.`);
  return value;
}

function addressOf(name: string, value: string | undefined): string {
  const text = required(name, value);
  if (!/^https?:\/\/[^/?#]+[^?#]*$/.test(text) || !URL.canParse(text)) {
    throw new UsageError(`${name} has to be an address such as https://crm.example.com (it is "${text}").`);
  }
  return text.replace(/\/+$/, '');
}

/** Browsers send origins without a trailing slash. */
function originOf(value: string): string {
  const { origin, href } = new URL(addressOf('--origin', value));
  if (href !== `${origin}/`)
    throw new UsageError(`--origin must have no path: ${origin} (it is "${value}").`);
  return origin;
}
