-- No company sees another's rows, even by a statement that forgets which company it is for.
--
-- Business rows are read and written in transactions that act under the role restoration_app and name one company in
-- app.company_id (server/db/company-scope.ts). Without a company there: no row, and no insert. The policies bind every
-- role, the tables' owner too: "force".
--
-- Sign-in, sessions and the admin command come before any company is known. They act as the owner of the tables, whom
-- policies of their own let reach users and companies, and nobody else. restoration_app has no right at all to users,
-- sessions, refresh_tokens, sign_in_failures, settings and migrations.
--
-- A further table with a company_id needs the same three statements and a grant; tests/server/isolation.test.ts asks.

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
-- To draw the next number, and nothing else: neither a company's name nor its plan.
grant select (id, last_estimate_number), update (last_estimate_number) on companies to restoration_app;
