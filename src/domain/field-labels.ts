/** What the forms call their fields. Messages about a field take its name from here as well. */
export const FIELD_LABELS = {
  first_name: 'First Name',
  last_name: 'Last Name',
  email: 'Email',
  phone: 'Phone',
  company_name: 'Company Name',
  customer_type: 'Customer Type',
  status: 'Status',
  title: 'Title',
  customer: 'Customer',
  project_type: 'Project Type',
  priority: 'Priority',
  description: 'Description',
  start_date: 'Start Date',
  estimated_completion_date: 'Estimated Completion Date',
  estimated_cost: 'Estimated Cost',
  estimate_number: 'Estimate Number',
  valid_until: 'Valid Until',
  subtotal: 'Subtotal',
  tax_rate: 'Tax Rate (%)',
  total_amount: 'Total Amount',
  terms_and_conditions: 'Terms and Conditions',
  notes: 'Notes',
  work_order_number: 'Work Order Number',
  scheduled_date: 'Scheduled Date',
  address_line_1: 'Address Line 1',
  address_line_2: 'Address Line 2',
  city: 'City',
  state: 'State',
  postal_code: 'ZIP Code',
} as const;

const LABELS: ReadonlyMap<string, string> = new Map(Object.entries(FIELD_LABELS));

/** The label of a field in its form; a field that no form has keeps the name that it was given. */
export function fieldLabel(field: string): string {
  return LABELS.get(field) ?? field;
}
