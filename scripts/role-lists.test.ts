import { describe, expect, it } from 'vitest';
import { findRoleLists } from './role-lists.ts';

const ADVICE = 'declare a capability in db/access/capabilities.ts and ask hasCapability';
const problemsOf = (text: string, name = 'db/samples/failing/fail-sample.ts'): string[] =>
  findRoleLists({ name, text });

describe('the check of role lists', () => {
  it.each([
    ["const DECIDERS = ['LAB_MANAGER', 'ADMIN'] as const;", 'a list of roles'],
    ["const DECIDERS = [...OTHERS, 'LAB_TECH'];", 'a list of roles'],
    ["const DECIDERS = new Set<Role>(['LAB_TECH']);", 'a list of roles'],
    ["type Decider = 'LAB_MANAGER' | 'ADMIN';", 'a union of roles'],
    ['const PORTALS = { CS_REP: 1, CS_MANAGER: 1 };', 'a table by role'],
    ["const decides = actor.role === 'LAB_MANAGER';", 'a comparison of roles'],
    ["const decides = 'LAB_MANAGER' !== role;", 'a comparison of roles'],
    ["const decides = roles.includes('ADMIN');", 'a comparison of roles'],
    ["switch (role) { case 'ADMIN': break; }", 'a comparison of roles'],
    ["const SQL = `SELECT 1 FROM user_company uc WHERE uc.role = 'ADMIN'`;", 'a role in SQL'],
    ["const SQL = `SELECT id FROM user_company WHERE role NOT IN ('CS_REP', 'ADMIN')`;", 'a role in SQL'],
    ['const SQL = "role IN (\'CS_REP\')";', 'a role in SQL'],
  ])('refuses %s', (text, problem) => {
    expect(problemsOf(`// the first line\n${text}`)).toEqual([
      `db/samples/failing/fail-sample.ts:2: ${problem}; ${ADVICE}`,
    ]);
  });

  it.each([
    ["const SYSTEM = { role: 'ADMIN', name: 'System' };"],
    ["const role = session?.user.role ?? 'COMPANY_USER';"],
    ["const KINDS = ['REWORK', 'COMPANY_MANAGER'];"],
    ["const own = approvalKind === 'COMPANY_MANAGER';"],
    ["switch (approval.kind) { case 'COMPANY_MANAGER': break; }"],
    ["const decides = hasCapability(role, 'decideQuality');"],
  ])('accepts %s', (text) => {
    expect(problemsOf(text)).toEqual([]);
  });

  it.each([
    'db/access/capabilities.ts',
    'db/demo/demo-people.ts',
    'db/samples/fail-sample.test.ts',
    'pwa/app/menu.e2e.ts',
  ])('leaves out %s', (name) => {
    expect(problemsOf("const DECIDERS = ['LAB_MANAGER'];", name)).toEqual([]);
  });
});
