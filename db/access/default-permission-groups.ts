import { PERMISSIONS, type Permission } from '#db/identity/permission-group.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { Role } from './roles.ts';

/** A default permission group of a business entity. */
export interface DefaultPermissionGroup {
  name: string;
  roles: readonly Role[];
  permissions: readonly Permission[];
}

const STAFF: readonly DefaultPermissionGroup[] = [
  { name: 'Administrators', roles: ['ADMIN', 'DEVELOPER'], permissions: PERMISSIONS },
  {
    name: 'Lab managers',
    roles: ['LAB_MANAGER'],
    permissions: ['USERS_EDIT_ALL', 'USERS_VIEW_ALL', 'COMPANY_VIEW_ALL', 'EVENT_LOG_VIEW_ALL'],
  },
  {
    name: 'Clinical directors',
    roles: ['LAB_CLINICAL_DIRECTOR'],
    permissions: ['EVENT_LOG_VIEW_ALL', 'COMPANY_VIEW_ALL', 'PATIENTS_VIEW_ALL'],
  },
  {
    name: 'Research directors',
    roles: ['LAB_RESEARCH_DIRECTOR'],
    permissions: ['EVENT_LOG_VIEW_ALL', 'COMPANY_VIEW_ALL'],
  },
  {
    name: 'Project managers',
    roles: ['PROJECT_MANAGER'],
    permissions: ['USERS_EDIT_ALL', 'USERS_VIEW_ALL', 'COMPANY_VIEW_ALL', 'EVENT_LOG_VIEW'],
  },
  {
    name: 'Customer service managers',
    roles: ['CS_MANAGER'],
    permissions: [
      'COMPANY_EDIT_ALL',
      'COMPANY_VIEW_ALL',
      'USERS_VIEW_ALL',
      'PATIENTS_VIEW_ALL',
      'CLINICIAN_LICENSE_EDIT_ALL',
    ],
  },
  {
    name: 'Customer service',
    roles: ['CS_REP'],
    permissions: ['COMPANY_VIEW_ALL', 'USERS_VIEW_ALL', 'PATIENTS_VIEW_ALL'],
  },
  {
    name: 'Sales leaders',
    roles: ['SALES_LEADER'],
    permissions: ['COMPANY_EDIT_ALL', 'COMPANY_VIEW_ALL', 'USERS_VIEW_ALL'],
  },
  {
    name: 'Billing and sales',
    roles: ['BILLING_MANAGER', 'SALES_REP'],
    permissions: ['COMPANY_VIEW_ALL'],
  },
];

const MANAGER = ['COMPANY_EDIT', 'COMPANY_VIEW', 'USERS_EDIT', 'USERS_VIEW', 'EVENT_LOG_VIEW'] as const;
const PATIENTS = ['PATIENTS_EDIT', 'PATIENTS_VIEW'] as const;

/**
 * Return the default permission groups of a business entity (domain 7.2); clinics' patients belong to
 * RESONANT.
 */
export function defaultPermissionGroups(entity: BusinessEntity): readonly DefaultPermissionGroup[] {
  const patients = entity === 'RESONANT' ? PATIENTS : [];
  return [
    ...STAFF,
    {
      name: 'Customer managers',
      roles: ['COMPANY_MANAGER', 'INSTITUTION_MANAGER'],
      permissions: [...MANAGER, ...patients],
    },
    {
      name: 'Clinical managers',
      roles: ['CLINICAL_MANAGER'],
      permissions: [...MANAGER, ...PATIENTS, 'CLINICIAN_LICENSE_EDIT'],
    },
    {
      name: 'Clinicians',
      roles: ['CLINICIAN'],
      permissions: ['CLINICIAN_LICENSE_EDIT', ...PATIENTS, 'COMPANY_VIEW', 'USERS_VIEW'],
    },
    {
      name: 'Clinical billing',
      roles: ['CLINICAL_BILLING_MANAGER'],
      permissions: ['COMPANY_VIEW', 'USERS_VIEW', 'PATIENTS_VIEW'],
    },
    {
      name: 'Customer members',
      roles: ['COMPANY_USER', 'INSTITUTION_USER'],
      permissions: ['COMPANY_VIEW', ...patients],
    },
  ];
}
