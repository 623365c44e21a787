-- Photos and documents. Their bytes are files named by SHA-256; blobs says which the company has, attachments what they show.

create table blobs (
  company_id bigint not null references companies (id),
  sha256 varchar(64) not null,
  size bigint not null,
  -- Read from the bytes, never from what a client says.
  media_type varchar(40) not null,
  stored_at timestamptz not null default now(),
  -- When a client last relied on the bytes, or an attachment let go of them. 30 days later, unused bytes are deleted.
  used_at timestamptz not null default now(),
  constraint blobs_key primary key (company_id, sha256)
);

alter table projects add constraint projects_company_key unique (company_id, id);
alter table estimates add constraint estimates_company_key unique (company_id, id);
alter table work_orders add constraint work_orders_company_key unique (company_id, id);

create table attachments (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  customer_id bigint,
  project_id bigint,
  estimate_id bigint,
  work_order_id bigint,
  kind varchar(40) not null default 'photo',
  sha256 varchar(64) not null,
  thumb_sha256 varchar(64),
  size bigint not null default 0,
  media_type varchar(40) not null default '',
  name varchar(200) not null default '',
  room varchar(200) not null default '',
  label varchar(40) not null default 'other',
  caption varchar(2000) not null default '',
  -- Text, because the offset from UTC is kept as the client sent it.
  taken_at varchar(40),
  taken_by varchar(310) not null default '',
  latitude double precision,
  longitude double precision,
  accuracy double precision,
  received_at timestamptz not null default now(),
  uploaded_by varchar(310) not null default '',
  client_uid uuid,
  version bigint not null default 1,
  change bigint not null default 0,
  -- 500 bytes for the fields that other kinds do not have; see 0013_record_bytes.sql.
  bytes int not null generated always as (500 + json_bytes(
    name || room || caption || taken_by || uploaded_by || coalesce(taken_at, '')
  )) stored,
  constraint attachments_one_parent check (num_nonnulls(customer_id, project_id, estimate_id, work_order_id) <= 1),
  -- Not deferred: within a batch, a missing file must fail its own change alone.
  constraint attachments_sha256_fkey foreign key (company_id, sha256) references blobs (company_id, sha256),
  constraint attachments_thumb_fkey foreign key (company_id, thumb_sha256) references blobs (company_id, sha256),
  constraint attachments_customer_fkey foreign key (company_id, customer_id)
    references customers (company_id, id) on delete cascade,
  constraint attachments_project_fkey foreign key (company_id, project_id)
    references projects (company_id, id) on delete cascade,
  constraint attachments_estimate_fkey foreign key (company_id, estimate_id)
    references estimates (company_id, id) on delete cascade,
  constraint attachments_work_order_fkey foreign key (company_id, work_order_id)
    references work_orders (company_id, id) on delete cascade
);

create index attachments_changes on attachments (company_id, change, id);
create index attachments_customer on attachments (company_id, customer_id);
create index attachments_project on attachments (company_id, project_id);
create index attachments_estimate on attachments (company_id, estimate_id);
create index attachments_work_order on attachments (company_id, work_order_id);
create index attachments_sha256 on attachments (company_id, sha256);
create index attachments_thumb on attachments (company_id, thumb_sha256);

create trigger attachments_change before insert or update or delete on attachments
  for each row execute function note_change();

-- Sets what no client may say: size and type of the bytes, and who sent the row when. Changes keep all of it.
create function fill_attachment() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    new.sha256 := old.sha256;
    new.thumb_sha256 := old.thumb_sha256;
    new.size := old.size;
    new.media_type := old.media_type;
    new.received_at := old.received_at;
    new.uploaded_by := old.uploaded_by;
    return new;
  end if;
  select blobs.size, blobs.media_type into new.size, new.media_type from blobs
    where blobs.company_id = new.company_id and blobs.sha256 = new.sha256;
  -- Without bytes the foreign key refuses the row, and names the reason.
  new.size := coalesce(new.size, 0);
  new.media_type := coalesce(new.media_type, '');
  new.received_at := now();
  new.uploaded_by := coalesce(current_setting('app.user', true), '');
  return new;
end $$;
create trigger attachments_fill before insert or update on attachments
  for each row execute function fill_attachment();

create function release_blobs() returns trigger language plpgsql as $$
begin
  update blobs set used_at = now()
    where company_id = old.company_id and sha256 in (old.sha256, old.thumb_sha256);
  return null;
end $$;
create trigger attachments_release after delete on attachments
  for each row execute function release_blobs();

alter table blobs enable row level security, force row level security;
create policy blobs_company on blobs
  using (company_id = (select nullif(current_setting('app.company_id', true), '')::bigint));
alter table attachments enable row level security, force row level security;
create policy attachments_company on attachments
  using (company_id = (select nullif(current_setting('app.company_id', true), '')::bigint));

grant select, insert, delete, update (used_at) on blobs to restoration_app;
grant select, insert, update, delete on attachments to restoration_app;
