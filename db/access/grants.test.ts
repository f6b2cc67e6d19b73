import { describe, expect, it } from 'vitest';
import { ACTIONS, FAMILIES, type Family, type Grant } from './families.ts';
import {
  BASELINE,
  GLOBAL_ONLY,
  GRANT_ROWS,
  grantsOf,
  limitNameOf,
  limitOf,
  may,
  mayPerson,
} from './grants.ts';
import { CUSTOMER_ROLES, ROLES, type Role, STAFF_ROLES } from './roles.ts';

const COLUMNS: readonly (readonly Role[])[] = [
  ['LAB_MANAGER'],
  ['LAB_CLINICAL_DIRECTOR', 'LAB_RESEARCH_DIRECTOR'],
  ['LAB_TECH'],
  ['RESEARCH_ASSISTANT'],
  ['PROJECT_MANAGER'],
  ['BILLING_MANAGER'],
  ['CS_MANAGER', 'CS_REP'],
  ['SALES_LEADER'],
  ['SALES_REP'],
  ['COMPANY_MANAGER', 'INSTITUTION_MANAGER'],
  ['COMPANY_USER', 'INSTITUTION_USER'],
  ['CLINICIAN'],
  ['CLINICAL_BILLING_MANAGER'],
  ['CLINICAL_MANAGER'],
];

/**
 * The domain's table of API grants as printed, with decision D32; cells about two families at once are split.
 */
const PRINTED = `
orders | R | R | R | R | CRU | R | R | R | R | CRU | CR | CR | R | CRU
create-order | R | R | R | R | CRU | R | R | R | R | CRU | CR | CR | R | CRU
create-order/manifest | R | R | R | R | CRU | R | CR | R | CR | CRU | CR | CR | R | CRU
manifest | R | R | R | R | CRU | R | R | R | R | CRU | CR | CR | R | CRU
manifest/specimen | R | R | R | R | CRU | R | CR | R | CR | CRU | CR | CR | R | CRU
shipping | R | R | R | R | CRU | R | R | R | R | CRU | CR | CR | R | CRU
specimens | R | R | R | R | CRU | R | RU | . | . | CRU | CR | CR | R | CRU
specimens/documents | R | R | R | R | CRU | R | RU | . | . | CRU | CR | CR | R | CRU
patients | . | R(CD) | . | . | . | . | R | . | . | CRU | CR | CRU | R | CRUD
projects | R | R | R | R | CRUD | R | CR | R | R | CRU | CR | R | R | CRU
invoices | . | . | . | . | R | CRUD | R | . | . | R | . | R | R | R
create-payment-intent | . | . | . | . | C | C | C | . | . | C | . | C | C | C
create-online-payment-intent | . | . | . | . | C | . | C | . | . | C | C | C | C | C
billing | . | . | . | . | R | CRUD | R | . | . | . | . | . | R | .
billing/invoice | . | . | . | . | R | CRUD | R | . | . | . | . | . | R | .
companies | R | R | . | . | R | RU | CRU(CSM) R(CSR) | CRU | R | RU own | . | . | . | RU own
users | CRU | R | R | . | CRU | . | R | R | . | CRU | . | R | R | CRU
users/toggle-status | U | . | . | . | U | . | . | . | . | U | . | . | . | U
clinician-licenses | . | R | . | . | . | . | RU | . | . | . | . | CRU own | R | CRU
events | R | R | R | R | R | R | R | . | . | . | . | . | . | .
lab/events | R | R | R | R | R | R | R | . | . | . | . | . | . | .
emails | C | C | . | . | C | C | C | . | . | . | . | . | . | .
notes | UD | UD | UD | UD | UD | UD | UD | UD | UD | UD | U | U | U | UD
lab/orders | CRU | R | R | R | CRU | CRU | CRU | CRU | CR | . | . | . | . | .
lab/orders/files | CRU | R | R | R | CRU | CRU | CRU | CRU | CR | . | . | . | . | .
lab/orders/update/status/payment | . | . | . | . | U | U | . | . | . | . | . | . | . | .
lab/orders/override/cancel | . | . | . | . | U | . | . | . | . | . | . | . | . | .
lab/orders/delete-order | . | . | . | . | D | . | D draft | . | . | . | . | . | . | .
lab/orders/close | U | . | . | . | U | . | . | . | . | . | . | . | . | .
lab/price | . | . | . | . | CRUD | R | R | CRUD | R | . | . | . | . | .
lab/project-base-pricing | . | . | . | . | CRUD | R | R | CRUD | R | . | . | . | . | .
lab/price-adjustments | . | . | . | . | CRU | CRUD | R | CRU | CR | . | . | . | . | .
lab/services | CRUD | R | R | R | CRUD | . | R | R | R | CR* | CR* | R | R | CR*
lab/protocols | CRUD | CRU | R | CRU research | CRUD | . | . | R | . | . | . | . | . | .
lab/procedures | CRUD | CRU | R | CRU research | CRUD | . | . | . | . | . | . | . | . | .
lab/flows | CRUD | CRU | R | R | CRUD | . | . | . | . | . | . | . | . | .
lab/analysis | CRUD | CRU | . | CRU research | CRUD | . | . | . | . | . | . | . | . | .
lab/procedures/sign-off | . | U | . | . | . | . | . | . | . | . | . | . | . | .
lab/procedures/reject | . | U | . | . | . | . | . | . | . | . | . | . | . | .
lab/sections | CRUD | CRU | R | CRU | CRUD | . | . | . | . | . | . | . | . | .
sections | CRUD | CRU | R | CRU | CRUD | . | . | . | . | . | . | . | . | .
lab/assigned-sections | CRU | RU | RU | RU | RU | . | . | . | . | . | . | . | . | .
assigned-sections/research | CRU | CRU(RD) | RU | CRU | R | . | . | . | . | . | . | . | . | .
lab/batches | CRUD | CRU | RU | RU | CRU | . | R | . | . | . | . | . | . | .
lab/batches/directorApproved | U non-clinical | U | . | . | . | . | . | . | . | . | . | . | . | .
lab/batches/override | U | U | . | . | . | . | . | . | . | . | . | . | . | .
lab/batches/research | CRU | CRU(RD) | R | CRU | R | . | . | . | . | . | . | . | . | .
lab/samples | CRUD | CRU | CRU | CRU | CRU | . | R | . | . | . | . | . | . | .
lab/samples/files | CRUD | CRU | CRU | CRU | CRU | . | R | . | . | . | . | . | . | .
lab/custody | U | U | U | U | . | . | . | . | . | . | . | . | . | .
lab/samples/update/status | U | U | U fail only | U fail only | U | . | . | . | . | . | . | . | . | .
lab/specimens | CRU | CRUD | RU accession | RU accession | CRUD | R | RU | . | . | . | . | . | . | .
lab/specimens/files | CRU | CRUD | RU accession | RU accession | CRUD | R | RU | . | . | . | . | . | . | .
lab/specimens/check-requisition-number | R | R | R | R | R | . | R | . | . | R | R | R | . | R
lab/specimens/move | U | U | U | U | . | . | . | . | . | . | . | . | . | .
lab/storage-management | CRUD | RU | RU | RU | R | . | . | . | . | . | . | . | . | .
lab/inventory-item | CRUD | RU | RU | RU | R | . | . | . | . | . | . | . | . | .
lab/barcode | CRU | CR | CR | CR | R | R | R | . | . | . | . | . | . | .
lab/inventory-type | CRUD | R | R | R | R | . | . | . | . | . | . | . | . | .
lab/measurement-unit | CRUD | R | R | R | R | . | . | . | . | . | . | . | . | .
lab/equipment | CRUD | R | R | R | R | . | . | . | . | . | . | . | . | .
lab/sequencers | CRUD | R | R | R | CRU | . | . | . | . | . | . | . | . | .
lab/data-sync | CRU | CRU | CR | CR | . | . | . | . | . | . | . | . | . | .
internal/results | CRUD | CRU | CR | CR | CRU | . | R | . | . | . | . | . | . | .
lab/studies | CRUD | CRU | . | CRU | CRUD | . | . | . | . | . | . | . | . | .
lab/projects | CRUD | CRU | R | CR | CRUD | . | RU | . | . | . | . | . | . | .
s3/delete | D | D | D own | D own | D | D | D own | D own | D | D own | D own draft | D own | . | D own`;

const CODES: Record<string, Role> = {
  CD: 'LAB_CLINICAL_DIRECTOR',
  RD: 'LAB_RESEARCH_DIRECTOR',
  CSM: 'CS_MANAGER',
  CSR: 'CS_REP',
};
const LETTERS = { create: 'C', read: 'R', update: 'U', delete: 'D' } as const;

/**
 * Return the letters of a printed cell for one of its column's roles: `CRU(CSM) R(CSR)` differs between the
 * two.
 */
function printedLetters(cell: string, role: Role): string {
  if (cell === '.') return '';
  const narrowedGrants = [...cell.matchAll(/([CRUD]+)\((\w+)\)/g)];
  if (narrowedGrants.length > 0)
    return narrowedGrants.find(([, , code = '']) => CODES[code] === role)?.[1] ?? '';
  return cell.match(/^[CRUD]+/)?.[0] ?? '';
}

const withBaseline = (letters: string, family: Family): string => {
  const more = (BASELINE[family] ?? '').split(' ')[0] ?? '';
  return [...'CRUD'].filter((code) => `${letters}${more}`.includes(code)).join('');
};

const lettersOf = (role: Role, family: Family): string =>
  ACTIONS.filter((action) => may(role, `${family}:${action}`))
    .map((action) => LETTERS[action])
    .join('');

const rows = PRINTED.trim()
  .split('\n')
  .map((line) => line.split('|').map((part) => part.trim()));

describe('the grants of the domain', () => {
  it('match the printed column of every role, row by row, including the baseline', () => {
    for (const [name = '', ...cells] of rows) {
      const family = FAMILIES.find((known) => known === name);
      if (!family) throw new Error(`${name} is no family.`);
      expect(cells, name).toHaveLength(COLUMNS.length);
      COLUMNS.forEach((roles, column) => {
        for (const role of roles) {
          const expected = withBaseline(printedLetters(cells[column] ?? '', role), family);
          expect(`${name} ${role} ${lettersOf(role, family)}`).toBe(`${name} ${role} ${expected}`);
        }
      });
    }
  });

  it('have a row, a baseline or the global grant for every family, and no family in two rows', () => {
    const inRows = GRANT_ROWS.flatMap(({ families }) => families);
    expect(new Set(inRows).size).toBe(inRows.length);
    const familiesOutsideRows = [...Object.keys(BASELINE), ...GLOBAL_ONLY, 'super-admin/switch-role'];
    expect(
      FAMILIES.filter((family) => !inRows.includes(family) && !familiesOutsideRows.includes(family)),
    ).toEqual([]);
    const added = ['access-log', 'audit-log', 'support'];
    expect(inRows.filter((family) => !added.includes(family)).sort()).toEqual(
      rows.map(([name]) => name).sort(),
    );
  });

  it('include everything for administrators and developers, as one global grant', () => {
    for (const family of FAMILIES.filter((name) => name !== 'super-admin/switch-role')) {
      expect([lettersOf('ADMIN', family), lettersOf('DEVELOPER', family)]).toEqual(['CRUD', 'CRUD']);
    }
    expect(grantsOf('ADMIN')).toEqual(['*']);
    expect(grantsOf('LAB_MANAGER')).toContain('lab/batches:*');
    expect(grantsOf('LAB_TECH')).toContain('lab/batches:update');
  });

  it('allow only super admins to switch role, in every role that they use', () => {
    const grant = 'super-admin/switch-role:update';
    for (const role of ROLES) {
      expect(may(role, grant), role).toBe(false);
      expect(mayPerson({ role, isSuperAdmin: true }, grant), role).toBe(true);
      expect(mayPerson({ role, isSuperAdmin: false }, grant), role).toBe(false);
    }
    expect(mayPerson({ role: 'CS_REP', isSuperAdmin: true }, 'permissions:update')).toBe(false);
  });

  it('reserve permissions for administrators and developers', () => {
    const writers = ROLES.filter((role) => may(role, 'permissions:update'));
    expect(writers).toEqual(['ADMIN', 'DEVELOPER']);
  });

  it('include the baseline for all roles, also clinical ones', () => {
    for (const role of ROLES) {
      for (const grant of [
        'notes:create',
        'notes:read',
        's3:create',
        'support:create',
        'auth/pin:update',
      ] as const)
        expect(may(role, grant), `${role} ${grant}`).toBe(true);
    }
  });
});

describe('the limits of grants', () => {
  it.each<[Role, Grant, string | null]>([
    ['LAB_TECH', 'lab/samples/update/status:update', 'fail only'],
    ['LAB_MANAGER', 'lab/samples/update/status:update', null],
    ['LAB_TECH', 'lab/specimens:update', 'accession'],
    ['LAB_TECH', 'lab/specimens:read', null],
    ['LAB_MANAGER', 'lab/batches/directorApproved:update', 'non-clinical'],
    ['LAB_CLINICAL_DIRECTOR', 'lab/batches/directorApproved:update', null],
    ['RESEARCH_ASSISTANT', 'lab/protocols:create', 'research'],
    ['RESEARCH_ASSISTANT', 'lab/protocols:read', null],
    ['RESEARCH_ASSISTANT', 'lab/analysis:update', 'research'],
    ['COMPANY_USER', 's3/delete:delete', 'own draft'],
    ['COMPANY_MANAGER', 's3/delete:delete', 'own'],
    ['SALES_REP', 's3/delete:delete', null],
    ['CS_REP', 'lab/orders/delete-order:delete', 'draft'],
    ['COMPANY_MANAGER', 'lab/services:create', 'quote'],
    ['COMPANY_MANAGER', 'lab/services:read', null],
    ['PROJECT_MANAGER', 'lab/services:create', null],
    ['COMPANY_MANAGER', 'companies:update', 'own company'],
    ['CS_MANAGER', 'companies:update', null],
    ['CLINICIAN', 'clinician-licenses:update', 'own'],
    ['CLINICAL_MANAGER', 'clinician-licenses:update', null],
    ['COMPANY_USER', 'notes:update', 'own'],
    ['COMPANY_USER', 'notes:read', null],
    ['ADMIN', 'notes:update', null],
    ['COMPANY_USER', 'lab/batches:read', null],
  ])('%s with %s: %s', (role, grant, limit) => {
    expect(limitNameOf(role, grant)).toBe(limit);
  });

  it('are the wider of the baseline and the row: staff read all events and companies, customers their own', () => {
    for (const role of CUSTOMER_ROLES) {
      expect(limitOf(role, 'events:read')?.text).toBe('only what their company is shown');
      expect(limitOf(role, 'companies:read')?.text).toBe('only their own organization');
    }
    const all = STAFF_ROLES.filter((role) => limitOf(role, 'events:read') === null);
    expect(STAFF_ROLES.filter((role) => !all.includes(role))).toEqual(['SALES_LEADER', 'SALES_REP']);
  });
});
