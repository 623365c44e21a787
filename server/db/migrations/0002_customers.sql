create table customers (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  first_name varchar(100) not null,
  last_name varchar(100) not null,
  email varchar(254) not null,
  phone varchar(20) not null default '',
  address_line_1 varchar(255) not null default '',
  city varchar(100) not null default '',
  state varchar(100) not null default '',
  postal_code varchar(20) not null default '',
  company_name varchar(200) not null default '',
  customer_type varchar(40) not null default 'residential',
  status varchar(40) not null default 'active',
  constraint customers_email_key unique (company_id, email)
);

create index customers_newest on customers (company_id, created_at desc, id desc);
