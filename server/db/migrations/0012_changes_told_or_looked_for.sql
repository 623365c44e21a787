-- NOTIFY tells all servers of a change. Where the database cannot do that, each server looks for changes itself. A write
-- never fails because the notification failed.

create or replace function draw_change(company bigint) returns bigint language plpgsql as $$
declare
  drawn text := current_setting('app.change', true);
  number bigint;
begin
  if split_part(drawn, ':', 1) = company::text then
    return split_part(drawn, ':', 2)::bigint;
  end if;
  insert into change_counters (company_id, last_change) values (company, 1)
  on conflict (company_id) do update set last_change = change_counters.last_change + 1
  returning last_change into number;
  perform set_config('app.change', company || ':' || number, true);
  -- Servers that look for changes by themselves turn it off: PostgreSQL lets commits with a NOTIFY through one by one.
  if current_setting('app.notify', true) is distinct from 'off' then
    begin
      perform pg_notify('company_changes', company::text);
    exception when others then
      -- Not allowed, or not there. At its start each server tries whether it is told, and says so where it is not.
      null;
    end;
  end if;
  return number;
end $$;

-- One statement says how far all companies are. The application's role goes on to see its own company's row alone.
create policy change_counters_owner on change_counters for select
  using ((select pg_has_role(relowner, 'usage') from pg_class where oid = 'change_counters'::regclass));
