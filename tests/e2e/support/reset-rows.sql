-- Restores every table as keep-rows.sql found it. Foreign keys are not checked, because tables are filled one by one.
begin;
set local session_replication_role = replica;
do $$
declare
  name text;
  columns text;
  counter record;
begin
  execute (select 'truncate ' || string_agg(format('public.%I', tablename), ', ')
    from pg_tables where schemaname = 'public');
  for name, columns in
    select relname, string_agg(quote_ident(attname), ', ') from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
      and attgenerated = ''
    group by relname
  loop
    execute format('insert into public.%I (%s) overriding system value select %2$s from kept.%1$I', name, columns);
  end loop;
  for counter in select * from kept.counters loop
    perform setval(format('public.%I', counter.sequencename), coalesce(counter.last_value, 1),
      counter.last_value is not null);
  end loop;
end $$;
commit;
