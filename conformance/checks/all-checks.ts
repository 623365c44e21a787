import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import type { Check } from '../check.ts';
import { announcementChecks, refreshGraceChecks, signOutChecks } from './announcement-checks.ts';
import { attachmentsChecks } from './attachments-checks.ts';
import { authChecks } from './auth-checks.ts';
import { batchChecks } from './batch-checks.ts';
import { changesChecks } from './changes-checks.ts';
import { clientUidChecks } from './client-uid-checks.ts';
import { companySettingsChecks } from './company-settings-checks.ts';
import { corsChecks } from './cors-checks.ts';
import { dashboardChecks } from './dashboard-checks.ts';
import { deletionChecks } from './deletion-checks.ts';
import { eventsChecks } from './events-checks.ts';
import { fieldRulesChecks } from './field-rules-checks.ts';
import { ifMatchChecks } from './if-match-checks.ts';
import { listChecks } from './list-checks.ts';
import { longTextChecks } from './long-text-checks.ts';
import { recordChecks } from './record-checks.ts';
import { refusalChecks, soleChecks } from './refusal-checks.ts';
import { speedChecks } from './speed-checks.ts';
import { valueChecks } from './value-checks.ts';

/** Customers come first, because other records refer to them. */
export const ALL_CHECKS: readonly Check[] = [
  ...authChecks,
  ...RESOURCE_NAMES.flatMap((resource) => [
    ...recordChecks(resource),
    ...listChecks(resource),
    ...valueChecks(resource),
    ...longTextChecks(resource),
    ...refusalChecks(resource),
    ...(soleChecks[resource] ?? []),
    ...deletionChecks(resource),
    ...dashboardChecks(resource),
  ]),
  ...corsChecks,
  ...announcementChecks,
  ...clientUidChecks,
  ...ifMatchChecks,
  ...changesChecks,
  ...batchChecks,
  ...refreshGraceChecks,
  ...eventsChecks,
  ...signOutChecks,
  ...companySettingsChecks,
  ...fieldRulesChecks,
  ...attachmentsChecks,
  ...speedChecks,
];
