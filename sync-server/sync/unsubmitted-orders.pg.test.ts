import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildOrder } from '#db/factories/build-ordering.ts';
import { buildCompany } from '#db/factories/build-organizations.ts';
import { buildProtocol } from '#db/factories/build-protocols.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { order } from '#db/ordering/orders/order.ts';
import { company } from '#db/organizations/company.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { SnapshotPage } from '#db/sync/wire.ts';
import { readFirstLoad } from './snapshot.ts';
import { openTestLab, type TestLab } from './test-lab.ts';

let lab: TestLab;

beforeAll(async () => {
  lab = await openTestLab();
  await lab.insert(company, buildCompany({ id: 'customer' }));
  await lab.insert(protocol, buildProtocol({ id: 'service' }));
});
afterAll(() => lab.database.drop());

test('a device knows a draft order, so that its package is recognized, but none of its specimens', async () => {
  const draft = { id: 'draft', companyId: 'customer', protocolId: 'service', status: 'DRAFT' } as const;
  await lab.insert(
    order,
    buildOrder({ ...draft, orderNumber: 'W-000888', createdByUserId: lab.tess.userId }),
  );
  const row = { id: 'row', orderId: 'draft', protocolId: 'service', status: 'DRAFT' } as const;
  await lab.insert(specimen, buildSpecimen(row));
  const { documents } = SnapshotPage.parse(
    await readFirstLoad(lab.database.pool, lab.tess, { after: undefined, limit: 1_000 }),
  );
  expect(documents.find(({ id }) => id === 'draft')?.body).toMatchObject({
    orderNumber: 'W-000888',
    status: 'DRAFT',
  });
  expect(documents.some(({ id }) => id === 'row')).toBe(false);
});
