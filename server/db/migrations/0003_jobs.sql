-- Projects, estimates and work orders. Their foreign keys include the company, so each belongs to a customer of the
-- same company.

alter table customers add constraint customers_company_key unique (company_id, id);

-- The last number that the server has given to one of the company's estimates.
alter table companies add column last_estimate_number bigint not null default 0;

create table projects (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  title varchar(200) not null,
  description text not null default '',
  customer_id bigint not null,
  project_type varchar(40) not null default 'water_damage',
  status varchar(40) not null default 'pending',
  priority varchar(40) not null default 'medium',
  start_date date,
  estimated_completion_date date,
  estimated_cost numeric(12, 2),
  address_line_1 varchar(255) not null default '',
  address_line_2 varchar(255) not null default '',
  city varchar(100) not null default '',
  state varchar(100) not null default '',
  postal_code varchar(20) not null default '',
  constraint projects_customer_fkey foreign key (company_id, customer_id) references customers (company_id, id)
);

create index projects_newest on projects (company_id, created_at desc, id desc);
create index projects_customer on projects (company_id, customer_id);

create table estimates (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  estimate_number varchar(50) not null,
  title varchar(200) not null,
  description text not null default '',
  customer_id bigint not null,
  status varchar(40) not null default 'draft',
  valid_until date not null,
  subtotal numeric(12, 2) not null,
  tax_rate numeric(7, 4) not null default 0,
  total_amount numeric(12, 2) not null,
  terms_and_conditions text not null default '',
  notes text not null default '',
  constraint estimates_number_key unique (company_id, estimate_number),
  constraint estimates_customer_fkey foreign key (company_id, customer_id) references customers (company_id, id)
);

create index estimates_newest on estimates (company_id, created_at desc, id desc);
create index estimates_customer on estimates (company_id, customer_id);

create table work_orders (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  work_order_number varchar(50) not null,
  title varchar(200) not null,
  description text not null default '',
  customer_id bigint not null,
  status varchar(40) not null default 'pending',
  priority varchar(40) not null default 'medium',
  address_line_1 varchar(255) not null default '',
  address_line_2 varchar(255) not null default '',
  city varchar(100) not null default '',
  state varchar(100) not null default '',
  postal_code varchar(20) not null default '',
  -- Text, because it is a date, or a date-time exactly as the client sent it.
  scheduled_date varchar(40),
  estimated_cost numeric(12, 2),
  notes text not null default '',
  constraint work_orders_number_key unique (company_id, work_order_number),
  constraint work_orders_customer_fkey foreign key (company_id, customer_id)
    references customers (company_id, id)
);

create index work_orders_newest on work_orders (company_id, created_at desc, id desc);
create index work_orders_customer on work_orders (company_id, customer_id);
