import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
let runId = '';
const folder = mkdtempSync(path.join(os.tmpdir(), 'run-reports-'));
beforeAll(async () => {
  lab = await openDemoServer();
  lab.services.env = { ...lab.services.env, DATA_DIR: folder };
  const [row] = await lab.rows<{ id: string }>('SELECT id FROM batch_result ORDER BY id LIMIT 1');
  runId = row?.id ?? '';
});
afterAll(async () => {
  await lab.close();
  rmSync(folder, { recursive: true });
});

async function attach(caller: Caller, title: string, more: object = {}) {
  const bytes = Buffer.from('yield,quality\n1,14\n');
  const announced = await lab.call(caller, 'post', '/api/s3/presigned', {
    title,
    size: bytes.length,
    type: 'text/csv',
    fileType: 'QC_REPORT',
    subType: 'SEQUENCING_QC_REPORT',
    targetType: 'BatchResult',
    targetId: runId,
    ...more,
  });
  if (announced.status !== 200) return { status: announced.status, error: announced.body.error };
  const upload = request(lab.server).put(announced.body.url).set(lab.headersOf(caller));
  const response = await upload.set('Content-Type', 'application/octet-stream').send(bytes);
  return { status: response.status, error: null };
}

const listTitles = async (caller: Caller) => {
  const { status, body } = await lab.call(
    caller,
    'get',
    `/api/s3/downloads?targetType=BatchResult&targetId=${runId}`,
  );
  return [status, (body.rows ?? []).map(({ title }: { title: string }) => title)];
};

test('a QC report is attached to a run and seen by those who see results, never by customers', async () => {
  expect(await attach('LAB_TECH', 'report.csv')).toEqual({ status: 204, error: null });
  expect(await listTitles('CS_REP')).toEqual([200, ['report.csv']]);
  expect((await listTitles('COMPANY_MANAGER'))[1]).toEqual([]);
  expect((await listTitles('BILLING_MANAGER'))[1]).toEqual([]);
});

test.each<[string, Caller, string, object, number]>([
  ['of a customer', 'COMPANY_MANAGER', 'report.csv', {}, 403],
  ['of billing', 'BILLING_MANAGER', 'report.csv', {}, 403],
  ['that is data', 'LAB_MANAGER', 'reads.pod5', { subType: 'POD5' }, 422],
  ['that is an archive', 'LAB_MANAGER', 'report.zip', {}, 422],
  ['on another kind of record', 'LAB_MANAGER', 'report.csv', { targetType: 'Order' }, 422],
  ['on a run that is unknown', 'LAB_MANAGER', 'report.csv', { targetId: '01J00000000000000000000000' }, 404],
])('a report %s is refused', async (_, caller, title, more, status) => {
  expect((await attach(caller, title, more)).status).toBe(status);
});
