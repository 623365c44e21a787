import { APPLICATION_ROLE } from '../../../server/db/application-role.ts';
import type { Queryable } from '../../../server/db/database.ts';

/** Unique without the company, and why. Every other key is unique within a company only. */
const UNIQUE_OVER_ALL: Readonly<Record<string, string>> = {
  users_username_key: 'sign-in takes a user name alone',
};

/** What a company's own row of `companies` is known by. */
const COMPANY_COLUMN = `case when t.relname = 'companies' then 'id' else 'company_id' end`;

/** Every table that holds what belongs to one company: those with a company_id, and companies itself. */
const TABLES = `company_tables as (
  select t.oid, t.relname, t.relrowsecurity and t.relforcerowsecurity as bound
  from pg_class t join pg_namespace n on n.oid = t.relnamespace
  where t.relkind in ('r', 'p') and n.nspname = 'public' and (t.relname = 'companies' or exists (
    select from pg_attribute where attrelid = t.oid and attname = 'company_id' and not attisdropped))
)`;

const CHECKS: readonly string[] = [
  `with ${TABLES} select relname || ' does not enable and force row-level security' as fault
   from company_tables where not bound`,

  `with ${TABLES} select t.relname || ' has no policy that asks for the company' as fault
   from company_tables t where not exists (
     select from pg_policy p where p.polrelid = t.oid and p.polpermissive and p.polcmd = '*'
       and pg_get_expr(p.polqual, t.oid) like '(' || ${COMPANY_COLUMN} || ' = %current_setting(''app.company_id''%'
       and p.polwithcheck is null)`,

  // Policies are alternatives: one more lets more in, unless it is about the owner of tables that are read for all.
  `with ${TABLES} select t.relname || ' has another policy: ' || p.polname as fault
   from company_tables t join pg_policy p on p.polrelid = t.oid
   where pg_get_expr(p.polqual, t.oid) not like '(' || ${COMPANY_COLUMN} || ' = %current_setting(''app.company_id''%'
     and not (t.relname in ('users', 'companies', 'change_counters') and pg_get_expr(p.polqual, t.oid) like '%pg_has_role(%relowner%')`,

  `with ${TABLES} select t.relname || '.' || k.conname || ' refers to ' || r.relname || ' without the company' as fault
   from company_tables t join pg_constraint k on k.conrelid = t.oid and k.contype = 'f'
   join company_tables r on r.oid = k.confrelid
   where not exists (
     select from unnest(k.conkey, k.confkey) as pair (here, there)
     join pg_attribute h on h.attrelid = k.conrelid and h.attnum = pair.here
     join pg_attribute a on a.attrelid = k.confrelid and a.attnum = pair.there
     where h.attname = 'company_id' and a.attname = case when r.relname = 'companies' then 'id' else 'company_id' end)`,

  // An id is drawn by the server and unique over all: it is the one key that may do without.
  `with ${TABLES} select t.relname || '.' || x.relname || ' is unique over all companies' as fault
   from company_tables t join pg_index i on i.indrelid = t.oid and i.indisunique join pg_class x on x.oid = i.indexrelid
   where not exists (
     select from pg_attribute a where a.attrelid = t.oid and a.attnum = any (i.indkey) and a.attname = 'company_id')
   and not (i.indisprimary and i.indnatts = 1 and exists (
     select from pg_attribute a where a.attrelid = t.oid and a.attnum = i.indkey[0] and a.attname = 'id'
       and a.attidentity = 'a'))
   and x.relname <> all (array[${Object.keys(UNIQUE_OVER_ALL)
     .map((name) => `'${name}'`)
     .join(', ')}])`,

  `select '${APPLICATION_ROLE} may sign in, or is bound by no policy' as fault from pg_roles
   where rolname = '${APPLICATION_ROLE}' and (rolsuper or rolbypassrls or rolcanlogin or rolcreaterole)`,

  `select '${APPLICATION_ROLE} does not exist' as fault
   where not exists (select from pg_roles where rolname = '${APPLICATION_ROLE}')`,

  `select '${APPLICATION_ROLE} owns ' || c.relname as fault from pg_class c
   where c.relowner = '${APPLICATION_ROLE}'::regrole`,

  `select '${APPLICATION_ROLE} has the rights of ' || m.roleid::regrole as fault from pg_auth_members m
   where m.member = '${APPLICATION_ROLE}'::regrole`,

  `with ${TABLES} select '${APPLICATION_ROLE} has rights to ' || c.relname || ', which no policy guards' as fault
   from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm', 'f')
   and has_any_column_privilege('${APPLICATION_ROLE}', c.oid, 'select, insert, update, references')
   and not exists (select from company_tables t where t.oid = c.oid and t.bound)`,
];

/** What in the tables and roles of a database would let one company reach another's rows, in sentences. */
export async function isolationFaults(db: Queryable): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const check of CHECKS) {
    for (const { fault } of await db.query<{ fault: string }>(check)) faults.push(fault);
  }
  return faults;
}
