-- Copies every table and the counters' values into a schema that the server never uses.
do $$
declare name text;
begin
  create schema kept;
  create table kept.counters as
    select sequencename, last_value from pg_sequences where schemaname = 'public';
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('create table kept.%I as table public.%I', name, name);
  end loop;
end $$;
