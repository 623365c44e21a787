import { describe, expect, it, test } from 'vitest';
import { type FileLine, isEnough, matchColumns, unusedColumns } from '../../../src/domain/import/columns.ts';

const rowsOf = (...rows: string[]): FileLine[] =>
  rows.map((row, at) => ({ row: at + 2, cells: row.split('|') }));

/** Leaves out fields without a column. */
function found(header: string, ...rows: string[]) {
  const match = matchColumns(header.split('|'), rowsOf(...rows));
  return Object.fromEntries(Object.entries(match).filter(([, places]) => places.length > 0));
}

describe('columns are matched by their names', () => {
  test.each([
    ['first_name', 'First Name|first_name|FIRSTNAME|Given name|first|Contact First Name|Fname'],
    ['last_name', 'Last Name|last_name|Surname|Family Name|Customer Last Name'],
    [
      'full_name',
      'Name|Full name|Customer Name|Display Name|Customer:Job|Primary Contact|Homeowner|Property Owner|Insured|Name (Last, First)|Last Name First Name|Last, First',
    ],
    [
      'email',
      'E-mail|Email|e_mail|Email Address|E-mail 1 - Value|E-mails|Main Email|Email1|Email (Primary)|E-mail 2 Address',
    ],
    [
      'phone',
      'Phone|Mobile|Phone #|Cell Phone|Telephone|Main Phone #s|Phone 1 - Value|Alt. Phone|Home Number|Phone (Mobile)|Home #|Cell #|Phone # 2|Work #',
    ],
    [
      'company_name',
      'Company|Company Name|Organization|Organization Name|Organization 1 - Name|Associated Company',
    ],
    ['customer_type', 'Type|Customer Type|customer_type'],
    ['status', 'Status|Customer status|Active Status'],
    [
      'address_line_1',
      'Street|Address|Address 1|Address Line 1|Billing Street 1|Address_1 Street Line 1|Address 1 - Street|Service Property Street 1|Home Street|Address: Street|Job Address',
    ],
    [
      'address_line_2',
      'Address 2|Street 2|Billing Street 2|Address_1 Street Line 2|Address 1 - Extended Address|Apt|Unit #|Home Street 2|address_street_line_2',
    ],
    ['address_block', 'Bill to 1|Ship to 3|Invoice to 1|Address 1 - Formatted|City, State, Zip|Full Address'],
    ['city', 'City|Town|Billing City|Address 1 - City|Address_1 City|Home City'],
    ['state', 'State|State/Province|State/Region|State/Region Code|Billing State|Address 1 - Region'],
    [
      'postal_code',
      'ZIP|Zip Code|Postal code|ZIP/Postal code|Billing Zip code|Address_1 Postal Code|Zip / Postal',
    ],
    ['middle_name', 'Middle Name|M.I.|MI'],
    ['name_suffix', 'Suffix|Name Suffix'],
  ])('%s', (field, names) => {
    for (const name of names.split('|'))
      expect([name, found(`Id|${name}`)]).toEqual([name, { [field]: [1] }]);
  });

  test.each([
    'Fax|Phone 1 - Label|E-mail Display Name|Job Title|Lead Status|Country|Contact owner|Phonetic First Name|Notes|Balance|Customer #|Account #',
  ])('but not %s', (header) => {
    expect(found(header)).toEqual({});
  });

  it('the most telling name comes first', () => {
    expect(found('Work Phone|Mobile|Phone|Address|Address Line 1')).toEqual({
      phone: [2, 1, 0],
      address_line_1: [4, 3],
    });
  });

  it('of two columns with the same name, the filled one comes first', () => {
    expect(found('Phone|Phone', '|555-555-0101')).toEqual({ phone: [1, 0] });
  });

  it('a home address comes before a business address, and a billing address before a service address', () => {
    expect(found('Business City|Home City|Service Street|Billing Street')).toEqual({
      city: [1, 0],
      address_line_1: [3, 2],
    });
  });
});

describe('columns are matched by their contents', () => {
  it('if their names say nothing', () => {
    const rows = ['a@b.co|555-555-0101|TX|78701', 'c@d.co|(555) 555-0102|OK|73301'];
    expect(found('A|B||D', ...rows)).toEqual({ email: [0], phone: [1], state: [2], postal_code: [3] });
  });

  it('even against their names', () => {
    expect(found('Contact|Name', 'a@b.co|Ann', 'c@d.co|Bo')).toEqual({ email: [0], full_name: [1] });
  });
});

it('unused columns are reported if they hold something', () => {
  const header = ['Name', 'Notes', '', 'Source'];
  const rows = rowsOf('Ann|x||y');
  expect(unusedColumns(header, matchColumns(header, rows), rows)).toEqual([1, 3]);
});

it('a file without names, e-mails and companies cannot be imported', () => {
  expect([isEnough(matchColumns(['City'], [])), isEnough(matchColumns(['Name'], []))]).toEqual([false, true]);
});
