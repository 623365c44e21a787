import { expect, test } from 'vitest';
import type { ResourceName } from '../../../src/domain/resource-spec.ts';
import { bookOf, firstHit } from './book.ts';

const CLAIM = (number: string, carrier: string): string =>
  `Water from the attic.\n--- Claim ---\nCarrier: ${carrier}\nClaim number: ${number}\nAdjuster: Kim Ray, +1-555-201-8890`;

const book = bookOf({
  customers: [
    { first_name: 'Ann', last_name: 'Lee', phone: '+1-555-777-1234', email: 'ann.lee@example.com' },
    { first_name: 'Maria', last_name: 'Leeds', phone: '(555) 123-4567', email: 'maria@leeds.example' },
    { first_name: 'Jürgen', last_name: 'Müller', phone: '555.888.0042', city: 'Denver', state: 'CO' },
    { company_name: 'Harbor Property Management', phone: '555-432-9000', email: 'office@harbor.example' },
    { first_name: 'Oakley', last_name: 'Burns', address_line_1: '12 Cellar Rd', city: 'Boulder' },
    { first_name: 'Ewa', last_name: 'Łódź', company_name: 'Denver Dry', postal_code: '80202' },
    { first_name: 'Otto', last_name: 'Quill', status: 'inactive' },
    { first_name: 'Otto', last_name: 'Quillan' },
  ],
  projects: [
    { title: 'Burst pipe at 2175 Oak St', customer: '1', description: CLAIM('44-1182', 'Prairie Mutual') },
    { title: 'Attic mold', customer: '2', description: CLAIM('55-9001', 'Lakeside Insurance') },
    { title: 'Kitchen fire', customer: '3', status: 'completed', city: 'Denver' },
    { title: 'Storm damage to the roof', customer: '4', project_type: 'storm_damage' },
  ],
  estimates: [
    { title: 'Kitchen rebuild', estimate_number: 'EST-0042', customer: '3', status: 'sent' },
    { title: 'Dry-out of the cellar', estimate_number: 'EST-0107', customer: '5', status: 'draft' },
    { title: 'Roof tarp', estimate_number: 'EST-0110', customer: '4', status: 'expired' },
  ],
  workOrders: [
    {
      title: 'Extract water',
      work_order_number: 'WO-1001',
      customer: '1',
      address_line_1: '2175 Oak St',
      city: 'Austin',
      notes: [
        'Key under the mat.',
        '--- Job ---',
        'Crew: Bo Diaz, Cleo Park',
        'Flags: gas off, gate 4471',
        'Project: Burst pipe at 2175 Oak St',
        '--- Log ---',
        '2026-11-23 08:42 -0600 Bo Diaz: Wall open behind the washer.',
      ].join('\n'),
    },
    { title: 'Tear out drywall', work_order_number: 'WO-1002', customer: '2', status: 'completed' },
    {
      title: 'Monitor drying',
      work_order_number: 'WO-1003',
      customer: '1',
      status: 'in_progress',
      notes: '--- Job ---\nCrew: Dana Wu\nProject: Another project',
    },
    { title: 'Clean soot', work_order_number: 'WO-2001', customer: '3', notes: 'Ask for Herr Schmidt' },
    { title: 'Tarp the roof', work_order_number: 'WO-2002', customer: '4', status: 'cancelled' },
    { title: 'Tarp again', work_order_number: 'WO-2003', customer: '4', notes: '--- Job ---\nCrew: Bo Diaz' },
  ],
});

/** The first hit of each query, with the customers' list open unless another is named. */
test.each<readonly [typed: string, first: string, open?: ResourceName]>([
  ['ann', 'customers: Ann Lee'],
  ['lee', 'customers: Ann Lee'],
  ['leed', 'customers: Maria Leeds'],
  ['ann lee', 'customers: Ann Lee'],
  ['lee ann', 'customers: Ann Lee'],
  ['  ANN   LEE ', 'customers: Ann Lee'],
  ['muller', 'customers: Jürgen Müller'],
  ['MÜLLER', 'customers: Jürgen Müller'],
  ['lodz', 'customers: Ewa Łódź'],
  ['harbor', 'customers: Harbor Property Management'],
  ['management', 'customers: Harbor Property Management'],
  ['1234', 'customers: Ann Lee'],
  ['1234', 'customers: Ann Lee', 'workOrders'],
  ['0042', 'customers: Jürgen Müller'],
  ['7771234', 'customers: Ann Lee'],
  ['(555) 777-1234', 'customers: Ann Lee'],
  ['+1 555 777 1234', 'customers: Ann Lee'],
  ['555-123', 'customers: Maria Leeds'],
  ['ann.lee@example.com', 'customers: Ann Lee'],
  ['office@', 'customers: Harbor Property Management'],
  ['otto quill', 'customers: Otto Quill'],
  ['quill', 'customers: Otto Quillan'],
  ['cellar', 'estimates: Dry-out of the cellar'],
  ['12 cellar', 'customers: Oakley Burns'],
  ['cellar burns', 'customers: Oakley Burns'],
  ['80202', 'customers: Ewa Łódź'],
  ['oak', 'customers: Oakley Burns'],
  ['oak st', 'projects: Burst pipe at 2175 Oak St'],
  ['2175 oak', 'workOrders: Extract water', 'workOrders'],
  ['denver', 'customers: Ewa Łódź'],
  ['kitchen', 'estimates: Kitchen rebuild'],
  ['fire', 'projects: Kitchen fire'],
  ['kitchen fire', 'projects: Kitchen fire'],
  ['storm', 'projects: Storm damage to the roof'],
  ['est-0107', 'estimates: Dry-out of the cellar'],
  ['#0042', 'estimates: Kitchen rebuild'],
  ['# 42', 'estimates: Kitchen rebuild'],
  ['wo-1003', 'workOrders: Monitor drying'],
  ['#1002', 'workOrders: Tear out drywall'],
  ['44-1182', 'projects: Burst pipe at 2175 Oak St'],
  ['#44-1182', 'projects: Burst pipe at 2175 Oak St', 'workOrders'],
  ['1182 extract', 'workOrders: Extract water'],
  ['prairie', 'projects: Burst pipe at 2175 Oak St'],
  ['kim ray', 'projects: Burst pipe at 2175 Oak St'],
  ['bo diaz', 'workOrders: Extract water'],
  ['diaz tarp', 'workOrders: Tarp again'],
  ['gate 4471', 'workOrders: Extract water'],
  ['behind the washer', 'workOrders: Extract water'],
  ['key under', 'workOrders: Extract water'],
  ['schmidt', 'workOrders: Clean soot'],
  ['crew dana', 'workOrders: Monitor drying'],
  ['monitor lee', 'workOrders: Monitor drying'],
  ['tarp', 'workOrders: Tarp again', 'workOrders'],
  ['zz-nobody', 'nothing'],
  ['#ann', 'nothing'],
  ['', 'nothing'],
])('%s finds %s (open: %s)', (typed = '', first, open) => {
  const kinds: readonly ResourceName[] = ['customers', 'workOrders', 'estimates', 'projects'];
  const order = [...kinds.filter((one) => one === open), ...kinds.filter((one) => one !== open)];
  expect(firstHit(book, typed, { order })).toBe(first);
});
