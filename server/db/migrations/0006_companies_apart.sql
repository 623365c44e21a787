-- No company can see another company's rows, even if a statement forgets to name the company.
--
-- Business rows are read and written in transactions under the role restoration_app, with one company named in
-- app.company_id (server/db/company-scope.ts). If no company is named, no row is visible and no insert is allowed.
-- Because of "force", the policies also bind the tables' owner.
--
-- Sign-in, sessions and the admin command run before a company is known. They run as the owner of the tables. Separate
-- policies give only the owner access to all users and companies. restoration_app has no privileges on users, sessions,
-- refresh_tokens, sign_in_failures, settings and migrations.
--
-- A new table with a company_id needs the same three statements and a grant; tests/server/isolation.test.ts checks this.

alter table customers enable row level security, force row level security;
create policy customers_company on customers
  using (company_id = (select nullif(current_setting('app.company_id', true), '')::bigint));

alter table projects enable row level security, force row level security;
create policy projects_company on projects
  using (company_id = (select nullif(current_setting('app.company_id', true), '')::bigint));

alter table estimates enable row level security, force row level security;
create policy estimates_company on estimates
  using (company_id = (select nullif(current_setting('app.company_id', true), '')::bigint));

alter table work_orders enable row level security, force row level security;
create policy work_orders_company on work_orders
  using (company_id = (select nullif(current_setting('app.company_id', true), '')::bigint));

alter table users enable row level security, force row level security;
create policy users_company on users
  using (company_id = (select nullif(current_setting('app.company_id', true), '')::bigint));
create policy users_owner on users
  using ((select pg_has_role(relowner, 'usage') from pg_class where oid = 'users'::regclass));

alter table companies enable row level security, force row level security;
create policy companies_company on companies
  using (id = (select nullif(current_setting('app.company_id', true), '')::bigint));
create policy companies_owner on companies
  using ((select pg_has_role(relowner, 'usage') from pg_class where oid = 'companies'::regclass));

grant select, insert, update, delete on customers, projects, estimates, work_orders to restoration_app;
-- Only for drawing the next estimate number. A company's name and plan stay inaccessible.
grant select (id, last_estimate_number), update (last_estimate_number) on companies to restoration_app;
