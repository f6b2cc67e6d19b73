import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROLES } from '#db/access/roles.ts';
import { buildCompany } from '#db/factories/build-organizations.ts';
import { company } from '#db/organizations/company.ts';
import { openTestLab, type TestLab } from '#sync-server/sync/test-lab.ts';
import { requireVisibleCompany, visibleCompanies } from './require-access.ts';

let lab: TestLab;
beforeAll(async () => {
  lab = await openTestLab();
  for (const [id, parentCompanyId, entity] of [
    ['group', null, 'WBL'],
    ['site-1', 'group', 'WBL'],
    ['site-2', 'group', 'WBL'],
    ['stranger', null, 'WBL'],
    ['elsewhere', 'group', 'RESONANT'],
  ] as const) {
    await lab.insert(company, buildCompany({ id, parentCompanyId, entity }));
  }
});
afterAll(() => lab.database.drop());

const loadVisible = (role: (typeof ROLES)[number], companyId = 'group') =>
  visibleCompanies(lab.database.pool, { role, companyId, entity: 'WBL' });

test('staff see all companies, a manager their own with its locations, everybody else their own', async () => {
  for (const role of ROLES) {
    const companies = await loadVisible(role);
    if (/^(CLINICAL_|COMPANY_M|INSTITUTION_M)/.test(role))
      expect(companies).toEqual(['group', 'site-1', 'site-2']);
    else if (/^(COMPANY|INSTITUTION)_USER|CLINICIAN$/.test(role)) expect(companies).toEqual(['group']);
    else expect(companies).toBe('all');
  }
  expect(await loadVisible('COMPANY_MANAGER', 'site-1')).toEqual(['site-1']);
});

test('a row of an invisible company is not found, one of a location is', async () => {
  const manager = { role: 'COMPANY_MANAGER', companyId: 'group', entity: 'WBL' } as const;
  await requireVisibleCompany(lab.database.pool, manager, 'site-2');
  for (const companyId of ['stranger', 'elsewhere', null]) {
    await expect(requireVisibleCompany(lab.database.pool, manager, companyId)).rejects.toMatchObject({
      status: 404,
    });
  }
  await requireVisibleCompany(lab.database.pool, { ...manager, role: 'LAB_TECH' }, 'stranger');
});
