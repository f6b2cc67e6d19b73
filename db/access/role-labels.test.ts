import { expect, test } from 'vitest';
import { ROLE_LABELS, roleLabel } from './role-labels.ts';
import { ROLES } from './roles.ts';

test('customers read Admin and Member; staff also read the kind of customer', () => {
  expect(roleLabel('COMPANY_MANAGER', 'COMPANY_USER')).toBe('Admin');
  expect(roleLabel('INSTITUTION_MANAGER', 'CLINICIAN')).toBe('Admin');
  expect(roleLabel('INSTITUTION_USER', 'INSTITUTION_MANAGER')).toBe('Member');
  expect(roleLabel('COMPANY_MANAGER', 'CS_REP')).toBe('Company Admin');
  expect(roleLabel('ADMIN', null)).toBe('Administrator');
});

test('no two roles have the same label for staff', () => {
  expect(new Set(ROLES.map((role) => ROLE_LABELS[role].verbose)).size).toBe(ROLES.length);
});
