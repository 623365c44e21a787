import { sentences } from './sentences.ts';

/** Part of the first download, so keep it small. */
export const commonWords = sentences({
  cancel: 'Cancel',
  close: 'Close',
  delete: 'Delete',
  discard: 'Discard',
  done: 'Done',
  goOn: 'Continue',
  loading: 'Loading…',
  retry: 'Retry',
});

/** Returns '1 customer', '1,204 customers'. */
export const countWords = sentences({
  records: '{count, plural, one {# {noun}} other {# {nouns}}}',
  matching: '{matching, plural, other {#}} of {records}',
});

/** Titles ('Customers', 'Customer') and a noun for sentences ('customer'). */
export const customerLabel = sentences({ plural: 'Customers', title: 'Customer', noun: 'customer' });

export const projectLabel = sentences({ plural: 'Projects', title: 'Project', noun: 'project' });

export const estimateLabel = sentences({ plural: 'Estimates', title: 'Estimate', noun: 'estimate' });

export const workOrderLabel = sentences({ plural: 'Work Orders', title: 'Work Order', noun: 'work order' });

export const attachmentLabel = sentences({ plural: 'Photos', title: 'Photo', noun: 'photo' });

/** A signed document is stored as photos are. */
export const documentLabel = sentences({ plural: 'Documents', title: 'Document', noun: 'document' });

/** For records without a name, a title or a number. */
export const namelessRecords = sentences({
  customers: 'Unnamed customer',
  projects: 'Untitled project',
  estimates: 'Untitled estimate',
  workOrders: 'Untitled work order',
  attachments: 'Photo',
});

/** By value: kinds that share a value share its label. */
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
  photo: 'Photo',
  document: 'Document',
  template: 'Template',
  file: 'File',
  before: 'Before',
  during: 'During',
  after: 'After',
  damage: 'Damage',
  equipment: 'Equipment',
  reading: 'Reading',
});

export type Choice = keyof typeof choiceLabels;

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
  project: 'Project',
  estimate: 'Estimate',
  work_order: 'Work Order',
  kind: 'Kind',
  sha256: 'File',
  thumb_sha256: 'Thumbnail',
  size: 'Size',
  media_type: 'File Type',
  name: 'File Name',
  room: 'Room',
  label: 'Label',
  caption: 'Caption',
  taken_at: 'Taken',
  taken_by: 'Taken By',
  latitude: 'Latitude',
  longitude: 'Longitude',
  accuracy: 'Accuracy',
  received_at: 'Received',
  uploaded_by: 'Uploaded By',
});

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
  push: 'Needs a push',
  schedule: 'Schedule',
});

/** Loaded with the first list. */
export const recordWords = sentences({
  unknown: 'Unknown',
  showInSync: 'Show it in Sync',
});

export const changeNames = sentences({
  sign: 'New signed document',
  create: 'New {noun}',
  update: 'Change to {fields}',
  delete: 'Delete {noun}',
  more: '{count, plural, other {# more}}',
  nothing: 'nothing',
});

/** Shown above the server's message. */
export const parkReasons = sentences({
  deletedOnServer: 'The record was deleted on the server.',
  mayExistTwice: 'The server may already have this record. Sending it again could create a duplicate.',
  conflict: 'Someone else changed the same fields.',
  serverErrors: 'The server failed repeatedly on this change.',
  tooOld: 'This change is older than 14 days. The record on the server may have changed since.',
  fromFile: 'This change came from a file. It is sent when you say so.',
});

/** States of a change that the server has not confirmed. */
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

/** Columns whose names differ from the labels in the forms. */
export const columnWords = sentences({
  budget: 'Budget',
  company: 'Company',
  estimateNumber: 'Estimate #',
  location: 'Location',
  name: 'Name',
  type: 'Type',
  workOrderNumber: 'Work Order #',
});

/** Days until an estimate expires, or since it expired. */
export const validityWords = sentences({
  left: '{days, plural, =0 {today} =1 {tomorrow} other {in # days}}',
  past: '{days, plural, =1 {Expired yesterday} other {Expired # days ago}}',
  pastMonths: '{months, plural, other {Expired # months ago}}',
  pastYears: '{years, plural, other {Expired # years ago}}',
});

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

/** The specification's messages, word for word. */
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

export const failedToWords = sentences({
  fetch: 'Failed to fetch {what}',
  create: 'Failed to create {what}',
  update: 'Failed to update {what}',
  delete: 'Failed to delete {what}',
  save: 'Failed to save {what}',
});

/** Shown if no server answered. */
export const noAnswerWords = sentences({
  timeout: '{failure}: the server took too long to answer.',
  unreachable: '{failure}: the server cannot be reached.',
});

export const figureWords = sentences({ unfetched: 'Not fetched yet', loading: 'Loading' });

/** `required`: the server rejects a blank field. `needed`: the form does not save without it. */
export const hintWords = sentences({ required: 'The server needs this', needed: 'Needed to save' });

export const contactWords = sentences({
  call: 'Call',
  text: 'Text',
  email: 'Email',
  directions: 'Directions',
});

export const adjusterWords = sentences({
  whom: '{name} (adjuster)',
  call: 'Call {name} (adjuster)',
  text: 'Text {name} (adjuster)',
  email: 'Email {name} (adjuster)',
});

export const namelessAdjusterWords = sentences({
  whom: 'Adjuster',
  call: 'Call the adjuster',
  text: 'Text the adjuster',
  email: 'Email the adjuster',
});

export const joinWords = sentences({
  none: 'nothing',
  next: '{words}, {word}',
  last: '{words} and {word}',
});

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
