import type { Database, Queryable } from './database.ts';

/**
 * Reads and writes companies' rows. Cannot log in, and is bound by row-level security. All databases of a PostgreSQL
 * server share its roles, but privileges are granted per database.
 */
export const APPLICATION_ROLE = 'restoration_app';

/** The message says who can fix this, and how. */
export class ApplicationRoleError extends Error {
  override readonly name = 'ApplicationRoleError';
  constructor(reason: string, remedies: readonly string[]) {
    super(
      `${reason} Have an administrator of the PostgreSQL server run this, then start again:\n\n` +
        remedies.map((remedy) => `  ${remedy};`).join('\n'),
    );
  }
}

interface RoleState {
  /** Quoted. */
  readonly user: string;
  readonly exists: boolean;
  /** True if row-level security does not apply to the role. */
  readonly unbound: boolean;
  /** True if this user may assume the role. */
  readonly mine: boolean;
}

/** Runs before any migration. */
export async function ensureApplicationRole(db: Database): Promise<void> {
  if (!(await stateOf(db)).mine) await createRole(db);
  const { user, exists, unbound, mine } = await stateOf(db);
  const create = `create role ${APPLICATION_ROLE} nologin`;
  const grant = `grant ${APPLICATION_ROLE} to ${user}`;
  if (!exists) {
    throw new ApplicationRoleError(
      `The server reads every company's rows under the role ${APPLICATION_ROLE}, which the database user ${user} is not allowed to create.`,
      [create, grant],
    );
  }
  if (!mine) {
    throw new ApplicationRoleError(
      `The database user ${user} is not allowed to use the existing role ${APPLICATION_ROLE}.`,
      [grant],
    );
  }
  if (unbound) {
    throw new ApplicationRoleError(
      `The role ${APPLICATION_ROLE} is not bound by row-level security: one company's data could be shown to another.`,
      [`alter role ${APPLICATION_ROLE} nosuperuser nobypassrls`],
    );
  }
}

async function stateOf(db: Queryable): Promise<RoleState> {
  // Since PostgreSQL 16 a member may be denied `set role`.
  const [state] = await db.query<RoleState>(
    `select quote_ident(current_user) as user, role.oid is not null as exists,
       coalesce(role.rolsuper or role.rolbypassrls, false) as unbound,
       coalesce(pg_has_role(role.oid, case
         when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end), false) as mine
     from (select 1) as always left join pg_roles as role on role.rolname = $1`,
    [APPLICATION_ROLE],
  );
  if (!state) throw new Error('PostgreSQL returned nothing about its roles');
  return state;
}

/** Ignores missing permissions, which `ensureApplicationRole` reports. */
async function createRole(db: Database): Promise<void> {
  await db.transaction((tx) =>
    tx.script(`
      do $$ begin
        if not exists (select from pg_roles where rolname = '${APPLICATION_ROLE}') then
          create role ${APPLICATION_ROLE} nologin;
        end if;
      exception when insufficient_privilege or duplicate_object or unique_violation then null;
      end $$;
      do $$ begin
        grant ${APPLICATION_ROLE} to current_user;
      exception when insufficient_privilege or undefined_object or unique_violation then null;
      end $$;`),
  );
}
