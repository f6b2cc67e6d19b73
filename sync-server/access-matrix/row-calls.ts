import type { Family } from '#db/access/families.ts';
import { BILLING_ROW_CALLS, PRICE_ROW_CALLS } from './billing-row-calls.ts';
import { LAB_ROW_CALLS } from './lab-row-calls.ts';
import { ORDER_ROW_CALLS } from './order-row-calls.ts';
import { PATIENT_ROW_CALLS } from './patient-row-calls.ts';
import { PROJECT_ROW_CALLS } from './project-row-calls.ts';
import { FILE_ROW_CALLS, PART_ROW_CALLS, SUPPORT_ROW_CALLS } from './record-row-calls.ts';
import { DEVICE, of, type RowCall, reading } from './row-call.ts';
import { SHIPPING_ROW_CALLS } from './shipping-row-calls.ts';
import { SPECIMEN_ROW_CALLS } from './specimen-row-calls.ts';

const OTHER_COMPANY =
  'SELECT id FROM company WHERE entity = $1 AND id <> $2 AND parent_company_id IS NULL LIMIT 1';
const PERSON = `SELECT user_id AS id FROM user_company WHERE entity = $1 AND role = 'CS_REP' LIMIT 1`;
const MEMBER = `SELECT id FROM user_company WHERE entity = $1 AND role = 'CS_REP' LIMIT 1`;
const OTHER_PERSON = `SELECT user_id AS id FROM user_company WHERE entity = $1 AND company_id <> $2 ORDER BY id LIMIT 1`;
const OTHER_MEMBER = `SELECT id FROM user_company WHERE entity = $1 AND company_id <> $2 ORDER BY id LIMIT 1`;
const OTHER_CLINICIANS_LICENSE = `SELECT id FROM clinician_license WHERE entity = $1 AND user_id NOT IN (
  SELECT user_id FROM user_company WHERE company_id = $2) LIMIT 1`;
const LICENSE_ROW = of(
  'clinician_license',
  `AND user_id IN (SELECT user_id FROM user_company WHERE role = 'CLINICIAN')`,
);

const NOTE = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Tried' }] }] };
const OTHER_COMPANY_NOTE =
  'SELECT id FROM note WHERE entity = $1 AND NOT deleted AND target_id <> $2 AND target_id IN (SELECT id FROM company WHERE parent_company_id IS NULL) ORDER BY id LIMIT 1';

const manager = (rows: string) => ({ company: { by: 'COMPANY_MANAGER' as const, rows } });
const reason = { body: () => ({ reason: 'Tried from elsewhere' }) };

/** Declare an operation on a company: some staff roles may do it everywhere, managers on their own only. */
const companyOperation = (
  suffix: string,
  body: (id: string) => object,
  more: Partial<RowCall> = {},
): RowCall => ({
  method: 'patch',
  path: `/api/companies/:id${suffix}`,
  body,
  rows: of('company'),
  ...manager(OTHER_COMPANY),
  ...more,
});

const ADDRESS = { kind: 'SHIPPING', line1: '1 Main St', city: 'Boston', state: 'MA', postalCode: '02115' };
const GROUP = { name: 'Taken over', roles: [], permissions: [], seenVersion: 1 };
const LICENSE = {
  designation: 'MEDICAL_DOCTOR',
  licenseNumber: 'A1',
  state: 'MA',
  expiresOn: '2030-01-01',
};

/** The calls of each family that name rows. A family with its first route needs its first line here. */
export const ROW_CALLS: Partial<Record<Family, readonly RowCall[]>> = {
  'access-log': [reading('access-log', 'access_log')],
  'audit-log': [reading('audit-log', 'audit_log')],
  auth: [
    // Switching to a membership of another person needs a cookie: `auth/switches.pg.test.ts` covers it.
    {
      method: 'post',
      path: '/api/auth/send-email',
      body: (companyId) => ({ email: 'row@new.example', companyId }),
      rows: of('company', `AND type <> 'CLINIC' AND name NOT LIKE '%Laboratory'`),
      ...manager(OTHER_COMPANY),
    },
  ],
  'auth/pin': [
    {
      method: 'post',
      path: '/api/auth/pin/key',
      by: 'LAB_TECH',
      body: (deviceId) => ({
        deviceId,
        pin: '246810',
        publicKey: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' },
      }),
      rows: DEVICE,
    },
  ],
  'clinician-licenses': [
    {
      ...reading('clinician-licenses', 'clinician_license'),
      company: { by: 'CLINICAL_MANAGER', entity: 'RESONANT', rows: OTHER_CLINICIANS_LICENSE },
    },
    {
      method: 'patch',
      path: '/api/clinician-licenses/:id',
      body: () => ({ ...LICENSE, seenVersion: 1 }),
      rows: LICENSE_ROW,
    },
    {
      method: 'patch',
      path: '/api/clinician-licenses/:id/renew',
      body: () => ({ expiresOn: '2031-01-01' }),
      rows: LICENSE_ROW,
    },
    { method: 'patch', path: '/api/clinician-licenses/:id/verify', ...reason, rows: LICENSE_ROW },
    { method: 'patch', path: '/api/clinician-licenses/:id/error', ...reason, rows: LICENSE_ROW },
  ],
  companies: [
    { ...reading('companies', 'company'), ...manager(OTHER_COMPANY) },
    companyOperation('', () => ({ name: 'Taken over', seenVersion: -1 })),
    companyOperation('/hold', reason.body, { company: { by: 'COMPANY_MANAGER', rows: OTHER_COMPANY } }),
    companyOperation('/release', reason.body),
    companyOperation('/request-verification', reason.body),
    companyOperation('/resubmit', reason.body),
    companyOperation('/approve', reason.body),
    companyOperation('/reject', reason.body),
    { ...companyOperation('/addresses', () => ADDRESS), method: 'post' },
    companyOperation('/addresses/:addressId', () => ADDRESS, { own: 'never' }),
    companyOperation('/addresses/:addressId/remove', () => ({}), { own: 'never' }),
    companyOperation('/addresses/:addressId/default', () => ({}), { own: 'never' }),
    { ...companyOperation('/campaigns', () => ({ code: 'TAKEN-OVER', name: 'Taken over' })), method: 'post' },
    companyOperation('/campaigns/:campaignId', () => ({ name: 'Taken over', kitFee: null }), {
      own: 'never',
    }),
    companyOperation('/campaigns/:campaignId/end', reason.body, { own: 'never' }),
    companyOperation('/campaigns/:campaignId/resume', () => ({}), { own: 'never' }),
  ],
  emails: [
    { ...reading('emails', 'email'), by: 'DEVELOPER' },
    {
      method: 'post',
      path: '/api/emails/:id/retry',
      by: 'DEVELOPER',
      rows: of('email', `AND status = 'FAILED'`),
    },
  ],
  events: [
    {
      ...reading('events', 'event'),
      ...manager(
        `SELECT id FROM event WHERE entity = $1 AND target_type = 'Company' AND target_id <> $2 AND customer_visible ORDER BY id LIMIT 1`,
      ),
    },
  ],
  ...BILLING_ROW_CALLS,
  ...FILE_ROW_CALLS,
  ...LAB_ROW_CALLS,
  ...ORDER_ROW_CALLS,
  ...PATIENT_ROW_CALLS,
  ...PRICE_ROW_CALLS,
  ...PROJECT_ROW_CALLS,
  ...SHIPPING_ROW_CALLS,
  ...SPECIMEN_ROW_CALLS,
  ...SUPPORT_ROW_CALLS,
  notes: [
    {
      method: 'get',
      path: '/api/notes',
      query: (targetId) => ({ targetType: 'Company', targetId }),
      rows: of('company'),
      ...manager(OTHER_COMPANY),
    },
    {
      method: 'post',
      path: '/api/notes',
      body: (targetId) => ({ targetType: 'Company', targetId, body: NOTE }),
      rows: of('company'),
      ...manager(OTHER_COMPANY),
    },
    {
      method: 'patch',
      path: '/api/notes/:id',
      body: () => ({ body: NOTE, seenVersion: -1 }),
      rows: of('note'),
      ...manager(OTHER_COMPANY_NOTE),
    },
    { method: 'delete', path: '/api/notes/:id', rows: of('note'), ...manager(OTHER_COMPANY_NOTE) },
  ],
  permissions: [
    {
      method: 'put',
      path: '/api/permissions/:id',
      body: () => GROUP,
      rows: of('permission_group'),
    },
    {
      method: 'put',
      path: '/api/permissions',
      body: (groupId) => ({ groups: [{ ...GROUP, groupId }] }),
      rows: of('permission_group'),
    },
    {
      method: 'delete',
      path: '/api/permissions/:id',
      rows: of('permission_group', `AND NOT ('ADMIN' = ANY (roles))`),
      own: 'never',
    },
  ],
  s3: [
    ...PART_ROW_CALLS,
    {
      method: 'post',
      path: '/api/s3/presigned/:id',
      body: () => ({ fileType: 'IMAGE' }),
      rows: PERSON,
      own: 'alike',
      ...manager(OTHER_PERSON),
    },
    {
      method: 'get',
      path: '/api/s3/files/:id',
      rows: of('s3_file'),
      own: 'never',
      ...manager(of('s3_file')),
    },
    {
      method: 'put',
      path: '/api/s3/files/:id',
      rows: of('s3_file'),
      own: 'never',
      ...manager(of('s3_file')),
    },
  ],
  's3/delete': [
    {
      method: 'delete',
      path: '/api/s3/delete',
      body: (key) => ({ fileType: 'IMAGE', s3Keys: [key] }),
      rows: 'SELECT key AS id FROM s3_file WHERE entity = $1 AND NOT deleted LIMIT 1',
      ...manager('SELECT key AS id FROM s3_file WHERE entity = $1 AND NOT deleted ORDER BY id DESC LIMIT 1'),
    },
  ],
  users: [
    {
      method: 'post',
      path: '/api/users/:id/reset-second-factor',
      by: 'ADMIN',
      body: () => ({ reason: 'Tried from elsewhere' }),
      rows: PERSON,
    },
    { method: 'get', path: '/api/users/:id', rows: PERSON, ...manager(OTHER_PERSON) },
    {
      method: 'patch',
      path: '/api/users/:id',
      body: () => ({ phone: '(617) 555-0199' }),
      rows: PERSON,
      ...manager(OTHER_PERSON),
    },
    {
      method: 'patch',
      path: '/api/users/allow-devices',
      body: (userCompanyId) => ({ userCompanyId, devicesPerDay: 5 }),
      rows: MEMBER,
      own: 'never',
      ...manager(OTHER_MEMBER),
    },
    {
      method: 'patch',
      path: '/api/users/change-role',
      body: (userCompanyId) => ({ userCompanyId, role: 'CS_REP' }),
      rows: MEMBER,
      ...manager(OTHER_MEMBER),
    },
    {
      method: 'patch',
      path: '/api/users/withdraw-invitation',
      body: (userCompanyId) => ({ userCompanyId }),
      rows: MEMBER,
      own: 'never',
      ...manager(OTHER_MEMBER),
    },
  ],
  'users/profile-image': [
    { method: 'delete', path: '/api/users/profile-image/:userId', rows: PERSON, ...manager(OTHER_PERSON) },
  ],
  'users/toggle-status': [
    {
      method: 'patch',
      path: '/api/users/toggle-status',
      body: (userCompanyId) => ({ userCompanyId, deactivated: false, reason: 'Tried' }),
      rows: MEMBER,
      ...manager(OTHER_MEMBER),
    },
  ],
};

/** Families whose routes name no row, because they concern the session itself. */
export const FAMILIES_WITHOUT_ROWS: readonly Family[] = ['preference', 'super-admin/switch-role'];

/** Rows that belong to no family of the table of grants: devices. */
export const OTHER_ROW_CALLS: readonly RowCall[] = [
  {
    method: 'patch',
    path: '/api/sync/devices/:id',
    by: 'LAB_MANAGER',
    body: () => ({ name: 'Freezer hall' }),
    rows: DEVICE,
  },
  { method: 'delete', path: '/api/sync/devices/:id', by: 'LAB_MANAGER', rows: DEVICE },
  { method: 'post', path: '/api/sync/devices/:id/release', by: 'LAB_TECH', rows: DEVICE },
];
