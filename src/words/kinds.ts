import { sentences } from './sentences.ts';

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
