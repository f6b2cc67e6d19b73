import { describe, expect, it } from 'vitest';
import { may } from './grants.ts';
import { menuFor } from './menus.ts';
import { mayVisit } from './paths.ts';
import { ROLES } from './roles.ts';

describe('permissions by role', () => {
  it('allow a lab tech to move samples, and no customer', () => {
    expect(may('LAB_TECH', 'lab/specimens/move:update')).toBe(true);
    expect(may('COMPANY_MANAGER', 'lab/specimens/move:update')).toBe(false);
    expect(may('PROJECT_MANAGER', 'lab/specimens/move:update')).toBe(false);
  });
  it('allow a lab tech to work in batches but not to create them', () => {
    expect(may('LAB_TECH', 'lab/batches:update')).toBe(true);
    expect(may('LAB_TECH', 'lab/batches:create')).toBe(false);
  });
  it('allow only deciding roles to resolve a conflict', () => {
    const deciders = ROLES.filter((role) => may(role, 'lab/data-sync:update'));
    expect(deciders).toEqual([
      'ADMIN',
      'DEVELOPER',
      'LAB_MANAGER',
      'LAB_CLINICAL_DIRECTOR',
      'LAB_RESEARCH_DIRECTOR',
    ]);
  });
});

describe('paths by role', () => {
  it('keep a project manager from check-in, check-out and move', () => {
    expect(mayVisit('lab-services', 'PROJECT_MANAGER', '/lab/samples')).toBe(true);
    expect(mayVisit('lab-services', 'PROJECT_MANAGER', '/lab/samples/check-in')).toBe(false);
    expect(mayVisit('lab-services', 'PROJECT_MANAGER', '/lab/samples/move/x')).toBe(false);
  });
  it('allow customer service to see specimens but not to receive them', () => {
    expect(mayVisit('lab-services', 'CS_REP', '/lab/specimens')).toBe(true);
    expect(mayVisit('lab-services', 'CS_REP', '/lab/specimens/accession')).toBe(false);
  });
  it('keep a lab tech from protocols and studies', () => {
    expect(mayVisit('lab-services', 'LAB_TECH', '/lab/batches/B1')).toBe(true);
    expect(mayVisit('lab-services', 'LAB_TECH', '/lab/protocols')).toBe(false);
    expect(mayVisit('lab-services', 'LAB_TECH', '/lab/studies/1')).toBe(false);
  });
  it('allow all roles to open every entry of their own menu, in both variants', () => {
    for (const variant of ['lab-services', 'clinical'] as const) {
      for (const role of ROLES) {
        for (const entry of menuFor(variant, role))
          expect(mayVisit(variant, role, entry.path), `${role} ${entry.path}`).toBe(true);
      }
    }
  });
  it('show Dashboard first to every role', () => {
    for (const role of ROLES) expect(menuFor('lab-services', role)[0]?.path).toBe('/');
  });
});
