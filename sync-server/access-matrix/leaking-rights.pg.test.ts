import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { MASKED } from '#db/records/patient-fields.ts';
import { storedTubes } from '#sync-server/demo/bench-of-demo.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

const MRN = 'MRN-SECRET-77';
const PHYSICIAN = 'Dr. Secretive';
const OFFICES = ['PROJECT_MANAGER', 'CS_MANAGER', 'CS_REP'] as const satisfies readonly Role[];

let lab: DemoServer;
let sampleId = '';
let specimenId = '';
let orderId = '';
beforeAll(async () => {
  lab = await openDemoServer();
  const [tube] = await storedTubes(lab);
  sampleId = tube?.id ?? '';
  const [owner] = await lab.rows<{ specimenId: string; orderId: string }>(
    `SELECT s.id AS "specimenId", s.order_id AS "orderId" FROM sample t JOIN specimen s ON s.id = t.specimen_id
      WHERE t.id = $1`,
    [sampleId],
  );
  specimenId = owner?.specimenId ?? '';
  orderId = owner?.orderId ?? '';
  await lab.rows('UPDATE specimen SET patient_mrn = $2, physician = $3 WHERE id = $1', [
    specimenId,
    MRN,
    PHYSICIAN,
  ]);
});
afterAll(() => lab.close());

describe('custody operations by office roles', () => {
  const operationCalls = (): readonly (readonly [path: string, operation: string, args: object])[] => [
    ['lab/custody', 'check-out-sample', { sampleId, purpose: 'BATCH' }],
    ['lab/samples/update/status', 'check-out-sample', { sampleId, purpose: 'BATCH' }],
    ['lab/samples/update/status', 'mark-sample-not-found', { sampleId }],
    ['lab/samples/update/status', 'dispose-samples', { sampleIds: [sampleId], reason: 'Old' }],
    ['lab/samples/update/status', 'send-samples-to-client', { sampleIds: [sampleId], reason: 'Asked' }],
    [
      'lab/samples/update/status',
      'fail-sample',
      { sampleId, failureReason: 'BAD_SAMPLE', failureNotes: 'Clotted' },
    ],
    ['lab/specimens', 'accession-shipment', { orderIds: [orderId] }],
    ['lab/specimens', 'check-in-sample', { sampleId }],
  ];

  test.each(OFFICES)('%s is refused and changes nothing', async (role) => {
    const before = await lab.fingerprint();
    for (const [path, operation, args] of operationCalls()) {
      const { status } = await lab.call(role, 'patch', `/api/${path}`, { operation, args });
      expect([operation, status]).toEqual([operation, 403]);
    }
    expect(await lab.fingerprint()).toBe(before);
  });

  test.each(OFFICES)('%s cannot send a photo of a receipt', async (role) => {
    const path = `/api/lab/specimens/photos/${specimenId}?accessionGroupId=${specimenId}`;
    expect((await lab.call(role, 'put', path, {})).status).toBe(403);
  });

  test('a lab tech checks the same sample out', async () => {
    const args = { sampleId, purpose: 'BATCH' };
    const done = await lab.call('LAB_TECH', 'patch', '/api/lab/custody', {
      operation: 'check-out-sample',
      args,
    });
    expect([done.status, done.body.error]).toEqual([200, undefined]);
  });

  test('the custody route does no other operation', async () => {
    const other = {
      operation: 'hold-specimen',
      args: { specimenId, status: 'ACTION_REQUIRED', reason: 'x' },
    };
    expect((await lab.call('LAB_MANAGER', 'patch', '/api/lab/custody', other)).status).toBe(422);
  });
});

describe('patients for roles without the permission', () => {
  test.each(['BILLING_MANAGER', 'PROJECT_MANAGER'] as const)(
    '%s reads no record number in any list of specimens',
    async (role) => {
      for (const path of [
        `lab/specimens?search=&limit=500`,
        `lab/specimens/${specimenId}`,
        `specimens?limit=500`,
        `specimens/${specimenId}`,
        `specimens/export`,
        `lab/orders/${orderId}`,
      ]) {
        const answer = await lab.call(role, 'get', `/api/${path}`);
        const text = `${JSON.stringify(answer.body)} ${answer.text}`;
        expect([path, text.includes(MRN), text.includes(PHYSICIAN)]).toEqual([path, false, false]);
      }
      const own = await lab.call(role, 'get', `/api/lab/specimens/${specimenId}`);
      expect([own.status, own.body.patientMrn, own.body.patientId]).toEqual([200, null, null]);
    },
  );

  test.each(['LAB_TECH', 'LAB_CLINICAL_DIRECTOR', 'CS_REP'] as const)(
    '%s reads the record number that is compared with the tube',
    async (role) => {
      const { body } = await lab.call(role, 'get', `/api/lab/specimens/${specimenId}`);
      expect(body.patientMrn).toBe(MRN);
    },
  );

  test('a device stores that a received specimen has a record number, not which; a physician goes to the bench', async () => {
    const readReplicated = async (role: Role) => {
      let after = '';
      for (;;) {
        const { body } = await lab.call(role, 'get', `/api/sync/snapshot?limit=500${after}`);
        const document = body.documents.find(({ id }: { id: string }) => id === specimenId);
        if (document) return document.body;
        if (!body.more) throw new Error('The device does not carry the specimen.');
        after = `&after=${encodeURIComponent(body.after)}`;
      }
    };
    expect(await readReplicated('PROJECT_MANAGER')).toMatchObject({ patientMrn: MASKED, physician: MASKED });
    expect(await readReplicated('LAB_TECH')).toMatchObject({ patientMrn: MASKED, physician: PHYSICIAN });
  });
});

describe('search for staff by a customer', () => {
  test('events name no id of staff and cannot be found by their staff author', async () => {
    const staff = await lab.rows<{ id: string; name: string; email: string }>(
      `SELECT u.id, coalesce(u.name, u.first_name || ' ' || u.last_name) AS name, u.email FROM "user" u
         JOIN user_company m ON m.user_id = u.id WHERE m.role = 'LAB_TECH' AND m.entity = 'WBL' ORDER BY u.id LIMIT 1`,
    );
    const [tech] = staff;
    const [own] = await lab.rows<{ id: string }>(
      `SELECT o.id FROM "order" o JOIN company c ON c.id = o.company_id
        WHERE c.name = 'Northfield Biotech' AND NOT o.deleted ORDER BY o.id LIMIT 1`,
    );
    await lab.rows(
      `INSERT INTO event (id, created_at, created_by_id, updated_at, entity, type, target_type, target_id, user_id,
         occurred_at, data, customer_visible)
       VALUES ('of-the-lab', now(), $2, now(), 'WBL', 'ORDER_STATUS_CHANGED', 'Order', $1, $2, now(), $3, true)`,
      [own?.id, tech?.id, JSON.stringify({ by: tech?.name, from: tech?.id, to: 'RECEIVED' })],
    );
    const one = await lab.call('COMPANY_USER', 'get', '/api/events/of-the-lab');
    expect(one.body).toMatchObject({ targetId: own?.id, userId: null, createdById: null });
    for (const path of ['/api/events?limit=500', '/api/events/of-the-lab', '/api/events/export']) {
      const { text } = await lab.call('COMPANY_USER', 'get', path);
      for (const known of [tech?.id, tech?.name, tech?.email])
        expect([path, text.includes(String(known))]).toEqual([path, false]);
    }
    for (const filter of [`userId=${tech?.id}`, `search=${encodeURIComponent(String(tech?.name))}`])
      expect((await lab.call('COMPANY_USER', 'get', `/api/events?${filter}`)).body.total).toBe(0);
  });
});
