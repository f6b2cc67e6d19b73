import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import request from 'supertest';
import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildImportedBarcode, buildImportedRun } from '#db/factories/build-sequencing.ts';
import { ResultDownloads, ShownResults } from '#db/specimens/results/shown-results.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { notifyAboutSpecimens } from '#sync-server/jobs/tasks/notify-about-specimens.ts';
import { readPdfText } from '#sync-server/services/protocols/records/pdf-text.ts';

const COMMENT = 'The coverage suffices for the question.';
let lab: DemoServer;
let order = { orderId: '', specimenId: '', sampleId: '', barcode: '', batchId: '', ownerId: '' };
const folder = mkdtempSync(path.join(os.tmpdir(), 'qc-report-'));
beforeAll(async () => {
  lab = await openDemoServer();
  lab.services.env = { ...lab.services.env, DATA_DIR: folder };
  const [row] = await lab.rows<typeof order>(
    `UPDATE "order" o SET company_id = m.company_id, created_by_user_id = m.user_id
       FROM (SELECT company_id, user_id FROM user_company WHERE role = 'COMPANY_MANAGER' AND entity = 'WBL' ORDER BY id LIMIT 1) m,
         (SELECT s.order_id, s.id, t.id AS sample_id, t.barcode, t.batch_id FROM sample t JOIN specimen s ON s.id = t.specimen_id
           WHERE t.entity = 'WBL' AND t.stage = 'SEQUENCING' AND t.status IN ('COMPLETED', 'DEPLETED')
             AND s.results_released_at IS NULL AND s.status = 'IN_PROGRESS' ORDER BY t.id LIMIT 1) d
      WHERE o.id = d.order_id RETURNING o.id AS "orderId", d.id AS "specimenId", d.sample_id AS "sampleId", d.barcode,
        d.batch_id AS "batchId", m.user_id AS "ownerId"`,
  );
  if (!row) throw new Error('The demo lab has no finished sequencing.');
  order = row;
  // Only the run of this test counts.
  await lab.rows(
    `DELETE FROM analysis_run WHERE sample_result_id IN (SELECT id FROM sample_result WHERE sample_id = $1)`,
    [order.sampleId],
  );
  await lab.rows(`DELETE FROM sample_result WHERE sample_id = $1`, [order.sampleId]);
});
afterAll(async () => {
  await lab.close();
  rmSync(folder, { recursive: true });
});

const one = () => ({ orderId: order.orderId, specimenIds: [order.specimenId] });
const change = (operation: string, args: object) =>
  lab.call('LAB_MANAGER', 'patch', '/api/internal/results/runs', { operation, args });
const readResult = async () => {
  const { body } = await lab.call('LAB_MANAGER', 'get', `/api/internal/results?orderId=${order.orderId}`);
  const row = ShownResults.parse(body).rows.find(({ id }) => id === order.specimenId);
  if (!row) throw new Error('The specimen has no results.');
  return row;
};
const createReport = () => lab.call('LAB_MANAGER', 'post', '/api/internal/results/reports', one());
const release = (step: 'release' | 'recall', more: object = {}) =>
  lab.call('PROJECT_MANAGER', 'patch', `/api/internal/results/${step}`, { ...one(), ...more });

/** The QC reports of the specimen that a person may download. */
async function linksOf(caller: Caller): Promise<{ title: string; url: string }[]> {
  const query = `targetType=Specimen&targetId=${order.specimenId}`;
  const { body } = await lab.call(caller, 'get', `/api/s3/downloads/links?${query}`);
  return body.rows.filter(({ title }: { title: string }) => title.startsWith('Sequencing QC report'));
}
const download = (caller: Caller, url: string) =>
  request(lab.server).get(url).set(lab.headersOf(caller)).responseType('blob');

test('a QC report is refused before anything was sequenced', async () => {
  expect(await createReport()).toMatchObject({ status: 409, body: { code: 'NOT_READY' } });
});

test('a failed sample is released with its comment in the report, recalled with its downloads, and reported again', async () => {
  const run = buildImportedRun({
    minknowRunId: ulid(),
    barcodes: [buildImportedBarcode({ alias: order.barcode, basesPass: 2_340_000_000 })],
  });
  await lab.call('LAB_TECH', 'post', '/api/internal/results/runs', { batchId: order.batchId, run });
  const { id: resultId } =
    (
      await lab.rows<{ id: string }>(`SELECT id FROM sample_result WHERE sample_id = $1`, [order.sampleId])
    )[0] ?? {};
  await change('judge-sample-result', { sampleResultId: resultId, verdict: 'FAIL', reason: 'Too few reads' });
  expect((await readResult()).sequenced).toMatchObject([
    { qcStatus: 'FAIL', cumulativeBases: 2_340_000_000 },
  ]);
  expect((await release('release')).status).toBe(409);
  expect(
    (await change('accept-failed-sample', { sampleId: order.sampleId, comment: COMMENT })).body,
  ).toMatchObject({ outcome: 'APPLIED' });
  expect((await release('release')).body.error).toContain('Create the QC report');

  expect(await createReport()).toMatchObject({ status: 200 });
  expect(await linksOf('COMPANY_MANAGER')).toEqual([]);
  expect((await release('release')).status).toBe(200);
  const [link] = await linksOf('COMPANY_MANAGER');
  const url = link?.url ?? '';
  const text = readPdfText((await download('COMPANY_MANAGER', url)).body);
  for (const expected of ['Sequencing QC report', order.barcode, '2.34 Gb', 'Failed', COMMENT, 'PAO99309'])
    expect(text).toContain(expected);
  expect(await createReport()).toMatchObject({ status: 409, body: { code: 'RESULTS_RELEASED' } });

  const listDownloads = async () =>
    ResultDownloads.parse(
      (await lab.call('LAB_MANAGER', 'get', `/api/internal/results/downloads?orderId=${order.orderId}`)).body,
    ).rows.filter(({ file }) => file.startsWith('Sequencing QC report'));
  expect(await listDownloads()).toMatchObject([{ recalled: false, email: 'company-manager@wbl.example' }]);
  expect((await release('recall', { recallFor: 'CORRECTED_REPORT', reason: 'Wrong limit' })).status).toBe(
    200,
  );
  expect((await download('COMPANY_MANAGER', url)).status).toBe(404);
  expect(await listDownloads()).toMatchObject([{ recalled: true }]);
  expect((await release('release')).status).toBe(409);
  expect((await createReport()).status).toBe(200);
  expect((await release('release')).status).toBe(200);
  expect((await linksOf('COMPANY_MANAGER')).length).toBe(1);
});

test('a person who downloaded recalled results is notified, also without having ordered', async () => {
  const [other] = await lab.rows<{ id: string; email: string }>(
    `SELECT id, email FROM "user" WHERE email = 'company-user@wbl.example'`,
  );
  await lab.rows(`DELETE FROM specimen_notice`);
  await lab.rows(`DELETE FROM email`);
  await lab.rows(
    `INSERT INTO event (id, created_at, updated_at, entity, lab, type, target_type, target_id, user_id, occurred_at, data,
        customer_visible)
      SELECT $1, created_at, updated_at, entity, lab, type, target_type, target_id, $2, occurred_at, data, customer_visible
        FROM event WHERE type = 'RESULTS_DOWNLOADED' AND target_id = $3 LIMIT 1`,
    [ulid(), other?.id, order.specimenId],
  );
  await release('recall', { recallFor: 'CORRECTED_REPORT', reason: 'Wrong again' });
  await notifyAboutSpecimens(lab.services);
  const emails = await lab.rows<{ to: string }>(`SELECT "to" FROM email WHERE kind = 'RESULTS_RECALLED'`);
  expect(emails.map(({ to }) => to)).toEqual(
    expect.arrayContaining([other?.email, 'company-manager@wbl.example']),
  );
});
