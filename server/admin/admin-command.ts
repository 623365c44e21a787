import { hashPassword } from '../auth/passwords.ts';
import { beginEpochs } from '../backup/epochs.ts';
import { UsageError } from '../config/usage-error.ts';
import type { Database, Transaction } from '../db/database.ts';
import { UniqueViolationError } from '../db/database-errors.ts';
import {
  type Company,
  createCompany,
  createUser,
  findUserByName,
  listCompanies,
  listUsers,
  setActive,
  setPassword,
  type User,
} from '../repositories/accounts.ts';
import { assertSeat, PlanFullError, setPlan } from '../repositories/plans.ts';
import {
  type AdminOptions,
  type ChosenPassword,
  optionsOf,
  passwordOf,
  planOf,
  required,
  USAGE,
} from './admin-options.ts';

export type AdminRun = (db: Database) => Promise<string>;

export async function adminCommand(
  words: readonly string[],
  input: NodeJS.ReadableStream,
): Promise<AdminRun> {
  const [command, ...rest] = words;
  const options = optionsOf(rest);
  switch (command) {
    case 'list-companies':
      return listingCompanies;
    case 'create-company':
      return creatingCompany(required(options, 'name'), options.plan);
    case 'set-plan':
      return settingPlan(required(options, 'company'), required(options, 'plan'));
    case 'list-users':
      return listingUsers(required(options, 'company'));
    case 'create-user':
      return creatingUser(options, await passwordOf(options, input));
    case 'reset-password':
      return resettingPassword(required(options, 'username'), await passwordOf(options, input));
    case 'deactivate-user':
      return settingActive(required(options, 'username'), false);
    case 'activate-user':
      return settingActive(required(options, 'username'), true);
    case 'new-epoch':
      return beginningEpochs;
    default:
      throw new UsageError(USAGE);
  }
}

async function listingCompanies(db: Database): Promise<string> {
  const companies = await listCompanies(db);
  return companies.length === 0
    ? 'There is no company yet.'
    : companies.map(({ id, name, plan }) => `${id}  ${name}  (${plan})`).join('\n');
}

async function beginningEpochs(db: Database): Promise<string> {
  const count = await beginEpochs(db);
  return `The apps of ${count === 1 ? '1 company' : `${count} companies`} will read everything again. Changes that they have not sent yet are kept.`;
}

function creatingCompany(name: string, planName = 'enterprise'): AdminRun {
  const plan = planOf(planName);
  return async (db) => {
    const company = await createCompany(db, name, plan);
    return `Company ${company.id} created: ${company.name} (${company.plan})`;
  };
}

function settingPlan(wanted: string, planName: string): AdminRun {
  const plan = planOf(planName);
  return async (db) => {
    const company = await companyOf(db, wanted);
    await withinPlan(db, (tx) => setPlan(tx, company.id, plan));
    return `${company.name} now has the ${plan} plan.`;
  };
}

function listingUsers(wanted: string): AdminRun {
  return async (db) => {
    const company = await companyOf(db, wanted);
    const users = await listUsers(db, company.id);
    return users.length === 0 ? `${company.name} has no users yet.` : users.map(lineOf).join('\n');
  };
}

/** Begins with the user's number, because the log identifies users only by it. */
function lineOf({ id, username, firstName, lastName, email, isActive }: User): string {
  const known = [`${firstName} ${lastName}`.trim(), email].filter((part) => part !== '');
  return [id, username, ...known, ...(isActive ? [] : ['(deactivated)'])].join('  ');
}

function creatingUser(options: AdminOptions, password: ChosenPassword): AdminRun {
  const username = required(options, 'username');
  const wanted = required(options, 'company');
  return async (db) => {
    const company = await companyOf(db, wanted);
    const passwordHash = await hashPassword(password.text);
    try {
      await withinPlan(db, async (tx) => {
        await assertSeat(tx, company.id);
        await createUser(tx, {
          companyId: company.id,
          username,
          email: options.email ?? '',
          firstName: options['first-name'] ?? '',
          lastName: options['last-name'] ?? '',
          passwordHash,
        });
      });
    } catch (error) {
      if (error instanceof UniqueViolationError)
        throw new UsageError(`The user name "${username}" is taken.`);
      throw error;
    }
    return withPassword(`User ${username} of ${company.name} created.`, password);
  };
}

function resettingPassword(username: string, password: ChosenPassword): AdminRun {
  return async (db) => {
    const user = await userOf(db, username);
    const passwordHash = await hashPassword(password.text);
    await db.transaction((tx) => setPassword(tx, user.id, passwordHash));
    return withPassword(`${username} has a new password and is signed out everywhere.`, password);
  };
}

function settingActive(username: string, isActive: boolean): AdminRun {
  return async (db) => {
    const user = await userOf(db, username);
    await withinPlan(db, (tx) => setActive(tx, user, isActive));
    return isActive
      ? `${username} can sign in.`
      : `${username} can no longer sign in and is signed out everywhere.`;
  };
}

function withPassword(done: string, { text, made }: ChosenPassword): string {
  return made ? `${done}\nPassword: ${text}` : done;
}

async function companyOf(db: Database, wanted: string): Promise<Company> {
  const companies = (await listCompanies(db)).filter(
    ({ id, name }) => String(id) === wanted || name === wanted,
  );
  const [company] = companies;
  if (!company) throw new UsageError(`There is no company "${wanted}". See: npm run admin -- list-companies`);
  if (companies.length > 1)
    throw new UsageError(`More than one company is named "${wanted}". Give its number.`);
  return company;
}

async function userOf(db: Database, username: string): Promise<User> {
  const user = await findUserByName(db, username);
  if (!user) throw new UsageError(`There is no user "${username}". See: npm run admin -- list-users`);
  return user;
}

/** Throws a `UsageError` if the work would exceed the company's plan. */
async function withinPlan(db: Database, work: (tx: Transaction) => Promise<unknown>): Promise<void> {
  try {
    await db.transaction(work);
  } catch (error) {
    if (error instanceof PlanFullError) throw new UsageError(error.message);
    throw error;
  }
}
