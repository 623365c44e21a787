import { sentences } from './sentences.ts';

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
