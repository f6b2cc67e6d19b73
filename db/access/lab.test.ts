import { expect, test } from 'vitest';
import { DEFAULT_LAB, entitiesOfGrant, labServing, replicaScopeOf, visibleEntities } from './lab.ts';
import { ROLES } from './roles.ts';

const BOTH = ['WBL', 'RESONANT'];
const member = (role: (typeof ROLES)[number], entity: 'WBL' | 'RESONANT') => ({
  role,
  entity,
  lab: DEFAULT_LAB,
});

test('the bench staff of the home entity see every served entity, all others their own', () => {
  const served = ROLES.filter((role) => visibleEntities(member(role, 'WBL')).length > 1);
  expect(served).toEqual([
    'ADMIN',
    'DEVELOPER',
    'LAB_MANAGER',
    'LAB_CLINICAL_DIRECTOR',
    'LAB_RESEARCH_DIRECTOR',
    'LAB_TECH',
    'PROJECT_MANAGER',
    'RESEARCH_ASSISTANT',
  ]);
  expect(visibleEntities(member('LAB_TECH', 'WBL'))).toEqual(BOTH);
  for (const role of ROLES) expect(visibleEntities(member(role, 'RESONANT'))).toEqual(['RESONANT']);
});

test('operations of offices stay within the own entity, also those of the bench staff', () => {
  expect(entitiesOfGrant(member('LAB_MANAGER', 'WBL'), 'lab/custody:update')).toEqual(BOTH);
  expect(entitiesOfGrant(member('LAB_MANAGER', 'WBL'), 'billing/invoice:read')).toEqual(['WBL']);
  expect(entitiesOfGrant(member('CS_REP', 'WBL'), 'orders:update')).toEqual(['WBL']);
  expect(entitiesOfGrant(member('ADMIN', 'RESONANT'), 'lab/custody:update')).toEqual(['RESONANT']);
});

test('devices store the bench only for the staff of the home entity', () => {
  expect(replicaScopeOf(member('LAB_TECH', 'WBL'))).toBe('BENCH');
  expect(replicaScopeOf(member('LAB_TECH', 'RESONANT'))).toBeNull();
  expect(replicaScopeOf(member('ADMIN', 'RESONANT'))).toBeNull();
  expect(replicaScopeOf(member('CS_REP', 'RESONANT'))).toBe('SERVICE');
  expect(replicaScopeOf(member('PROJECT_MANAGER', 'RESONANT'))).toBe('PROJECTS');
  expect(replicaScopeOf(member('CLINICIAN', 'RESONANT'))).toBeNull();
});

test('an entity that no lab serves is a lab of its own', () => {
  expect(labServing([DEFAULT_LAB], 'RESONANT')).toBe(DEFAULT_LAB);
  expect(labServing([], 'RESONANT')).toEqual({ id: 'RESONANT', home: 'RESONANT', entities: ['RESONANT'] });
});
