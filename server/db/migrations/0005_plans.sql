-- What a company has subscribed to: how many active users it may have. Those that are here already keep what they have.

alter table companies add column plan varchar(20) not null default 'enterprise'
  constraint companies_plan_known check (plan in ('starter', 'professional', 'enterprise'));
