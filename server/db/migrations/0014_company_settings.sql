-- Settings that a company makes once for all its devices, and who changed them.

create table company_settings (
  company_id bigint primary key references companies (id),
  version bigint not null default 1,
  name varchar(200) not null default '',
  address varchar(1000) not null default '',
  phone varchar(100) not null default '',
  -- A data URL of a PNG or JPEG image.
  logo text not null default '',
  checklists varchar(10000) not null default ''
);

create table company_settings_changes (
  company_id bigint not null references companies (id),
  -- The version of the settings after the change.
  version bigint not null,
  setting varchar(20) not null,
  -- Null for the logo.
  before text,
  after text,
  changed_at timestamptz not null default now(),
  -- The person's name at the time of the change.
  changed_by varchar(310) not null,
  constraint company_settings_changes_key primary key (company_id, version, setting)
);

alter table company_settings enable row level security, force row level security;
create policy company_settings_company on company_settings
  using (company_id = (select nullif(current_setting('app.company_id', true), '')::bigint));
alter table company_settings_changes enable row level security, force row level security;
create policy company_settings_changes_company on company_settings_changes
  using (company_id = (select nullif(current_setting('app.company_id', true), '')::bigint));

grant select, insert, update on company_settings to restoration_app;
grant select, insert, delete on company_settings_changes to restoration_app;
