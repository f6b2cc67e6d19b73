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
  const theirs = { entity: 'RESONANT', patientMrn, physician: 'Dr. Grey' } as const;
  await lab.insert(specimen, buildSpecimen({ id: 'their-shipped', ...theirs }));
  await lab.insert(
    specimen,
    buildSpecimen({ id: 'their-received', ...theirs, receivedAt, status: 'RECEIVED' }),
  );
  await lab.insert(
    specimen,
    buildSpecimen({ id: 'their-in-doubt', ...theirs, receivedAt, status: 'RECEIVED_QUARANTINED' }),
  );
});
afterAll(() => lab.database.drop());

/** The values of a field that a device of this person gets by snapshot and by feed. */
async function readReplicated(
  role: Role,
  field = 'patientMrn',
  person = lab.tess,
): Promise<Record<string, unknown>[]> {
  const actor = { ...person, role };
  const first = await readFirstLoad(lab.database.pool, actor, { limit: 1_000 });
  const { generation } = first;
  const feed = await readFeed(lab.database.pool, actor, { generation, cursor: 1, limit: 1_000 });
  return [first.documents, feed.documents].map((documents) =>
    Object.fromEntries(
      documents.filter(({ kind }) => kind === 'Specimen').map(({ id, body }) => [id, body[field]]),
    ),
  );
}

test('a bench device stores record numbers only until the material is received', async () => {
  const expected = {
    shipped: 'MRN-4711',
    received: MASKED,
    'in-doubt': 'MRN-4711',
    research: null,
    // Of a business that the lab serves, a device has them only for check-in.
    'their-shipped': 'MRN-4711',
    'their-received': MASKED,
    'their-in-doubt': MASKED,
  };
  expect(await readReplicated('LAB_TECH')).toEqual([expected, expected]);
});

test('a bench device stores no physician of a business that the lab serves', async () => {
  const [first, second] = await readReplicated('LAB_TECH', 'physician');
  const expected = { 'their-shipped': MASKED, 'their-received': MASKED, 'their-in-doubt': MASKED };
  expect(first).toMatchObject(expected);
  expect(second).toEqual(first);
});

const WITHHELD = { shipped: MASKED, received: MASKED, 'in-doubt': MASKED, research: null };
const THEIRS_WITHHELD = { 'their-shipped': MASKED, 'their-received': MASKED, 'their-in-doubt': MASKED };

test.each([
  ['PROJECT_MANAGER', { ...WITHHELD, ...THEIRS_WITHHELD }],
  ['CS_REP', WITHHELD],
] as const)('a device of %s stores no record number', async (role, expected) => {
  expect(await readReplicated(role)).toEqual([expected, expected]);
});

test('a device of customer service at the served business stores no record number', async () => {
  expect(await readReplicated('CS_REP', 'patientMrn', lab.rob)).toEqual([THEIRS_WITHHELD, THEIRS_WITHHELD]);
});
