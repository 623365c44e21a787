-- Companies and the users that may sign in to them. Every business table refers to companies.

create table settings (
  name text primary key,
  value text not null
);

create table companies (
  id bigint generated always as identity primary key,
  name varchar(200) not null,
  created_at timestamptz not null default now()
);

-- A user signs in with the user name alone, so it is unique across all companies.
create table users (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  username varchar(150) not null,
  email varchar(254) not null default '',
  first_name varchar(150) not null default '',
  last_name varchar(150) not null default '',
  password_hash text not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  constraint users_username_key unique (username)
);

create index users_company on users (company_id);

-- One row per refresh token. Only its SHA-256 is stored, so nobody can sign in with a stolen copy of this table.
create table refresh_tokens (
  token_hash varchar(64) primary key,
  user_id bigint not null references users (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index refresh_tokens_user on refresh_tokens (user_id, expires_at);
