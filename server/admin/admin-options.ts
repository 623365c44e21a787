import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { UsageError } from '../config/usage-error.ts';
import { isPlan, PLANS, type Plan } from '../repositories/plans.ts';

export const USAGE = `Usage: npm run admin -- <command> …

  create-company   --name "Acme Restoration" [--plan <plan>]
  list-companies
  set-plan         --company <id or name> --plan <plan>

  create-user      --company <id or name> --username <name>
                   [--email <address>] [--first-name <name>] [--last-name <name>] [--password-stdin]
  list-users       --company <id or name>
  reset-password   --username <name> [--password-stdin]
  deactivate-user  --username <name>
  activate-user    --username <name>

  backup           --to <folder or file> [--force]
  restore          --from <file> [--force | --check]
  new-epoch        (after a PostgreSQL database was restored: has every app read its company's data again)
  move-to-postgres (from the embedded database of DATA_DIR to the empty PostgreSQL database of DATABASE_URL)

Plans: starter (up to 5 active users), professional (up to 20), enterprise (no limit; the default).
A password is generated and printed once, or read from standard input with --password-stdin.
A deactivated user, or one with a new password, is signed out everywhere at once.
DATA_DIR and DATABASE_URL name the database, just as they do for the server. Backup and restore are only for the
embedded one; see npm run backup -- --help and npm run restore -- --help.`;

const SHORTEST_PASSWORD = 8;

export type AdminOptions = ReturnType<typeof optionsOf>;

export interface ChosenPassword {
  readonly text: string;
  readonly made: boolean;
}

export function optionsOf(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        name: { type: 'string' },
        plan: { type: 'string' },
        company: { type: 'string' },
        username: { type: 'string' },
        email: { type: 'string' },
        'first-name': { type: 'string' },
        'last-name': { type: 'string' },
        'password-stdin': { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`${error.message}\n\n${USAGE}`);
    throw error;
  }
}

export function required(options: AdminOptions, name: 'name' | 'company' | 'username' | 'plan'): string {
  const value = options[name]?.trim();
  if (!value) throw new UsageError(`--${name} is missing.\n\n${USAGE}`);
  return value;
}

export function planOf(name: string): Plan {
  if (isPlan(name)) return name;
  throw new UsageError(`There is no plan "${name}". Plans: ${Object.keys(PLANS).join(', ')}.`);
}

export async function passwordOf(
  options: AdminOptions,
  input: NodeJS.ReadableStream,
): Promise<ChosenPassword> {
  if (options['password-stdin'] !== true) return { text: randomBytes(15).toString('base64url'), made: true };
  const given = (await text(input)).replace(/\r?\n$/, '');
  if (Array.from(given).length < SHORTEST_PASSWORD) {
    throw new UsageError(`The password on standard input needs ${SHORTEST_PASSWORD} characters or more.`);
  }
  return { text: given, made: false };
}
