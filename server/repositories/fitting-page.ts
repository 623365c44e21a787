import { ALWAYS_FIT, ANSWER_BYTES, BESIDE_TEXTS } from '../http/size-limits.ts';

/**
 * Reads up to $2 rows of company $1 from row $3 on, newest first. Each row also has 'total count' and 'rows that fit'
 * into one response. If fewer than $2 fit, only these two numbers are returned. One statement sees one state of the
 * table, so count, sizes and rows agree. With `parent`, a column, only the rows that have $4 in it.
 */
export function fittingPage(table: string, selected: string, parent?: string): string {
  const listed = `company_id = $1${parent === undefined ? '' : ` and ${parent} = $4::bigint`}`;
  return `with fitting as (
       select least($2::int, greatest(${ALWAYS_FIT}, case
         when (select max(bytes) + ${BESIDE_TEXTS} from ${table} where ${listed})
           <= ${ANSWER_BYTES} / $2::int then $2::int
         else (${heaviestThatFit(table, listed)}) end)) as rows
     ), page as (
       select ${selected} from ${table}
       where ${listed} and (select rows from fitting) >= $2::int
       order by created_at desc, id desc limit $2::int offset $3
     )
     select (select count(*) from ${table} where ${listed})::int as "total count",
       (select rows from fitting) as "rows that fit", page.*
     from (select 1) as always left join page on true
     order by page.created_at desc, page.id desc`;
}

/** Counts how many of the heaviest rows fit into one response; $2 if all fit. */
function heaviestThatFit(table: string, listed: string): string {
  return `select case when bool_or(total > ${ANSWER_BYTES})
      then count(*) filter (where total <= ${ANSWER_BYTES}) else $2::int end
    from (
      select sum(bytes + ${BESIDE_TEXTS}) over (order by bytes desc rows unbounded preceding) as total
      from (select bytes from ${table} where ${listed} order by bytes desc limit $2::int) heaviest
    ) totals`;
}
