import { expect, test } from 'vitest';
import { buildClinicianLicense } from '#db/factories/build-clinician-license.ts';
import { buildUser } from '#db/factories/build-user.ts';
import { buildUserCompany } from '#db/factories/build-user-company.ts';
import { openCompanyBench } from '#db/factories/company-bench.ts';
import { user } from '#db/identity/user.ts';
import { userCompany } from '#db/identity/user-company.ts';
import { company } from '#db/organizations/company.ts';
import { clinicianLicense } from '#db/patients/clinician-license.ts';
import { companiesOfGroup } from './manifest/known-clinicians.ts';
import { orderingClinicians } from './ordering-clinicians.ts';

const stamp = { at: '2026-11-21T08:00:00.000Z', userId: 'staff', entity: 'RESONANT' as const };

test('a clinician of any location of the medical group may be named by any other, consistent with the row check', async () => {
  const { world } = openCompanyBench();
  const joins = (userId: string, companyId: string, status: 'VERIFIED' | 'PENDING_VERIFICATION') => {
    world.putRow(user, buildUser({ id: userId, email: `${userId}@people.example`, name: `Dr ${userId}` }));
    world.putRow(userCompany, buildUserCompany({ id: `m-${userId}`, userId, companyId, role: 'CLINICIAN' }));
    world.putRow(clinicianLicense, buildClinicianLicense({ userId, status }));
  };
  joins('atlas', 'branch', 'VERIFIED');
  joins('boone', 'clinic', 'VERIFIED');
  joins('cline', 'clinic', 'PENDING_VERIFICATION');
  joins('drake', 'stranger', 'VERIFIED');
  const namedBy = (companyId: string) =>
    world.transaction(stamp, async (tx) => {
      const owner = await tx.get(company, companyId);
      return owner && orderingClinicians(tx, await companiesOfGroup(tx, owner), '2026-11-21');
    });
  for (const companyId of ['clinic', 'branch'])
    expect((await namedBy(companyId))?.printed).toEqual(['Dr atlas', 'Dr boone']);
  expect((await namedBy('stranger'))?.printed).toEqual(['Dr drake']);
});
