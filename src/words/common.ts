import { sentences } from './sentences.ts';

/** What means the same wherever it stands. It is in the first download: keep it small. */
export const commonWords = sentences({
  cancel: 'Cancel',
  close: 'Close',
  delete: 'Delete',
  discard: 'Discard',
  done: 'Done',
  goOn: 'Go on',
  loading: 'Loading…',
  retry: 'Retry',
});

/** Records of a kind, counted: '1 customer', '1,204 customers'. */
export const countWords = sentences({
  records: '{count, plural, one {# {noun}} other {# {nouns}}}',
  matching: '{matching, plural, other {#}} of {records}',
});

/** A kind of record, in titles ('Customers', 'Customer') and within sentences ('customer'). */
export const customerLabel = sentences({ plural: 'Customers', title: 'Customer', noun: 'customer' });

/** The same. */
export const projectLabel = sentences({ plural: 'Projects', title: 'Project', noun: 'project' });

/** The same. */
export const estimateLabel = sentences({ plural: 'Estimates', title: 'Estimate', noun: 'estimate' });

/** The same: 'Work Orders', 'Work Order', 'work order'. */
export const workOrderLabel = sentences({ plural: 'Work Orders', title: 'Work Order', noun: 'work order' });

/** What a record is called that has neither a name nor a title nor a number. */
export const namelessRecords = sentences({
  customers: 'Unnamed customer',
  projects: 'Untitled project',
  estimates: 'Untitled estimate',
  workOrders: 'Untitled work order',
});

/** The values of the choice fields: statuses, types and priorities of all kinds of record. */
export const choiceLabels = sentences({
  residential: 'Residential',
  commercial: 'Commercial',
  insurance: 'Insurance',
  property_management: 'Property Management',
  active: 'Active',
  inactive: 'Inactive',
  prospect: 'Prospect',
  lead: 'Lead',
  water_damage: 'Water Damage',
  fire_damage: 'Fire Damage',
  mold_remediation: 'Mold Remediation',
  storm_damage: 'Storm Damage',
  smoke_damage: 'Smoke Damage',
  biohazard: 'Biohazard Cleanup',
  general_cleaning: 'General Cleaning',
  other: 'Other',
  pending: 'Pending',
  assigned: 'Assigned',
  in_progress: 'In Progress',
  on_hold: 'On Hold',
  completed: 'Completed',
  cancelled: 'Cancelled',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  urgent: 'Urgent',
  draft: 'Draft',
  sent: 'Sent',
  accepted: 'Accepted',
  rejected: 'Rejected',
  expired: 'Expired',
});

/** A value that has a label. */
export type Choice = keyof typeof choiceLabels;

/** What the forms call their fields. */
export const fieldLabels = sentences({
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
});

/** What the screens are called, in the navigation and at their heads. */
export const screenTitles = sentences({
  dashboard: 'Dashboard',
  customers: 'Customers',
  projects: 'Projects',
  estimates: 'Estimates',
  workOrders: 'Work Orders',
  reports: 'Reports',
  settings: 'Settings',
  sync: 'Sync',
  today: 'Today',
});

/** A record where it is mentioned: in a list, on another record, on Sync. Loaded with the first list. */
export const recordWords = sentences({
  unknown: 'Unknown',
  showInSync: 'Show it in Sync',
});

/** What a change is called, and what it made of a field. */
export const changeNames = sentences({
  create: 'New {noun}',
  update: 'Change to {fields}',
  delete: 'Delete {noun}',
  more: '{count, plural, other {# more}}',
  nothing: 'nothing',
});

/** Why a change waits for a person, where the server’s words alone do not say it. */
export const parkReasons = sentences({
  deletedOnServer: 'The record was deleted on the server.',
  mayExistTwice: 'The server may already have this record. Sending it again could create a duplicate.',
  conflict: 'Someone else changed the same fields.',
  serverErrors: 'The server failed repeatedly on this change.',
  tooOld: 'This change is older than 14 days. The record on the server may have changed since.',
});

/** How it stands with a change that the server has not confirmed. */
export const changeStates = sentences({
  waiting: 'Waiting',
  canBeUndone: 'Sent in a few seconds, unless you undo it',
  beingSent: 'Being sent',
  needsAttention: 'Needs attention',
  serverError: 'The server had an error.',
  notConfirmed: 'Sent, but not confirmed.',
  triesSometime: 'Trying again as soon as changes can be sent.',
  triesNow: 'Trying again now.',
  triesAt: 'Trying again at {time}.',
  checksSometime: 'Checking whether it arrived as soon as the server can be reached.',
  checksNow: 'Checking now whether it arrived.',
  checksAt: 'Checking at {time} whether it arrived.',
});

/** Columns of the lists and reports that are not called as their fields are in the forms. */
export const columnWords = sentences({
  budget: 'Budget',
  company: 'Company',
  estimateNumber: 'Estimate #',
  location: 'Location',
  name: 'Name',
  type: 'Type',
  workOrderNumber: 'Work Order #',
});

/** What the lists can be narrowed by. */
export const filterNames = sentences({
  completion: 'Completion',
  expired: 'Expired',
  open: 'Open',
  overdue: 'Overdue',
  pending: 'Pending',
  scheduled: 'Scheduled',
  start: 'Start',
  validUntil: 'Valid until',
});

/** The messages of the product that name no kind of record, word for word. Shown where a server gave no words. */
export const failureWords = sentences({
  loginFailed: 'Login failed',
  refreshFailed: 'Failed to refresh token',
  userFailed: 'Failed to get user',
  statsFailed: 'Failed to fetch dashboard stats',
  noRefreshToken: 'No refresh token available',
  noToken: 'No token available',
  sessionExpired: 'Session expired. Please login again.',
  reportNotFound: 'Report not found',
  dashboard: 'Error loading dashboard: {error}',
});

/** What could not be done with a record or a list, word for word. */
export const failedToWords = sentences({
  fetch: 'Failed to fetch {what}',
  create: 'Failed to create {what}',
  update: 'Failed to update {what}',
  delete: 'Failed to delete {what}',
  save: 'Failed to save {what}',
});

/** The same where no server answered. */
export const noAnswerWords = sentences({
  timeout: '{failure}: the server took too long to answer.',
  unreachable: '{failure}: the server cannot be reached.',
});

/** What stands for a figure that is not known. */
export const figureWords = sentences({ unfetched: 'Not fetched yet', loading: 'Loading' });

/** A field that a server will want, and one without which the form is not saved. */
export const hintWords = sentences({ required: 'The server needs this', needed: 'Needed to save' });

/** Ways to reach somebody or some place. */
export const contactWords = sentences({
  call: 'Call',
  text: 'Text',
  email: 'Email',
  directions: 'Directions',
});

/** The same, to reach a claim's adjuster. */
export const adjusterWords = sentences({
  call: 'Call {name} (adjuster)',
  text: 'Text {name} (adjuster)',
  email: 'Email {name} (adjuster)',
});

/** The same, where the claim has no name of the adjuster. */
export const namelessAdjusterWords = sentences({
  call: 'Call the adjuster',
  text: 'Text the adjuster',
  email: 'Email the adjuster',
});

/** How words are put into a row: 'a, b and c'. */
export const joinWords = sentences({
  none: 'nothing',
  next: '{words}, {word}',
  last: '{words} and {word}',
});

/** The figures of the dashboard, by their names in the server's answer. */
export const statLabels = sentences({
  total_customers: 'Total Customers',
  active_customers: 'Active Customers',
  active_projects: 'Active Projects',
  completed_projects: 'Completed Projects',
  pending_estimates: 'Pending Estimates',
  approved_estimates: 'Approved Estimates',
  open_work_orders: 'Open Work Orders',
  in_progress_work_orders: 'In Progress Work Orders',
});
