import { aCustomer } from '../mutations.ts';
import { ANNS_WAYS, type Kind } from './kind.ts';

export const CUSTOMERS: Kind = {
  resource: 'customers',
  path: '/customers',
  label: { plural: 'Customers', title: 'Customer', noun: 'customer' },
  order: '-ba',
  a: aCustomer({
    first_name: 'Ann',
    last_name: 'Lee',
    email: 'desk@example.org',
    phone: '+1-555-123-4567',
    company_name: 'Harbour Inn',
    customer_type: 'commercial',
    status: 'lead',
    address_line_1: '12 Main St',
    city: 'Boise',
    state: 'ID',
    postal_code: '83702',
  }),
  b: aCustomer({
    first_name: 'Ben',
    last_name: 'Brown',
    email: 'mail@example.com',
    phone: '+1-555-100-0001',
    company_name: 'Brown & Sons',
    customer_type: 'property_management',
    status: 'prospect',
  }),
  blank: aCustomer(),
  titles: ['Ann Lee', 'Ben Brown', 'Unnamed customer'],
  columns: [
    { header: 'Name', cells: ['Ann Lee', 'Ben Brown', 'Unnamed customer'], sorted: ['ab-', '-ba'] },
    { header: 'Email', cells: ['desk@example.org', 'mail@example.com', '-'], sorted: ['ab-', 'ba-'] },
    { header: 'Phone', cells: ['+1-555-123-4567', '+1-555-100-0001', '-'], sorted: ['ba-', 'ab-'] },
    { header: 'Company', cells: ['Harbour Inn', 'Brown & Sons', '-'], sorted: ['ba-', 'ab-'] },
    {
      header: 'Type',
      cells: ['Commercial', 'Property Management', 'Residential'],
      sorted: ['-ab', 'ba-'],
    },
    { header: 'Status', cells: ['Lead', 'Prospect', 'Active'], sorted: ['-ba', 'ab-'] },
  ],
  finds: ['aNN', 'Lee', 'ann lee', 'DESK@', 'rbour i'],
  findsNot: '555-123',
  filters: [
    {
      name: 'Filter by type',
      offers: ['Type: all', 'Residential', 'Commercial', 'Insurance', 'Property Management'],
      choices: [['Commercial', '?customer_type=commercial', 'a']],
    },
    {
      name: 'Filter by status',
      offers: ['Status: all', 'Active', 'Inactive', 'Prospect', 'Lead'],
      choices: [['Prospect', '?status=prospect', 'b']],
    },
  ],
  form: {
    labels: [
      'First Name',
      'Last Name',
      'Email',
      'Phone',
      'Company Name',
      'Customer Type',
      'Status',
      'Address Line 1',
      'City',
      'State',
      'ZIP Code',
    ],
    defaults: { 'Customer Type': 'Residential', Status: 'Active' },
    keyboards: { Email: 'email', Phone: 'tel', 'ZIP Code': 'numeric' },
    fill: { 'First Name': 'Nora', 'Customer Type': 'Insurance', Phone: ' ', 'ZIP Code': '01234' },
    saves: { first_name: 'Nora', last_name: '', customer_type: 'insurance', postal_code: '01234' },
    title: 'Nora',
    change: { label: 'Last Name', field: 'last_name', words: 'last name' },
    refusal: {
      body: { email: ['customer with this email already exists.'], phone: ['Too short.'] },
      words: ['Email error: customer with this email already exists.'],
      marked: ['Email', 'Phone'],
    },
  },
  record: {
    line: ['Commercial', 'Lead'],
    facts: [
      ['Email', 'desk@example.org'],
      ['Phone', '+1-555-123-4567'],
      ['Company', 'Harbour Inn'],
      ['Address', '12 Main StBoise, ID 83702'],
    ],
    contacts: {
      ...ANNS_WAYS,
      Directions:
        'https://www.google.com/maps/dir/?api=1&destination=12%20Main%20St%2C%20Boise%2C%20ID%2083702',
    },
    related: [
      ['Projects', '2 · $13,450.50', 'Attic fire', 'Basement flood'],
      ['Estimates', '2 · $2,108.36', 'Roof repair', 'Drywall'],
      ['Work Orders', '2 · $530.00', 'Tear out', 'Air movers'],
    ],
  },
};
