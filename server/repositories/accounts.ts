import type { Queryable } from '../db/database.ts';

export interface Company {
  readonly id: number;
  readonly name: string;
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

export type NewUser = Omit<User, 'id' | 'isActive'>;

const USER_COLUMNS = `id, company_id as "companyId", username, email, first_name as "firstName",
  last_name as "lastName", password_hash as "passwordHash", is_active as "isActive"`;

export async function createCompany(db: Queryable, name: string): Promise<Company> {
  const [row] = await db.query<Company>('insert into companies (name) values ($1) returning id, name', [
    name,
  ]);
  if (!row) throw new Error('The new company was not returned');
  return row;
}

/** All companies, oldest first. */
export async function listCompanies(db: Queryable): Promise<readonly Company[]> {
  return db.query<Company>('select id, name from companies order by id');
}

/** Fails with `UniqueViolationError` where the user name is taken, in whatever company. */
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

/** By the exact user name: case matters, as in Django. */
export async function findUserByName(db: Queryable, username: string): Promise<User | undefined> {
  const [row] = await db.query<User>(`select ${USER_COLUMNS} from users where username = $1`, [username]);
  return row;
}
