import { describe, expect, test } from 'vitest';
import { readName } from '../../../src/domain/import/names.ts';

describe('a person in one cell is split into first | last', () => {
  test.each([
    ['Doe, Jane', 'Jane | Doe'],
    ['Doe ,Jane M.', 'Jane M. | Doe'],
    ['Ruiz Ortega, Maria Jose', 'Maria Jose | Ruiz Ortega'],
    // The suffix follows the last name, so that a letter is addressed to 'Pat O'Brien Jr.'.
    ["O'Brien, Pat Jr.", "Pat | O'Brien Jr."],
    ['King, Jr., Martin', 'Martin | King Jr.'],
    ['King Jr., Martin Luther', 'Martin Luther | King Jr.'],
    ['Ray, Tom, Jr.', 'Tom | Ray Jr.'],
    ['Ann Lee, MD', 'Ann | Lee MD'],
    ['John Smith III', 'John | Smith III'],
    ['Jane Doe (Tenant)', 'Jane | Doe (Tenant)'],
    ['Lee Chang', 'Lee | Chang'],
    ['Mary Ann Dyke', 'Mary Ann | Dyke'],
    ['Ludwig van Beethoven', 'Ludwig | van Beethoven'],
    ['Juan Carlos de la Vega', 'Juan Carlos | de la Vega'],
    ['Van Dyke, Dick', 'Dick | Van Dyke'],
    ['Ray, Tom & Ann', 'Tom & Ann | Ray'],
    ['Tom and Ann Ray', 'Tom and Ann | Ray'],
    ['Jude Law', 'Jude | Law'],
    ['Frank Church', 'Frank | Church'],
    ['Plaza, Maria', 'Maria | Plaza'],
    ['Coffee, Christy', 'Christy | Coffee'],
    ['Bank, Mary Ann', 'Mary Ann | Bank'],
    ['Co, Maria', 'Maria | Co'],
    ['Trust, Ken B.', 'Ken B. | Trust'],
    ['Doe, Jane - 12 Oak St', 'Jane | Doe - 12 Oak St'],
    ['Jane Doe 2', 'Jane | Doe 2'],
    ['Doe, Jane 2', 'Jane | Doe 2'],
    ['Madonna', 'Madonna | '],
    ['👩🏽‍🔧 Ana', '👩🏽‍🔧 | Ana'],
  ])('%s: %s', (name, expected) => {
    const { first_name, last_name, company_name } = readName(name);
    expect([`${first_name} | ${last_name}`, company_name]).toEqual([expected, '']);
  });
});

describe('a company in the same column', () => {
  test.each([
    'Harbor Dental',
    'Smith, Jones & Co LLC',
    'Ray Plumbing, Inc.',
    'Smith, LLC',
    '24 Hour Towing',
    'A & B Partners',
    'Johnson & Sons',
    'Smith & Wesson',
    'Smith, Jones, Ray',
    'The Home Depot',
    'First Baptist Church',
    'Pine Street Apartments',
    'City of Austin',
    'Café Zoë',
    'Grill, The',
    'Hilton Hotel, Chicago',
    'Plaza, Inc.',
    'Ltd, Maria',
    'Studio 54',
    'Engine Co 9',
    'Bank, 1st',
    'Fresh Market - 5th St',
  ])('%s', (name) => {
    expect(readName(name)).toEqual({ first_name: '', last_name: '', company_name: name });
  });
});
