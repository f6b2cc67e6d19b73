import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { buildOrder } from '#db/factories/build-ordering.ts';
import { buildProtocol } from '#db/factories/build-protocols.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { order } from '#db/ordering/orders/order.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { MASKED } from '#db/records/patient-fields.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { readFeed } from './feed.ts';
import { readFirstLoad } from './snapshot.ts';
import { openTestLab, type TestLab } from './test-lab.ts';

let lab: TestLab;
beforeAll(async () => {
  lab = await openTestLab();
  const { companyId, userId } = lab.tess;
  await lab.insert(protocol, buildProtocol({ id: 'protocol-1' }));
  await lab.insert(order, buildOrder({ id: 'order-1', companyId, createdByUserId: userId }));
  const patientMrn = 'MRN-4711';
  const receivedAt = '2026-03-02T08:00:00.000Z';
  await lab.insert(specimen, buildSpecimen({ id: 'shipped', patientMrn }));
  await lab.insert(specimen, buildSpecimen({ id: 'received', patientMrn, receivedAt, status: 'RECEIVED' }));
  await lab.insert(
    specimen,
    buildSpecimen({ id: 'in-doubt', patientMrn, receivedAt, status: 'RECEIVED_QUARANTINED' }),
  );
  await lab.insert(specimen, buildSpecimen({ id: 'research', patientMrn: null }));
});
afterAll(() => lab.database.drop());

/** The record numbers that a device of this role gets by snapshot and by feed. */
async function readReplicated(role: Role): Promise<Record<string, unknown>[]> {
  const actor = { ...lab.tess, role };
  const first = await readFirstLoad(lab.database.pool, actor, { limit: 1_000 });
  const { generation } = first;
  const feed = await readFeed(lab.database.pool, actor, { generation, cursor: 0, limit: 1_000 });
  return [first.documents, feed.documents].map((documents) =>
    Object.fromEntries(
      documents.filter(({ kind }) => kind === 'Specimen').map(({ id, body }) => [id, body['patientMrn']]),
    ),
  );
}

test('a bench device stores record numbers only until the material is received', async () => {
  const expected = {
    shipped: 'MRN-4711',
    received: MASKED,
    'in-doubt': 'MRN-4711',
    research: null,
  };
  expect(await readReplicated('LAB_TECH')).toEqual([expected, expected]);
});

test.each(['PROJECT_MANAGER', 'CS_REP'] as const)('a device of %s stores no record number', async (role) => {
  const withheld = MASKED;
  const expected = { shipped: withheld, received: withheld, 'in-doubt': withheld, research: null };
  expect(await readReplicated(role)).toEqual([expected, expected]);
});
