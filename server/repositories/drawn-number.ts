import type { Numbering } from '../resources/server-resource.ts';
import { literal, quoted } from './sql-text.ts';

/** A statement to run first, and two parts of the one after it: what it begins with, and where its value is set. */
export interface DrawnNumber {
  readonly lock: string;
  readonly withClause: string;
  readonly value: string;
}

/**
 * Draws the next free number of the company that is $1. The counter's row is locked until the transaction ends, so that
 * no two draw the same; numbers that people typed are passed over. The lock is a statement of its own: one that had to
 * wait for the row would look for taken numbers as they were before it waited. A number that somebody types at this very
 * moment breaks the unique constraint: then the transaction is to be run again.
 */
export function drawnNumber(table: string, numbering: Numbering): DrawnNumber {
  const counter = quoted(numbering.counter);
  const isTaken = `exists (select 1 from ${quoted(table)}
    where company_id = $1 and ${quoted(numbering.field)} = ${numberText('n', numbering)})`;
  return {
    lock: 'select 1 from companies where id = $1 for no key update',
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

function numberText(n: string, { prefix, digits }: Numbering): string {
  return `${literal(prefix)} || lpad(${n}::text, greatest(${digits}, length(${n}::text)), '0')`;
}
