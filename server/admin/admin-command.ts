import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { hashPassword } from '../auth/passwords.ts';
import type { Database } from '../db/database.ts';
import { UniqueViolationError } from '../db/database-errors.ts';
import { createCompany, createUser, listCompanies } from '../repositories/accounts.ts';
import { UsageError } from '../run-program.ts';

const USAGE = `Usage: npm run admin -- <command> …

  create-company --name "Acme Restoration"
  create-user --company <id or name> --username <name>
              [--email <address>] [--first-name <name>] [--last-name <name>] [--password-stdin]
  list-companies

The password is generated and printed once, or read from standard input with --password-stdin.
DATA_DIR and DATABASE_URL say which database, as they do for the server.`;

const SHORTEST_PASSWORD = 8;

/** Does what was asked for, and answers the lines to print. */
export type AdminRun = (db: Database) => Promise<string>;

/** Reads the words after `npm run admin --`; a `UsageError` says how they should be. */
export async function adminCommand(
  words: readonly string[],
  input: NodeJS.ReadableStream,
): Promise<AdminRun> {
  const [command, ...rest] = words;
  const options = optionsOf(rest);
  switch (command) {
    case 'list-companies':
      return listing;
    case 'create-company':
      return creatingCompany(required(options, 'name'));
    case 'create-user':
      return creatingUser(options, await passwordOf(options, input));
    default:
      throw new UsageError(USAGE);
  }
}

type Options = ReturnType<typeof optionsOf>;

function optionsOf(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        name: { type: 'string' },
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

async function listing(db: Database): Promise<string> {
  const companies = await listCompanies(db);
  return companies.length === 0
    ? 'There is no company yet.'
    : companies.map(({ id, name }) => `${id}  ${name}`).join('\n');
}

function creatingCompany(name: string): AdminRun {
  return async (db) => {
    const company = await createCompany(db, name);
    return `Company ${company.id} created: ${company.name}`;
  };
}

function creatingUser(
  options: Options,
  password: { readonly text: string; readonly made: boolean },
): AdminRun {
  const username = required(options, 'username');
  const wanted = required(options, 'company');
  return async (db) => {
    const companies = (await listCompanies(db)).filter(
      ({ id, name }) => String(id) === wanted || name === wanted,
    );
    const [company] = companies;
    if (!company)
      throw new UsageError(`There is no company "${wanted}". See: npm run admin -- list-companies`);
    if (companies.length > 1) throw new UsageError(`More than one company is "${wanted}". Give its number.`);
    try {
      await createUser(db, {
        companyId: company.id,
        username,
        email: options.email ?? '',
        firstName: options['first-name'] ?? '',
        lastName: options['last-name'] ?? '',
        passwordHash: await hashPassword(password.text),
      });
    } catch (error) {
      if (error instanceof UniqueViolationError)
        throw new UsageError(`The user name "${username}" is taken.`);
      throw error;
    }
    const created = `User ${username} of ${company.name} created.`;
    return password.made ? `${created}\nPassword: ${password.text}` : created;
  };
}

async function passwordOf(options: Options, input: NodeJS.ReadableStream) {
  if (options['password-stdin'] !== true) return { text: randomBytes(15).toString('base64url'), made: true };
  const given = (await text(input)).replace(/\r?\n$/, '');
  if (Array.from(given).length < SHORTEST_PASSWORD) {
    throw new UsageError(`The password on standard input needs ${SHORTEST_PASSWORD} characters or more.`);
  }
  return { text: given, made: false };
}

function required(options: Options, name: 'name' | 'company' | 'username'): string {
  const value = options[name]?.trim();
  if (!value) throw new UsageError(`--${name} is missing.\n\n${USAGE}`);
  return value;
}
