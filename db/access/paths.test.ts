import { describe, expect, it } from 'vitest';
import { PERMISSIONS } from '#db/identity/permission-group.ts';
import { mayVisit, pathsOf } from './paths.ts';
import type { Visitor } from './permissions.ts';
import { CLINICAL_ROLES, ROLES, type Role } from './roles.ts';

const COMMON = '/, /settings/*, /support/*, /create-account/success, /notes/*';
const SHARED =
  '/lab/queue/*, /lab/batches/*, /lab/specimens/*, /lab/samples/*, /lab/orders/*, /lab/assigned-sections/*, /lab/inventory/*, /lab/measurement-unit/*, /internal/results/*, /lab/flows/*';
const DIRECTOR = `${SHARED}, /lab/studies/*, /lab/protocols/*, /lab/sections/*, /queue/*, /lab/projects/*, /projects/*, /lab/procedures/*, /event-log/*, /lab/analysis/*`;
const MANAGER =
  '/invoices/*, /order/*, /orders/*, /payment/*, /projects/*, /specimens/*, /users/*, /service/*';
const MEMBER = '/order/*, /orders/*, /projects/*, /specimens/*, /service/*';
const CS = '/lab/orders/*, /lab/specimens/*, /payment/*, /billing/invoices, /organizations/*';

/** Domain 7.1 as printed, lab variant: paths beyond the common ones. */
const PRINTED: Partial<Record<Role, string>> = {
  LAB_MANAGER: `${SHARED}, /lab/projects/*, /lab/studies/*, /users/*, /event-log/*, /lab/sections/*, /lab/protocols/*, /lab/procedures/*, /lab/services/*, /lab/analysis/*, /data-sync`,
  LAB_CLINICAL_DIRECTOR: `${DIRECTOR}, /director/clinical/*, /lab/clinical-director, /data-sync`,
  LAB_RESEARCH_DIRECTOR: `${DIRECTOR}, /director/research/*, /lab/research-director, /lab/research/protocols, /data-sync`,
  LAB_TECH: `${SHARED}, /lab/projects/*, /data-sync`,
  RESEARCH_ASSISTANT: `${SHARED}, /lab/procedures/*, /lab/sections/*, /lab/protocols/*, /lab/research/protocols, /lab/studies/*, /lab/projects/*, /lab/analysis/*, /data-sync`,
  PROJECT_MANAGER:
    '/lab/orders/*, /lab/queue/*, /lab/batches/*, /lab/specimens/*, /lab/samples/*, /lab/sections/*, /order/*, /queue/*, /users/*, /lab/projects/*, /projects/*, /lab/procedures/*, /director/research/*, /lab/protocols/*, /lab/services/*, /service/*, /internal/results/*, /lab/analysis/*, /lab/flows/*, /organizations/*',
  BILLING_MANAGER: '/approvals/*, /lab/orders/*, /queue/*, /billing/*',
  CS_MANAGER: CS,
  CS_REP: CS,
  SALES_LEADER: '/lab/orders/*, /lab/services/*, /approvals/*, /users/*, /lab/protocols/*, /organizations/*',
  SALES_REP: '/lab/orders/*, /lab/services/*, /organizations/*',
  COMPANY_MANAGER: MANAGER,
  INSTITUTION_MANAGER: MANAGER,
  COMPANY_USER: MEMBER,
  INSTITUTION_USER: MEMBER,
};

const person = (role: Role, more: Partial<Visitor> = {}): Visitor => ({
  role,
  permissions: [...PERMISSIONS],
  parentCompanyId: null,
  ...more,
});
const list = (text: string): string[] => text.split(', ');
const below = (pattern: string): string => pattern.replace(/\/\*$/, '/01J00000000000000000000000');
/** The paths that the exclusions of the tables remove, whatever other rows allow. */
const EXCLUDED = /^\/lab\/(samples\/(check-in|check-out|move)|specimens\/accession|studies|protocols)/;

describe('the paths of the lab variant', () => {
  it.each(ROLES)(
    '%s opens every printed path, and the paths below it where the pattern has a star',
    (role) => {
      const printed = role === 'ADMIN' || role === 'DEVELOPER' ? ['/*'] : list(PRINTED[role] ?? '/');
      for (const pattern of [...list(COMMON), ...printed]) {
        for (const path of [pattern.replace(/\/\*$/, '') || '/', below(pattern)])
          expect([path, mayVisit('lab-services', person(role), path)]).toEqual([path, true]);
      }
    },
  );

  it.each(ROLES)('%s opens only those and the paths of the menu', (role) => {
    if (role === 'ADMIN' || role === 'DEVELOPER')
      return expect(pathsOf('lab-services', role)).toEqual(['/*']);
    const printed = [...list(COMMON), ...list(PRINTED[role] ?? '/')];
    const more = pathsOf('lab-services', role).filter(
      (pattern) => !pattern.startsWith('!') && pattern.endsWith('/*') && !printed.includes(pattern),
    );
    expect(more).toEqual([]);
  });

  it.each<[Role, string]>([
    ['PROJECT_MANAGER', '/lab/samples/check-in'],
    ['PROJECT_MANAGER', '/lab/samples/check-out/x'],
    ['PROJECT_MANAGER', '/lab/samples/move'],
    ['PROJECT_MANAGER', '/lab/specimens/accession'],
    ['CS_MANAGER', '/lab/specimens/accession'],
    ['CS_REP', '/lab/specimens/accession/'],
    ['LAB_TECH', '/lab/studies/1'],
    ['LAB_TECH', '/lab/protocols'],
  ])('%s cannot open %s', (role, path) => {
    expect(path).toMatch(EXCLUDED);
    expect(mayVisit('lab-services', person(role), path)).toBe(false);
  });

  it('do not match a path that only begins alike', () => {
    expect(mayVisit('lab-services', person('SALES_REP'), '/lab/orders-of-others')).toBe(false);
    expect(mayVisit('lab-services', person('CS_REP'), '/billing/invoices/1')).toBe(false);
    expect(mayVisit('lab-services', person('LAB_TECH'), '/data-sync/')).toBe(true);
  });

  it('are only the common ones for clinical roles', () => {
    for (const role of CLINICAL_ROLES) expect(pathsOf('lab-services', role)).toEqual(list(COMMON));
  });
});

describe('the paths of the clinical variant', () => {
  it('are those of the menu and the paths below it', () => {
    expect(mayVisit('clinical', person('CLINICIAN'), '/patients/1')).toBe(true);
    expect(mayVisit('clinical', person('CLINICIAN'), '/order/create')).toBe(true);
    expect(mayVisit('clinical', person('CLINICIAN'), '/payment/1')).toBe(true);
    expect(mayVisit('clinical', person('COMPANY_USER'), '/order/create')).toBe(true);
    expect(mayVisit('clinical', person('COMPANY_USER'), '/payment/1')).toBe(false);
    expect(mayVisit('clinical', person('CS_REP'), '/locations/1')).toBe(true);
    for (const role of ['CS_REP', 'CS_MANAGER', 'PROJECT_MANAGER'] as const)
      expect(mayVisit('clinical', person(role), '/lab/specimens/accession')).toBe(false);
    expect(mayVisit('clinical', person('BILLING_MANAGER'), '/queue')).toBe(false);
    expect(mayVisit('clinical', person('PROJECT_MANAGER'), '/lab/batches')).toBe(false);
  });

  it('are empty for the roles of the bench, which it does not assign', () => {
    for (const role of ['LAB_MANAGER', 'LAB_TECH', 'RESEARCH_ASSISTANT'] as const)
      expect(pathsOf('clinical', role)).toEqual(list(COMMON));
  });
});

describe('pages that require a permission', () => {
  it.each<[string, string]>([
    ['/permissions', 'PERMISSIONS_EDIT'],
    ['/locations/1', 'COMPANY_VIEW'],
    ['/patients', 'PATIENTS_VIEW'],
  ])('%s requires %s, also from administrators', (path, permission) => {
    expect(mayVisit('clinical', person('ADMIN', { permissions: [] }), path)).toBe(false);
    expect(mayVisit('clinical', person('ADMIN', { permissions: [permission] }), path)).toBe(true);
    expect(mayVisit('clinical', 'ADMIN', path)).toBe(false);
  });
  it('open with the `_ALL` form of the permission as well, but never beyond the role', () => {
    expect(mayVisit('clinical', person('ADMIN', { permissions: ['PATIENTS_VIEW_ALL'] }), '/patients')).toBe(
      true,
    );
    expect(mayVisit('lab-services', person('LAB_TECH'), '/permissions')).toBe(false);
  });
});
