import { expect, test } from 'vitest';
import { PERMISSIONS } from '#db/identity/permission-group.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { defaultPermissionGroups } from './default-permission-groups.ts';
import { ROLES, type Role } from './roles.ts';

/** Domain 7.2 as printed. */
const PRINTED: Record<Role, string> = {
  ADMIN: PERMISSIONS.join(', '),
  DEVELOPER: PERMISSIONS.join(', '),
  LAB_MANAGER: 'USERS_EDIT_ALL, USERS_VIEW_ALL, COMPANY_VIEW_ALL, EVENT_LOG_VIEW_ALL',
  LAB_CLINICAL_DIRECTOR: 'EVENT_LOG_VIEW_ALL, COMPANY_VIEW_ALL, PATIENTS_VIEW_ALL',
  LAB_RESEARCH_DIRECTOR: 'EVENT_LOG_VIEW_ALL, COMPANY_VIEW_ALL',
  PROJECT_MANAGER: 'USERS_EDIT_ALL, USERS_VIEW_ALL, COMPANY_VIEW_ALL, EVENT_LOG_VIEW',
  BILLING_MANAGER: 'COMPANY_VIEW_ALL',
  CS_MANAGER:
    'COMPANY_EDIT_ALL, COMPANY_VIEW_ALL, USERS_VIEW_ALL, PATIENTS_VIEW_ALL, CLINICIAN_LICENSE_EDIT_ALL',
  CS_REP: 'COMPANY_VIEW_ALL, USERS_VIEW_ALL, PATIENTS_VIEW_ALL',
  SALES_LEADER: 'COMPANY_EDIT_ALL, COMPANY_VIEW_ALL, USERS_VIEW_ALL',
  SALES_REP: 'COMPANY_VIEW_ALL',
  LAB_TECH: '',
  RESEARCH_ASSISTANT: '',
  COMPANY_MANAGER: 'COMPANY_EDIT, COMPANY_VIEW, USERS_EDIT, USERS_VIEW, EVENT_LOG_VIEW',
  INSTITUTION_MANAGER: 'COMPANY_EDIT, COMPANY_VIEW, USERS_EDIT, USERS_VIEW, EVENT_LOG_VIEW',
  CLINICAL_MANAGER:
    'COMPANY_EDIT, COMPANY_VIEW, USERS_EDIT, USERS_VIEW, EVENT_LOG_VIEW, PATIENTS_EDIT, PATIENTS_VIEW, CLINICIAN_LICENSE_EDIT',
  CLINICIAN: 'CLINICIAN_LICENSE_EDIT, PATIENTS_EDIT, PATIENTS_VIEW, COMPANY_VIEW, USERS_VIEW',
  CLINICAL_BILLING_MANAGER: 'COMPANY_VIEW, USERS_VIEW, PATIENTS_VIEW',
  COMPANY_USER: 'COMPANY_VIEW',
  INSTITUTION_USER: 'COMPANY_VIEW',
};
const ALSO_IN_RESONANT: readonly Role[] = [
  'COMPANY_MANAGER',
  'INSTITUTION_MANAGER',
  'COMPANY_USER',
  'INSTITUTION_USER',
];

const permissionsFor = (entity: BusinessEntity, role: Role): string[] =>
  [
    ...new Set(
      defaultPermissionGroups(entity).flatMap((group) =>
        group.roles.includes(role) ? group.permissions : [],
      ),
    ),
  ].sort();

test.each(ROLES)('%s starts with the permissions of the domain, in either business entity', (role) => {
  const printed = PRINTED[role].split(', ').filter((name) => name !== '');
  expect(permissionsFor('WBL', role)).toEqual([...printed].sort());
  const more = ALSO_IN_RESONANT.includes(role) ? ['PATIENTS_EDIT', 'PATIENTS_VIEW'] : [];
  expect(permissionsFor('RESONANT', role)).toEqual([...printed, ...more].sort());
});
