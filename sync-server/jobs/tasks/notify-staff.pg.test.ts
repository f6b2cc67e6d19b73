import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { notifyStaff } from './notify-staff.ts';
import { watchCertifications } from './watch-certifications.ts';

let lab: DemoServer;
const NOW = new Date('2031-03-10T15:00:00Z');
beforeAll(async () => {
  lab = await openDemoServer();
  lab.services.now = () => NOW;
});
afterAll(() => lab.close());
beforeEach(() => lab.rows('DELETE FROM email'));

let events = 0;
const happens = (type: string, targetType: string, targetId: string, data: object) =>
  lab.rows(
    `INSERT INTO event (id, created_at, updated_at, entity, type, target_type, target_id, occurred_at, synced_at, data, customer_visible)
     VALUES ($1, $5, $5, 'WBL', $2, $3, $4, $5, $5, $6, false)`,
    [`staff-${++events}`, type, targetType, targetId, NOW, JSON.stringify(data)],
  );
const conflict = async (n: number, status = 'OPEN') => {
  await lab.rows(
    `INSERT INTO sync_conflict (id, created_at, updated_at, entity, command_id, kind, target_type, target_id, status, action, mine, theirs)
     VALUES ($1, now(), now(), 'WBL', $1, 'PLACE', 'Sample', $1, $2, $3, '{"name":"Tess"}', '{"name":"Ann"}')`,
    [`collision-${n}`, status, `Rescan Box ${n}`],
  );
  await happens('SYNC_CONFLICT', 'Sample', `collision-${n}`, { conflictId: `collision-${n}` });
};
const mails = () =>
  lab.rows<{ kind: string; to: string; subject: string; text: string }>(
    'SELECT kind, "to", subject, text FROM email ORDER BY kind, "to"',
  );
const first = async (table: string): Promise<{ id: string; name: string }> => {
  const [row] = await lab.rows<{ id: string; name: string }>(
    `SELECT id, name FROM ${table} WHERE entity = 'WBL' AND NOT deleted ORDER BY id LIMIT 1`,
  );
  return row ?? { id: '', name: '' };
};

test('conflicts from one handheld are sent to the lab manager in one email, once', async () => {
  for (const n of [1, 2, 3]) await conflict(n);
  await conflict(4, 'RESOLVED');
  await Promise.all([notifyStaff(lab.services), notifyStaff(lab.services)]);
  await notifyStaff(lab.services);
  const [mail, ...otherMails] = await mails();
  expect(otherMails).toEqual([]);
  expect(mail).toMatchObject({
    kind: 'SYNC_CONFLICT',
    to: 'lab-manager@wbl.example',
    subject: '3 conflicts need a decision',
  });
  expect(mail?.text).toContain('Tess and Ann: Rescan Box 2');
  expect(mail?.text).not.toContain('Box 4');
});

test('stock below its reorder point and a failed run are notified', async () => {
  const type = await first('inventory_type');
  await happens('STOCK_LOW', 'InventoryType', type.id, { remaining: '3', reorderPoint: '10' });
  await happens('RUN_ENDED', 'BatchResult', 'r1', {
    name: 'Run 7',
    from: 'IN_PROGRESS',
    to: 'PROTOCOL_FINISHED_WITH_DEVICE_ERROR',
  });
  await happens('RUN_ENDED', 'BatchResult', 'r2', { name: 'Run 8', to: 'PROTOCOL_COMPLETED' });
  await notifyStaff(lab.services);
  const [run, stock, ...otherMails] = await mails();
  expect(otherMails).toEqual([]);
  expect(run).toMatchObject({ kind: 'RUN_FAILED', subject: 'Run failed: Run 7' });
  expect(run?.text).toContain('device error');
  expect(stock).toMatchObject({ kind: 'STOCK_LOW', subject: `Stock runs low: ${type.name}` });
  expect(stock?.text).toMatch(/3 \S+ left, reorder point 10/);
});

test('a returned batch is notified to the lab manager and to the assigned person, while it is returned', async () => {
  const batches = await lab.rows<{ id: string; julianId: string }>(
    `SELECT id, julian_id AS "julianId" FROM batch WHERE entity = 'WBL' AND status = 'COMPLETED' ORDER BY id LIMIT 2`,
  );
  const [returned, answered] = batches;
  await lab.rows(
    `UPDATE batch SET director_approved = false, assigned_user_id = (SELECT id FROM "user" WHERE email = 'lab-tech@wbl.example') WHERE id = $1`,
    [returned?.id],
  );
  await lab.rows(`UPDATE batch SET director_approved = NULL WHERE id = $1`, [answered?.id]);
  for (const one of batches)
    await happens('BATCH_DIRECTOR_RETURNED', 'Batch', one.id, { by: 'Rhea', reason: 'Two wells are empty' });
  await notifyStaff(lab.services);
  await notifyStaff(lab.services);
  const emails = await mails();
  expect(emails.map(({ kind, to }) => [kind, to])).toEqual([
    ['BATCH_RETURNED', 'lab-manager@wbl.example'],
    ['BATCH_RETURNED', 'lab-tech@wbl.example'],
  ]);
  for (const { text } of emails) {
    expect(text).toContain(`${returned?.julianId}`);
    expect(text).toContain('by Rhea: Two wells are empty');
    expect(text).not.toContain(`${answered?.julianId}`);
  }
});

test('an expiring certificate of an instrument is noted 30 and 7 days before and on the day, once each', async () => {
  await lab.rows(`UPDATE equipment SET status = 'RETIRED' WHERE status <> 'RETIRED'`);
  const one = await first('equipment');
  await lab.rows(`UPDATE equipment SET status = 'ACTIVE' WHERE id = $1`, [one.id]);
  await lab.rows('DELETE FROM certification WHERE equipment_id = $1', [one.id]);
  await lab.rows(
    `INSERT INTO certification (id, created_at, updated_at, entity, equipment_id, type, performed_on, performed_by, expires_on, result)
     VALUES ('cert', now(), now(), 'WBL', $1, 'CALIBRATION', '2031-01-01', 'Ann', '2031-06-30', 'PASS')`,
    [one.id],
  );
  const noted: string[] = [];
  for (const day of ['05-30', '05-31', '06-01', '06-22', '06-23', '06-29', '06-30', '07-02']) {
    lab.services.now = () => new Date(`2031-${day}T15:00:00Z`);
    const [a, b] = await Promise.all([watchCertifications(lab.services), watchCertifications(lab.services)]);
    if (a + b > 0) noted.push(`${day}: ${a + b}`);
  }
  expect(noted).toEqual(['05-31: 1', '06-23: 1', '06-30: 1']);
  await notifyStaff(lab.services);
  const [mail] = await mails();
  expect(mail).toMatchObject({ kind: 'CERTIFICATION_DUE', to: 'lab-manager@wbl.example' });
  expect(mail?.text).toContain(`${one.name}: due Jun 30, 2031`);
});
