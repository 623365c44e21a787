-- Lets a client follow a company's changes instead of reading everything again, and safely send a change twice.

-- A company's changes are numbered. The row is locked from the first change of a transaction to the commit, so a reader
-- who sees n also sees all changes up to n and can miss none. All changes of one transaction have the same number.
create table change_counters (
  company_id bigint primary key references companies (id),
  last_change bigint not null default 0,
  -- Deletions up to this number have been forgotten.
  forgotten_change bigint not null default 0,
  -- Numbers of different epochs cannot be compared. Restored data begins a new epoch.
  epoch uuid not null default gen_random_uuid()
);
insert into change_counters (company_id) select id from companies;

-- The keys that clients gave to new records. They are kept forever, even after the record is deleted.
create table client_uids (
  company_id bigint not null references companies (id),
  client_uid uuid not null,
  resource varchar(40) not null,
  record_id bigint not null,
  constraint client_uids_key primary key (company_id, client_uid)
);

create table deletions (
  company_id bigint not null references companies (id),
  resource varchar(40) not null,
  record_id bigint not null,
  change bigint not null,
  deleted_at timestamptz not null default now(),
  constraint deletions_key primary key (company_id, resource, record_id)
);
create index deletions_changes on deletions (company_id, resource, change, record_id);

create function draw_change(company bigint) returns bigint language plpgsql as $$
declare
  drawn text := current_setting('app.change', true);
  number bigint;
begin
  if split_part(drawn, ':', 1) = company::text then
    return split_part(drawn, ':', 2)::bigint;
  end if;
  insert into change_counters (company_id, last_change) values (company, 1)
  on conflict (company_id) do update set last_change = change_counters.last_change + 1
  returning last_change into number;
  perform set_config('app.change', company || ':' || number, true);
  perform pg_notify('company_changes', company::text);
  return number;
end $$;

create function note_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into deletions (company_id, resource, record_id, change)
    values (old.company_id, tg_table_name, old.id, draw_change(old.company_id));
    return old;
  end if;
  new.change := draw_change(new.company_id);
  if tg_op = 'UPDATE' then
    new.version := old.version + 1;
    new.client_uid := old.client_uid;
  elsif new.client_uid is not null then
    insert into client_uids (company_id, client_uid, resource, record_id)
    values (new.company_id, new.client_uid, tg_table_name, new.id);
  end if;
  return new;
end $$;

alter table customers
  add column client_uid uuid, add column version bigint not null default 1, add column change bigint not null default 0;
alter table projects
  add column client_uid uuid, add column version bigint not null default 1, add column change bigint not null default 0;
alter table estimates
  add column client_uid uuid, add column version bigint not null default 1, add column change bigint not null default 0;
alter table work_orders
  add column client_uid uuid, add column version bigint not null default 1, add column change bigint not null default 0;

create index customers_changes on customers (company_id, change, id);
create index projects_changes on projects (company_id, change, id);
create index estimates_changes on estimates (company_id, change, id);
create index work_orders_changes on work_orders (company_id, change, id);

create trigger customers_change before insert or update or delete on customers
  for each row execute function note_change();
create trigger projects_change before insert or update or delete on projects
  for each row execute function note_change();
create trigger estimates_change before insert or update or delete on estimates
  for each row execute function note_change();
create trigger work_orders_change before insert or update or delete on work_orders
  for each row execute function note_change();

alter table change_counters enable row level security, force row level security;
create policy change_counters_company on change_counters
  using (company_id = (select nullif(current_setting('app.company_id', true), '')::bigint));
alter table client_uids enable row level security, force row level security;
create policy client_uids_company on client_uids
  using (company_id = (select nullif(current_setting('app.company_id', true), '')::bigint));
alter table deletions enable row level security, force row level security;
create policy deletions_company on deletions
  using (company_id = (select nullif(current_setting('app.company_id', true), '')::bigint));

grant select, insert, update on change_counters to restoration_app;
grant select, insert on client_uids to restoration_app;
grant select, insert, delete on deletions to restoration_app;
