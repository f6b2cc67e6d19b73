import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const get = (caller: Caller, path: string) => lab.call(caller, 'get', path);
const one = async (text: string, values: unknown[] = []): Promise<string> =>
  (await lab.rows<{ id: string }>(text, values))[0]?.id ?? 'none';

/** Create an order of a customer, with a visible and an internal event. */
async function putOrderEvents(company: string) {
  const orderId = await one(
    `SELECT o.id FROM "order" o JOIN company c ON c.id = o.company_id WHERE c.name = $1 AND o.entity = 'WBL' LIMIT 1`,
    [company],
  );
  const tech = await one(`SELECT user_id AS id FROM user_company WHERE role = 'LAB_TECH' AND entity = 'WBL'`);
  for (const isVisible of [true, false]) {
    await lab.rows(
      `INSERT INTO event (id, created_at, created_by_id, updated_at, entity, type, target_type, target_id, user_id, company_id, occurred_at, data, customer_visible)
       VALUES ($1, now(), $3, now(), 'WBL', 'ORDER_STATUS_CHANGED', 'Order', $2, $3, 'lab', now(), $4, $5)`,
      [
        `${company.slice(0, 4)}-${isVisible}`,
        orderId,
        tech,
        JSON.stringify({ by: 'Tess', from: 'SHIPPED', to: 'RECEIVED', reason: 'internal' }),
        isVisible,
      ],
    );
  }
  return { orderId, tech };
}

test('a customer reads the events visible to their own company, without names and reasons of the lab', async () => {
  const { orderId } = await putOrderEvents('Northfield Biotech');
  await putOrderEvents('Lakeside University');
  const own = await get('COMPANY_USER', '/api/events?type=ORDER_STATUS_CHANGED');
  expect(own.status).toBe(200);
  expect(own.body.total).toBe(own.body.rows.length);
  expect(own.body.rows.find(({ id }: { id: string }) => id === 'Nort-true')).toMatchObject({
    targetId: orderId,
    userName: null,
    data: { from: 'SHIPPED', to: 'RECEIVED' },
  });
  expect(JSON.stringify(own.body)).not.toMatch(/Lake-|Nort-false|internal|Tess/);
  const staff = await lab.rows<{ id: string }>(
    `SELECT user_id AS id FROM user_company WHERE role IN ('LAB_TECH', 'LAB_MANAGER', 'ADMIN', 'CS_REP') AND entity = 'WBL'`,
  );
  const all = JSON.stringify((await get('COMPANY_USER', '/api/events?limit=500')).body);
  expect(staff.filter(({ id }) => all.includes(id))).toEqual([]);
  expect((await get('COMPANY_USER', '/api/events/Lake-true')).status).toBe(404);
  expect((await get('COMPANY_USER', '/api/events/Nort-false')).status).toBe(404);
  expect((await get('COMPANY_USER', '/api/lab/events')).status).toBe(403);
  const byStaff = await get('LAB_TECH', '/api/events?type=ORDER_STATUS_CHANGED');
  expect(byStaff.body.rows.map(({ id }: { id: string }) => id)).toEqual(
    expect.arrayContaining(['Nort-true', 'Nort-false', 'Lake-true']),
  );
  // Sales has only the baseline: the events visible to its own company.
  expect(JSON.stringify((await get('SALES_REP', '/api/events')).body)).not.toContain('Lake-');
});

test('an event of the other business entity is not found', async () => {
  expect((await get('RESONANT:ADMIN', '/api/lab/events/Nort-true')).status).toBe(404);
  expect((await get('RESONANT:ADMIN', '/api/events/Nort-true')).status).toBe(404);
  const all = await get('RESONANT:ADMIN', '/api/lab/events?limit=500');
  expect(all.body.rows.every(({ entity }: { entity: string }) => entity === 'RESONANT')).toBe(true);
});

test('an event of a membership links to the page of its person', async () => {
  const [member] = await lab.rows<{ id: string; userId: string }>(
    `SELECT id, user_id AS "userId" FROM user_company WHERE entity = 'WBL' ORDER BY id LIMIT 1`,
  );
  await lab.rows(
    `INSERT INTO event (id, created_at, updated_at, entity, type, target_type, target_id, occurred_at, data, customer_visible)
     VALUES ('of-member', now(), now(), 'WBL', 'ROLE_CHANGED', 'UserCompany', $1, now(), '{}', false)`,
    [member?.id],
  );
  const eventsAnswer = await get(
    'LAB_MANAGER',
    `/api/lab/events?targetType=UserCompany&targetId=${member?.id}`,
  );
  expect(eventsAnswer.body.rows[0]).toMatchObject({ pageId: member?.userId, recordName: expect.any(String) });
  const other = await get('LAB_MANAGER', '/api/lab/events?targetType=Sample&limit=1');
  expect(other.body.rows[0]).toMatchObject({ pageId: null });
});

test('events are filtered by type, person, record and period, searched by code and name, sorted and paged', async () => {
  const [sample] = await lab.rows<{ id: string; barcode: string; n: number }>(
    `SELECT s.id, s.barcode, count(*)::int AS n FROM sample s JOIN event e ON e.target_id = s.id
      WHERE s.entity = 'WBL' GROUP BY 1, 2 ORDER BY s.id LIMIT 1`,
  );
  const bySearch = await get('LAB_MANAGER', `/api/lab/events?search=${sample?.barcode}`);
  expect(bySearch.body.rows[0]).toMatchObject({ recordName: sample?.barcode, targetType: 'Sample' });
  const byRecord = await get('LAB_MANAGER', `/api/lab/events?targetType=Sample&targetId=${sample?.id}`);
  expect(byRecord.body.total).toBe(sample?.n);
  const byName = await get('LAB_MANAGER', '/api/lab/events?search=tess');
  expect(byName.body.total).toBeGreaterThan(0);
  const first = await get('LAB_MANAGER', '/api/lab/events?limit=3&sort=occurredAt:asc');
  const second = await get('LAB_MANAGER', '/api/lab/events?limit=3&page=2&sort=occurredAt:asc');
  const times = [...first.body.rows, ...second.body.rows].map(
    (row: { occurredAt: string }) => row.occurredAt,
  );
  expect(times).toEqual([...times].sort());
  expect(new Set([...first.body.rows, ...second.body.rows].map(({ id }: { id: string }) => id)).size).toBe(6);
  const until = await get('LAB_MANAGER', '/api/lab/events?to=2001-01-01T00:00:00.000Z');
  expect(until.body.total).toBe(0);
  for (const wrong of [
    'sort=password:asc',
    'from=yesterday',
    'limit=9999',
    'secret=1',
    'search=%25%25&page=0',
  ])
    expect((await get('LAB_MANAGER', `/api/lab/events?${wrong}`)).status).toBe(422);
});

test('a person id in an event is shown as a name', async () => {
  const { body } = await get('LAB_MANAGER', '/api/lab/events?type=SECTION_ASSIGNED&limit=20');
  expect(body.total).toBeGreaterThan(0);
  for (const { data } of body.rows) expect(data.to).toMatch(/^[A-Z][a-z]+ [A-Z]/);
});

test('the activity counts every event once', async () => {
  const { body } = await get('LAB_MANAGER', '/api/lab/events/activity');
  const { body: list } = await get('LAB_MANAGER', '/api/lab/events?limit=1');
  const sum = body.buckets.reduce((total: number, { count }: { count: number }) => total + count, 0);
  expect(sum).toBe(list.total);
  expect((await get('LAB_MANAGER', '/api/lab/events/activity?search=nobody-has-this')).body.buckets).toEqual(
    [],
  );
});

test('the access and audit logs need the right to the event log of all companies', async () => {
  for (const path of ['/api/access-log', '/api/audit-log']) {
    for (const role of [
      'ADMIN',
      'DEVELOPER',
      'LAB_MANAGER',
      'LAB_CLINICAL_DIRECTOR',
      'LAB_RESEARCH_DIRECTOR',
    ] as const)
      expect((await get(role, path)).status).toBe(200);
    for (const role of ['LAB_TECH', 'PROJECT_MANAGER', 'CS_MANAGER', 'COMPANY_MANAGER', 'CLINICIAN'] as const)
      expect((await get(role, path)).status).toBe(403);
  }
  const group = `UPDATE permission_group SET permissions = $1 WHERE 'LAB_RESEARCH_DIRECTOR' = ANY (roles) AND entity = 'WBL'`;
  await lab.rows(group, [['EVENT_LOG_VIEW']]);
  expect((await get('LAB_RESEARCH_DIRECTOR', '/api/audit-log')).body.total).toBe(0);
  await lab.rows(group, [[]]);
  expect((await get('LAB_RESEARCH_DIRECTOR', '/api/access-log')).status).toBe(403);
});

test('the audit log shows changes by field, patient fields only with the permission', async () => {
  const specimenId = await one(`SELECT id FROM specimen WHERE entity = 'WBL' LIMIT 1`);
  await lab.rows(
    `INSERT INTO audit_log (id, created_at, updated_at, entity, table_name, record_id, action, changes, occurred_at)
     VALUES ('aud-1', now(), now(), 'WBL', 'specimen', $1, 'UPDATE', $2, now())`,
    [specimenId, JSON.stringify({ patientMrn: [null, 'MRN-77'], status: ['SHIPPED', 'RECEIVED'] })],
  );
  const manager = await get('LAB_MANAGER', `/api/audit-log?recordId=${specimenId}`);
  expect(manager.body.rows[0].changes).toEqual({
    patientMrn: [null, '•••'],
    status: ['SHIPPED', 'RECEIVED'],
  });
  const director = await get('LAB_CLINICAL_DIRECTOR', '/api/audit-log/aud-1');
  expect(director.body.changes.patientMrn).toEqual([null, 'MRN-77']);
  expect((await get('RESONANT:ADMIN', '/api/audit-log/aud-1')).status).toBe(404);
  expect((await get('LAB_MANAGER', `/api/audit-log/export?recordId=${specimenId}`)).text).not.toContain(
    'MRN-77',
  );
});

test('an export is a CSV file without formulas, is in the access log, and has a size limit', async () => {
  const orderId = await one(`SELECT id FROM "order" WHERE entity = 'WBL' LIMIT 1`);
  await lab.rows(
    `INSERT INTO event (id, created_at, updated_at, entity, type, target_type, target_id, occurred_at, data, customer_visible)
     VALUES ('evil', now(), now(), 'WBL', 'NOTE_ADDED', 'Order', $1, now(), $2, false)`,
    [orderId, JSON.stringify({ text: '<script>alert(1)</script>', by: '=HYPERLINK("x")' })],
  );
  await lab.rows(`UPDATE "order" SET order_number = 'W-999999' WHERE id = $1`, [orderId]);
  const file = await get('LAB_MANAGER', '/api/lab/events/export?type=NOTE_ADDED&targetType=Order');
  expect(file.headers['content-type']).toContain('text/csv');
  expect(file.headers['content-disposition']).toMatch(
    /attachment; filename="lab-events-\d{4}-\d\d-\d\d\.csv"/,
  );
  const lines = file.text.trim().split('\r\n');
  expect(lines[0]).toMatch(/^occurredAt,type,targetType,recordName/);
  expect(lines[1]).toContain('W-999999');
  const { body } = await get('LAB_MANAGER', '/api/access-log?action=EXPORT');
  expect(body.rows[0]).toMatchObject({ action: 'EXPORT', targetType: 'lab/events', userName: 'Lena Maddox' });
  await lab.rows(
    `INSERT INTO event (id, created_at, updated_at, entity, type, target_type, target_id, occurred_at, data, customer_visible)
     SELECT 'many-' || n, now(), now(), 'WBL', 'SAMPLE_MOVED', 'Sample', 'many', now() - n * interval '1 minute', '{}', false
       FROM generate_series(1, 50001) n`,
  );
  const refusal = await get('LAB_MANAGER', '/api/lab/events/export?targetId=many');
  expect([refusal.status, refusal.body.error]).toEqual([422, expect.stringContaining('50,001 rows')]);
  const exportAnswer = await get(
    'LAB_MANAGER',
    `/api/lab/events/export?targetId=many&from=${new Date(Date.now() - 9_000 * 60_000).toISOString()}`,
  );
  const ids = exportAnswer.text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').at(-1));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(8_990);
});
