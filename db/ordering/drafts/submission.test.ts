import { expect, test } from 'vitest';
import { openCompanyBench } from '#db/factories/benches/company-bench.ts';
import { buildUser, buildUserCompany } from '#db/factories/build-identity.ts';
import { buildClinicianLicense } from '#db/factories/build-patients.ts';
import { user } from '#db/identity/user.ts';
import { userCompany } from '#db/identity/user-company.ts';
import { companiesOfGroup } from '#db/ordering/manifest/load-manifest-context.ts';
import { company } from '#db/organizations/company.ts';
import { clinicianLicense } from '#db/patients/clinician-license.ts';
import { orderingClinicians } from './submission.ts';

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
