import { expect, test } from 'vitest';
import { inRole, openPriceBench } from '#db/factories/benches/price-bench.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { removeRequisitions, saveRequisitions } from '#db/ordering/manifest/save-requisitions.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { mayRegisterSpecimens } from './draft-rights.ts';

const cells = {
  customerSampleId: 'S-1',
  providedSourceSpecies: 'Homo sapiens',
  providedSpecimenType: 'Whole blood',
};
const save = { orderId: 'order', mode: 'replace', source: 'typed' } as const;
const list = { ...save, rows: [{ row: 1, cells }] };

for (const role of ['CS_MANAGER', 'CS_REP', 'SALES_REP'] as const)
  test(`${role} registers and removes specimens of orders that they drafted, and is refused for another draft`, async () => {
    for (const status of ['DRAFT', 'ANTICIPATED'] as const) {
      const { world } = openPriceBench({ status, createdByUserId: 'drafter', packageType: 'TUBE' });
      const attempt = runRule(world, saveRequisitions, list, inRole(role, 'colleague'));
      await expect(attempt).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: 'Somebody else drafted this order. They or the customer enter its specimens.',
      });
      expect(world.all(specimen)).toEqual([]);
      await runRule(world, saveRequisitions, list, inRole(role, 'drafter'));
      const specimenIds = world.all(specimen).map(({ id }) => id);
      expect(specimenIds).toHaveLength(1);
      const removeArgs = { orderId: 'order', specimenIds };
      await expect(
        runRule(world, removeRequisitions, removeArgs, inRole(role, 'colleague')),
      ).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
      await runRule(world, removeRequisitions, removeArgs, inRole(role, 'drafter'));
      expect(world.select(specimen, { deleted: false })).toEqual([]);
    }
  });

test('a project manager and a customer register specimens of any visible order, a sales leader of none', () => {
  const roles = ['PROJECT_MANAGER', 'COMPANY_USER', 'SALES_LEADER', 'SALES_REP'] as const;
  const order = { createdByUserId: 'drafter' };
  const registers = roles.filter((role) => mayRegisterSpecimens({ role, userId: 'other' }, order));
  expect(registers).toEqual(['PROJECT_MANAGER', 'COMPANY_USER']);
});
