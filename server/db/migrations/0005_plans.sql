-- A company's plan limits the number of its active users. Existing companies keep having no limit.

alter table companies add column plan varchar(20) not null default 'enterprise'
  constraint companies_plan_known check (plan in ('starter', 'professional', 'enterprise'));
