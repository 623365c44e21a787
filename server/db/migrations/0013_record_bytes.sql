-- Stores the number of bytes that a record's texts take in a response, so that a page can be limited before its rows are
-- read.

-- Returns the bytes of a text in JSON, without the quotes. A stored column needs an immutable function. to_json is declared
-- only stable, but for text it is immutable.
create function json_bytes(value text) returns int language sql immutable strict parallel safe as $$
  select octet_length(to_json(value)::text) - 2
$$;

alter table customers add column bytes int not null generated always as (json_bytes(
  first_name || last_name || email || phone || address_line_1 || city || state || postal_code || company_name
)) stored;
alter table projects add column bytes int not null generated always as (json_bytes(
  title || description || address_line_1 || address_line_2 || city || state || postal_code
)) stored;
alter table estimates add column bytes int not null generated always as (json_bytes(
  estimate_number || title || description || terms_and_conditions || notes
)) stored;
alter table work_orders add column bytes int not null generated always as (json_bytes(
  work_order_number || title || description || address_line_1 || address_line_2 || city || state || postal_code
    || coalesce(scheduled_date, '') || notes
)) stored;

-- For finding a company's largest rows without reading any others.
create index customers_heaviest on customers (company_id, bytes);
create index projects_heaviest on projects (company_id, bytes);
create index estimates_heaviest on estimates (company_id, bytes);
create index work_orders_heaviest on work_orders (company_id, bytes);
