import { customerSpec } from '../../../src/domain/customer.ts';
import type { ResourceContract } from './resource-contract.ts';

export const customersContract: ResourceContract = {
  resource: 'customers',
  path: customerSpec.path,
  valid: (number) => ({ first_name: 'Ann', last_name: 'Lee', email: `ann.lee.${number}@example.com` }),
  defaults: {
    phone: '',
    address_line_1: '',
    city: '',
    state: '',
    postal_code: '',
    company_name: '',
    customer_type: 'residential',
    status: 'active',
  },
  required: ['first_name', 'last_name'],
  text: { field: 'first_name', max: 100 },
  choice: 'status',
  references: [],
  takes: [{ sent: { phone: ' +1-555-123-4567 ' }, shown: { phone: '+1-555-123-4567' } }],
  refuses: [
    {
      sent: { phone: '12345', customer_type: '' },
      errors: {
        phone: ["Phone number must be entered in the format: '+1-555-123-4567'."],
        customer_type: ['"" is not a valid choice.'],
      },
    },
  ],
};

/** The contract of stock servers, which require an email address that no other customer has. */
export const stockCustomersContract: ResourceContract = {
  ...customersContract,
  required: ['first_name', 'last_name', 'email'],
  unique: { field: 'email', message: 'customer with this email already exists.' },
};
