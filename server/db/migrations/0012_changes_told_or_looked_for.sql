-- NOTIFY informs all servers of a change. If the database cannot do that, each server polls for changes. A write never
-- fails because the notification failed.

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
  -- Servers that poll turn notifications off, because PostgreSQL serializes commits with a NOTIFY.
  if current_setting('app.notify', true) is distinct from 'off' then
    begin
      perform pg_notify('company_changes', company::text);
    exception when others then
      -- Notifications are not allowed or not supported. Each server tests them at its start, and logs if they fail.
      null;
    end;
  end if;
  return number;
end $$;

-- Lets the owner read the last changes of all companies in one statement. The application's role still sees only its own
-- company's row.
create policy change_counters_owner on change_counters for select
  using ((select pg_has_role(relowner, 'usage') from pg_class where oid = 'change_counters'::regclass));
