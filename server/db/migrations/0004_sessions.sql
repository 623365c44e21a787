-- A sign-in begins a session. Each of the session's refresh tokens is the successor of the one before.

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- From this time on, neither the session's refresh tokens nor its access tokens are accepted.
  revoked_at timestamptz
);

create index sessions_user on sessions (user_id);

alter table refresh_tokens add column session_id uuid references sessions (id) on delete cascade;
alter table refresh_tokens add column predecessor_hash varchar(64);

-- This migration signs nobody out: each token issued so far gets a session of its own.
do $$
declare
  token record;
  session uuid;
begin
  for token in select token_hash, user_id from refresh_tokens loop
    insert into sessions (user_id) values (token.user_id) returning id into session;
    update refresh_tokens set session_id = session where token_hash = token.token_hash;
  end loop;
end $$;

alter table refresh_tokens alter column session_id set not null;
create index refresh_tokens_session on refresh_tokens (session_id);
create unique index refresh_tokens_predecessor on refresh_tokens (predecessor_hash);
drop index refresh_tokens_user;
alter table refresh_tokens drop column user_id;

-- Failed sign-ins, by account and by address. The key is a hash, because people type passwords into the wrong field.
create table sign_in_failures (
  key varchar(64) primary key,
  failures integer not null,
  since timestamptz not null
);

create index sign_in_failures_since on sign_in_failures (since);
