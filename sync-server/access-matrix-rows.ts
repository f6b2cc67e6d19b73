import type { Family } from '#db/access/families.ts';
import type { Role } from '#db/access/roles.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { Method } from './demo/demo-server.ts';

/** A call that names a row: in its path, where the id takes the place of each parameter, or in its body. */
export interface RowCall {
  method: Method;
  /** The path as the table of routes has it. */
  path: `/api/${string}`;
  body?(id: string): object;
  /** Who asks; the administrator unless somebody else may. */
  by?: Role;
  /** SQL for the ids of rows that the call may name, of the business entity $1. */
  rows: string;
  /**
   * What an own row answers: found, when nothing is said. `never`: not by its id alone (a signed link, a second id, an
   * act that would end the test's own person). `alike`: every id answers the same unless there is something to tell.
   */
  own?: 'never' | 'alike';
  /** Who of a customer asks for rows of another company, which are these of business entity $1, not of company $2. */
  company?: { by: Role; entity?: BusinessEntity; rows: string };
}

const of = (table: string, more = ''): string =>
  `SELECT id FROM ${table} WHERE entity = $1 AND NOT deleted ${more} ORDER BY id LIMIT 1`;
const reading = (family: Family, table: string): RowCall => ({
  method: 'get',
  path: `/api/${family}/:id`,
  rows: of(table),
});
const act = (operation: string, key: string, more: object = {}) => ({
  body: (id: string) => ({ operation, args: { [key]: id, ...more } }),
});

const ELSEWHERE =
  'SELECT id FROM company WHERE entity = $1 AND id <> $2 AND parent_company_id IS NULL LIMIT 1';
const PERSON = `SELECT user_id AS id FROM user_company WHERE entity = $1 AND role = 'LAB_TECH' LIMIT 1`;
const MEMBER = `SELECT id FROM user_company WHERE entity = $1 AND role = 'LAB_TECH' LIMIT 1`;
const OTHER_PERSON = `SELECT user_id AS id FROM user_company WHERE entity = $1 AND company_id <> $2 ORDER BY id LIMIT 1`;
const OTHER_MEMBER = `SELECT id FROM user_company WHERE entity = $1 AND company_id <> $2 ORDER BY id LIMIT 1`;
const DEVICE = of('device', `AND kind = 'HANDHELD'`);
const ELSEWHERES_LICENCE = `SELECT id FROM clinician_license WHERE entity = $1 AND user_id NOT IN (
  SELECT user_id FROM user_company WHERE company_id = $2) LIMIT 1`;
const LICENCE_ROW = of(
  'clinician_license',
  `AND user_id IN (SELECT user_id FROM user_company WHERE role = 'CLINICIAN')`,
);
const MADE_UP = '01J00000000000000000000000';

const manager = (rows: string) => ({ company: { by: 'COMPANY_MANAGER' as const, rows } });
const reason = { body: () => ({ reason: 'Tried from elsewhere' }) };

/** An act on a company that some of the lab do and managers do on their own only. */
const companyAct = (word: string, body: (id: string) => object, more: Partial<RowCall> = {}): RowCall => ({
  method: 'patch',
  path: `/api/companies/:id${word}`,
  body,
  rows: of('company'),
  ...manager(ELSEWHERE),
  ...more,
});

const ADDRESS = { kind: 'SHIPPING', line1: '1 Main St', city: 'Boston', state: 'MA', postalCode: '02115' };
const GROUP = { name: 'Taken over', roles: [], permissions: [], seenVersion: 1 };
const LICENCE = {
  designation: 'MEDICAL_DOCTOR',
  licenseNumber: 'A1',
  state: 'MA',
  expiresOn: '2030-01-01',
};

/** The calls of each family that name rows. A family that gets its first route gets its first line here. */
export const ROW_CALLS: Partial<Record<Family, readonly RowCall[]>> = {
  'access-log': [reading('access-log', 'access_log')],
  'audit-log': [reading('audit-log', 'audit_log')],
  auth: [
    // Switching to a membership of somebody else needs a cookie: `auth/switches.pg.test.ts` tries it.
    {
      method: 'post',
      path: '/api/auth/send-email',
      body: (companyId) => ({ email: 'row@new.example', companyId }),
      rows: of('company', `AND type <> 'CLINIC' AND name NOT LIKE '%Laboratory'`),
      ...manager(ELSEWHERE),
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
      company: { by: 'CLINICAL_MANAGER', entity: 'RESONANT', rows: ELSEWHERES_LICENCE },
    },
    {
      method: 'patch',
      path: '/api/clinician-licenses/:id',
      body: () => ({ ...LICENCE, seenVersion: 1 }),
      rows: LICENCE_ROW,
    },
    {
      method: 'patch',
      path: '/api/clinician-licenses/:id/renew',
      body: () => ({ expiresOn: '2031-01-01' }),
      rows: LICENCE_ROW,
    },
    { method: 'patch', path: '/api/clinician-licenses/:id/verify', ...reason, rows: LICENCE_ROW },
    { method: 'patch', path: '/api/clinician-licenses/:id/error', ...reason, rows: LICENCE_ROW },
  ],
  companies: [
    { ...reading('companies', 'company'), ...manager(ELSEWHERE) },
    companyAct('', () => ({ name: 'Taken over', seenVersion: -1 })),
    companyAct('/hold', reason.body, { company: { by: 'COMPANY_MANAGER', rows: ELSEWHERE } }),
    companyAct('/release', reason.body),
    companyAct('/request-verification', reason.body),
    companyAct('/resubmit', reason.body),
    companyAct('/approve', reason.body),
    companyAct('/reject', reason.body),
    { ...companyAct('/addresses', () => ADDRESS), method: 'post' },
    companyAct('/addresses/:addressId', () => ADDRESS, { own: 'never' }),
    companyAct('/addresses/:addressId/remove', () => ({}), { own: 'never' }),
    companyAct('/addresses/:addressId/default', () => ({}), { own: 'never' }),
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
  'lab/assigned-sections': [
    reading('lab/assigned-sections', 'assigned_section'),
    {
      method: 'patch',
      path: '/api/lab/assigned-sections/:id',
      body: () => ({ operation: 'note-deviation', args: { note: 'Tried from elsewhere' } }),
      rows: of('assigned_section'),
    },
  ],
  'lab/barcode': [
    {
      method: 'get',
      path: '/api/lab/barcode/:value',
      rows: `SELECT value AS id FROM barcode WHERE entity = $1 AND active AND type = 'SAMPLE' ORDER BY id LIMIT 1`,
    },
  ],
  'lab/batches': [
    reading('lab/batches', 'batch'),
    {
      method: 'patch',
      path: '/api/lab/batches/:id',
      body: () => ({ operation: 'start-batch', args: {} }),
      rows: of('batch'),
    },
    {
      method: 'post',
      path: '/api/lab/batches',
      body: (procedureId) => ({ name: 'Elsewhere', procedureId }),
      rows: of('procedure', `AND status = 'APPROVED'`),
    },
  ],
  'lab/batches/research': [
    {
      method: 'post',
      path: '/api/lab/batches/research',
      body: (procedureId) => ({ name: 'Elsewhere', procedureId }),
      rows: of('procedure', `AND status = 'APPROVED'`),
    },
  ],
  'lab/data-sync': [
    {
      method: 'post',
      path: '/api/lab/data-sync/incidents',
      by: 'LAB_TECH',
      body: (deviceId) => ({
        deviceId,
        kind: 'STORAGE_ERROR',
        message: 'QuotaExceededError',
        occurredAt: '2026-11-21T10:00:00.000Z',
      }),
      rows: DEVICE,
    },
  ],
  'lab/equipment': [reading('lab/equipment', 'equipment')],
  'lab/events': [reading('lab/events', 'event')],
  'lab/inventory-item': [
    reading('lab/inventory-item', 'inventory_item'),
    {
      method: 'patch',
      path: '/api/lab/inventory-item',
      ...act('open-inventory-item', 'itemId'),
      rows: of('inventory_item'),
    },
  ],
  'lab/inventory-type': [reading('lab/inventory-type', 'inventory_type')],
  'lab/orders': [reading('lab/orders', '"order"')],
  'lab/procedures': [reading('lab/procedures', 'procedure')],
  'lab/protocols': [reading('lab/protocols', 'protocol')],
  'lab/samples': [reading('lab/samples', 'sample')],
  'lab/samples/update/status': [
    {
      method: 'patch',
      path: '/api/lab/samples/update/status',
      ...act('check-out-sample', 'sampleId', { purpose: 'BATCH' }),
      rows: of('sample'),
    },
  ],
  'lab/sections': [reading('lab/sections', 'section')],
  'lab/specimens': [
    reading('lab/specimens', 'specimen'),
    {
      method: 'patch',
      path: '/api/lab/specimens',
      ...act('release-specimen', 'specimenId', { note: 'Tried' }),
      rows: of('specimen'),
    },
  ],
  'lab/specimens/move': [
    {
      method: 'patch',
      path: '/api/lab/specimens/move',
      body: (sampleId) => ({ sampleId, containerId: MADE_UP, position: 'A1' }),
      rows: of('sample'),
      own: 'never',
    },
  ],
  'lab/storage-management': [
    reading('lab/storage-management', 'storage_management'),
    {
      method: 'patch',
      path: '/api/lab/storage-management',
      ...act('retire-container', 'containerId', { reason: 'Tried' }),
      rows: of('storage_management', `AND type = 'BOX'`),
    },
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
      path: '/api/users/change-role',
      body: (userCompanyId) => ({ userCompanyId, role: 'LAB_TECH' }),
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

/** Families whose routes name no row: they are about the session itself. */
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
];
