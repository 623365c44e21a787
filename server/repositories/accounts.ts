import type { Database, Queryable, Transaction } from '../db/database.ts';
import { assertSeat, type Plan } from './plans.ts';
import { type Bearer, revokeSessionsOf } from './sessions.ts';

export interface Company {
  readonly id: number;
  readonly name: string;
  readonly plan: Plan;
}

export interface User {
  readonly id: number;
  readonly companyId: number;
  readonly username: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly passwordHash: string;
  readonly isActive: boolean;
}

/** Returns the user's name as people know it. */
export function nameOf({ firstName, lastName, username }: User): string {
  return `${firstName} ${lastName}`.trim() || username;
}

export type NewUser = Omit<User, 'id' | 'isActive'>;

const USER_COLUMNS = `id, company_id as "companyId", username, email, first_name as "firstName",
  last_name as "lastName", password_hash as "passwordHash", is_active as "isActive"`;

export async function createCompany(
  db: Queryable,
  name: string,
  plan: Plan = 'enterprise',
): Promise<Company> {
  const [row] = await db.query<Company>(
    'insert into companies (name, plan) values ($1, $2) returning id, name, plan',
    [name, plan],
  );
  if (!row) throw new Error('The new company was not returned');
  return row;
}

export async function listCompanies(db: Queryable): Promise<readonly Company[]> {
  return db.query<Company>('select id, name, plan from companies order by id');
}

/** Fails with `UniqueViolationError` when the name exists in any company. */
export async function createUser(db: Queryable, user: NewUser): Promise<User> {
  const [row] = await db.query<User>(
    `insert into users (company_id, username, email, first_name, last_name, password_hash)
     values ($1, $2, $3, $4, $5, $6) returning ${USER_COLUMNS}`,
    [user.companyId, user.username, user.email, user.firstName, user.lastName, user.passwordHash],
  );
  if (!row) throw new Error('The new user was not returned');
  return row;
}

export async function findUser(db: Queryable, id: number): Promise<User | undefined> {
  const [row] = await db.query<User>(`select ${USER_COLUMNS} from users where id = $1`, [id]);
  return row;
}

/** Also says whether the session is still valid. */
export async function findCaller(
  db: Database,
  { userId, sessionId }: Bearer,
): Promise<{ readonly user: User; readonly inSession: boolean } | undefined> {
  const [row] = await db.query<User & { inSession: boolean }>(
    `select ${USER_COLUMNS}, exists (
       select 1 from sessions where id = $2 and user_id = users.id and revoked_at is null
     ) as "inSession" from users where id = $1`,
    [userId, sessionId],
    { sender: { name: `user ${userId}` } },
  );
  if (!row) return undefined;
  const { inSession, ...user } = row;
  return { user, inSession };
}

/** Case-sensitive, as in Django. */
export async function findUserByName(db: Queryable, username: string): Promise<User | undefined> {
  const [row] = await db.query<User>(`select ${USER_COLUMNS} from users where username = $1`, [username]);
  return row;
}

export async function listUsers(db: Queryable, companyId: number): Promise<readonly User[]> {
  return db.query<User>(`select ${USER_COLUMNS} from users where company_id = $1 order by username`, [
    companyId,
  ]);
}

/** Ends a deactivated user's sessions. Fails with `PlanFullError`. */
export async function setActive(tx: Transaction, user: User, isActive: boolean): Promise<void> {
  const current = await findUser(tx, user.id);
  if (isActive && !current?.isActive) await assertSeat(tx, user.companyId);
  await tx.query('update users set is_active = $2 where id = $1', [user.id, isActive]);
  if (!isActive) await revokeSessionsOf(tx, user.id);
}

export async function setPassword(tx: Transaction, userId: number, passwordHash: string): Promise<void> {
  await tx.query('update users set password_hash = $2 where id = $1', [userId, passwordHash]);
  await revokeSessionsOf(tx, userId);
}
