import { describe, expect, it, test } from 'vitest';
import type { FileLine } from '../../../src/domain/import/columns.ts';
import { bodyBelow, findHeader } from '../../../src/domain/import/header.ts';

const linesOf = (...rows: string[]): FileLine[] =>
  rows.map((row, at) => ({ row: at + 1, cells: row.split('|') }));

describe('the line that names the columns', () => {
  test.each<[string, number | null, string[]]>([
    ['is the first', 0, ['First Name|Email', 'Ann|ann@b.co']],
    ['is below titles', 2, ['Customer Contact List|', 'Acme LLC|', 'Customer|Phone Numbers', 'Doe, Jane|5']],
    ['names more columns than a title', 1, ['Customer', 'Name|Email|Phone', 'Ann|ann@b.co|5']],
    [
      'is one of the first twenty',
      null,
      [...Array<string>(20).fill('ann@b.co|1'), 'First Name|Email', 'Ann|x'],
    ],
    ['may be in another language', 1, ['Clientes', 'Nombre|Apellido|Correo', 'Ana|Ruiz|ana@b.co']],
    ['is no customer', null, ['Ann|Lee|ann@b.co', 'Bo|Ek|bo@b.co']],
    ['has lines below it', null, ['Exported from our old program']],
    ['is not there in a file without lines', null, []],
  ])('%s', (_, expected, rows) => {
    expect(findHeader(linesOf(...rows))).toBe(expected);
  });
});

describe('a line that is not a customer is left out with a reason', () => {
  const causeOf = (line: string) =>
    bodyBelow(linesOf('Name|Email|Phone|City', line), 0).leftOut.map(({ why }) => why)[0] ?? 'customer';

  test.each([
    ['TOTAL: 2', 'total'],
    ['Total|||12.00', 'total'],
    ['|Grand Total|$1,200.00', 'total'],
    ['Total for Customers||3', 'total'],
    ['Total customers: 3', 'count'],
    ['30 records', 'count'],
    ['Total Restoration|||Austin', 'customer'],
    ['Total|total@b.co', 'customer'],
    ['Saturday, Nov 28, 2026 01:03 AM GMT-06:00', 'timeStamp'],
    ['Saturday| Nov 28| 2026 01:03 AM GMT-06:00', 'timeStamp'],
    ['Cash Basis  Saturday, November 28, 2026 01:03 AM GMT-06:00', 'timeStamp'],
    ['Report generated on 11/28/2026', 'timeStamp'],
    ['Exported by Ann at 1:03 PM', 'timeStamp'],
    ['Report date: 11/28/2026', 'timeStamp'],
    ['As of November 28, 2026', 'timeStamp'],
    ['November 28, 2026 1:03 PM', 'timeStamp'],
    ['2026-11-28 01:03', 'timeStamp'],
    ['Page 1 of 2', 'page'],
    ['Sun Valley Spa|sv@b.co|555-555-0101', 'customer'],
    ['Sun 2 Moon Tanning|||Austin', 'customer'],
    ['April May', 'customer'],
    ['Run By Ann|||5', 'customer'],
    ['Sun|12 5th St|Chicago', 'customer'],
    ['Sun|2012 5th St|Chicago', 'customer'],
    ['Sun 24/7 Tanning|||Gary', 'customer'],
    ['Sat. May 1 Inc', 'customer'],
    ['Sunday, 1/1/2026 Parties', 'customer'],
    ['Total Care|1 Elm|Chicago|IL|60601', 'customer'],
    ['Created By Design 2|||Chicago', 'customer'],
    ['As of Yet 4000', 'customer'],
    ['Time: 5 Diner', 'customer'],
    ['End of report', 'end'],
    ['*** End of List ***', 'end'],
    ['* indicates inactive', 'end'],
    ['Total Jane|5', 'customer'],
    [' name|EMAIL|phone|city', 'header'],
  ])('%s: %s', (line, expected) => {
    expect(causeOf(line)).toBe(expected);
  });

  it.each([
    ['Doe|', 'Total Doe|5'],
    ['Abercrombie, Kristy|', 'Total Abercrombie, Kristy|5'],
    ['Doe|', 'Total for DOE|$5.00'],
  ])('a subtotal has the name of a row above: %s, %s', (...rows) => {
    const { leftOut } = bodyBelow(linesOf('Name|Balance', ...rows), 0);
    expect(leftOut.map(({ line, why }) => [line.row, why])).toEqual([[3, 'total']]);
  });

  it('lines above the header are left out too', () => {
    const { header, rows, leftOut } = bodyBelow(
      linesOf('Customers', ' First\n Name |Email', 'Ann|a@b.co'),
      1,
    );
    expect([header, rows.map(({ row }) => row), leftOut.map(({ why }) => why)]).toEqual([
      ['First Name', 'Email'],
      [3],
      ['above'],
    ]);
  });
});

describe('a line end in an unquoted cell', () => {
  const readOf = (...rows: string[]) => {
    const body = bodyBelow(linesOf('Name|Address|Email', ...rows), 0);
    return [body.rows.map(({ cells }) => cells.join('|')), body.joined];
  };

  test.each([
    ['is a part of the cell', ['Ann|12 Oak', 'Apt 4|a@b.co'], ['Ann|12 Oak\nApt 4|a@b.co'], [2]],
    ['ends a customer with fewer cells', ['Ann|12 Oak', 'Bo|9 Elm'], ['Ann|12 Oak', 'Bo|9 Elm'], []],
    ['ends a row of full width', ['Ann|12 Oak|', 'Bo|b@b.co'], ['Ann|12 Oak|', 'Bo|b@b.co'], []],
  ])('%s', (_, rows, expected, joined) => {
    expect(readOf(...rows)).toEqual([expected, joined]);
  });
});
