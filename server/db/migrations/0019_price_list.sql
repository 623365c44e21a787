-- The company's prices of items, a line for each.
alter table company_settings add column price_list varchar(20000) not null default '';
