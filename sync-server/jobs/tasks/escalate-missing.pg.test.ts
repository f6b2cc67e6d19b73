import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccessionGroup, buildDiscrepancy } from '#db/factories/build-specimens.ts';
import { accessionGroup } from '#db/specimens/accession/accession-group.ts';
import { discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { insertRow } from '#sync-server/postgres/entity-store.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { escalateMissing } from './escalate-missing.ts';

const REPORTED = '2026-11-20T10:00:00.000Z';
const settings = (at: string) => ({ now: new Date(at), timeZone: 'America/New_York' });
const LATER = settings('2026-11-21T10:00:00.000Z');

let lab: DemoServer;
let tubes: { id: string; orderId: string; receivedById: string }[];

beforeAll(async () => {
  lab = await openDemoServer();
  // Specimens missing in the demo lab itself are excluded from these tests.
  await escalateMissing(lab.database.pool, settings('2026-11-21T10:00:00.000Z'));
  tubes = await lab.rows(
    `SELECT specimen.id, order_id AS "orderId", (SELECT id FROM "user" LIMIT 1) AS "receivedById" FROM specimen
     WHERE entity = 'WBL' AND status = 'SHIPPED' AND NOT EXISTS
       (SELECT 1 FROM discrepancy WHERE specimen_id = specimen.id) ORDER BY specimen.id LIMIT 3`,
  );
  const packages = [
    { id: 'opened', receivedCount: 4, groupNumber: 'AG-W26324-91' },
    { id: 'lost', receivedCount: 0, groupNumber: 'AG-W26324-92' },
  ];
  await inTransaction(lab.database.pool, async (client) => {
    for (const one of packages) {
      const { orderId = '', receivedById = '' } = tubes[0] ?? {};
      await insertRow(
        client,
        accessionGroup,
        buildAccessionGroup({ ...one, orderIds: [orderId], receivedById }),
      );
    }
    for (const [index, tube] of tubes.entries()) {
      const about = { specimenId: tube.id, type: 'MISSING' as const, createdAt: REPORTED };
      // The third specimen was in a shipment of which nothing has arrived.
      const accessionGroupId = index === 2 ? 'lost' : 'opened';
      const resolution = index === 1 ? ('LATE_ARRIVAL' as const) : ('OPEN' as const);
      await insertRow(client, discrepancy, buildDiscrepancy({ ...about, accessionGroupId, resolution }));
    }
  });
});
afterAll(() => lab.close());

const statuses = async () =>
  (
    await lab.rows<{ status: string }>('SELECT status FROM specimen WHERE id = ANY ($1) ORDER BY id', [
      tubes.map(({ id }) => id),
    ])
  ).map(({ status }) => status);

test('a missing tube is unchanged for 24 hours', async () => {
  expect(await escalateMissing(lab.database.pool, settings('2026-11-21T09:59:00.000Z'))).toBe(0);
  expect(await statuses()).toEqual(['SHIPPED', 'SHIPPED', 'SHIPPED']);
});

test('a missing tube is then escalated once if others of its shipment arrived; devices see the system as author', async () => {
  const snapshot = await lab.call('LAB_TECH', 'get', '/api/sync/snapshot?limit=1');
  const { generation, head } = snapshot.body;
  expect(await escalateMissing(lab.database.pool, LATER)).toBe(1);
  expect(await statuses()).toEqual(['ACTION_REQUIRED', 'SHIPPED', 'SHIPPED']);
  expect(await escalateMissing(lab.database.pool, LATER)).toBe(0);
  const feed = await lab.call('LAB_TECH', 'get', `/api/sync/feed?generation=${generation}&cursor=${head}`);
  const document = feed.body.documents.find((one: { id: string }) => one.id === tubes[0]?.id);
  expect(document.body).toMatchObject({ status: 'ACTION_REQUIRED', receivedAt: null });
  expect(document.body.events.at(-1)).toMatchObject({
    type: 'SPECIMEN_ACTION_REQUIRED',
    userId: null,
    data: { by: 'System', from: 'SHIPPED', to: 'ACTION_REQUIRED' },
  });
});
