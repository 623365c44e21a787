import type { CompanyScope } from '../db/company-scope.ts';
import { literal, quoted } from './sql-text.ts';
import type { Numbering } from './stored-resource.ts';

export interface DrawnNumber {
  readonly withClause: string;
  readonly value: string;
}

/**
 * Skips numbers that people typed. Must run after `drawChange`, whose lock lets one transaction draw at a time: a
 * statement that had to wait would see the numbers as they were before.
 */
export function drawnNumber(table: string, numbering: Numbering): DrawnNumber {
  const counter = quoted(numbering.counter);
  const isTaken = `exists (select 1 from ${quoted(table)}
    where company_id = $1 and ${quoted(numbering.field)} = ${numberText('n', numbering)})`;
  return {
    withClause: `with drawn as (
      update companies set ${counter} = (
        with recursive candidate (n) as (
          select companies.${counter} + 1
          union all
          select n + 1 from candidate where ${isTaken}
        )
        select max(n) from candidate
      ) where id = $1 returning ${counter} as n
    )`,
    value: `(select ${numberText('n', numbering)} from drawn)`,
  };
}

/** Must run after `drawChange`. A drawn number that somebody typed before violates the unique constraint. */
export async function drawNumbers(
  scope: CompanyScope,
  { counter, prefix, digits }: Numbering,
  count: number,
): Promise<readonly string[]> {
  const column = quoted(counter);
  const [row] = await scope.query<{ last: number }>(
    `update companies set ${column} = ${column} + $2 where id = $1 returning ${column} as last`,
    [count],
  );
  if (!row) throw new Error('The company has no counter');
  const first = row.last - count + 1;
  return Array.from({ length: count }, (_, n) => prefix + String(first + n).padStart(digits, '0'));
}

function numberText(n: string, { prefix, digits }: Numbering): string {
  return `${literal(prefix)} || lpad(${n}::text, greatest(${digits}, length(${n}::text)), '0')`;
}
