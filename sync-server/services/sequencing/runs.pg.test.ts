import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageOf } from '#db/api/page-of.ts';
import { buildImportedBarcode, buildImportedRun } from '#db/factories/build-sequencing.ts';
import type { ImportedRun } from '#db/sequencing/runs/imported-run.ts';
import { interpretRunState } from '#db/sequencing/runs/run-state.ts';
import {
  RunBatches,
  RunTrends,
  SampleAnalyses,
  SampleYieldRow,
  ShownRun,
} from '#db/sequencing/runs/shown-run.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { notifyStaff } from '#sync-server/jobs/tasks/notify-staff.ts';

const PATH = '/api/internal/results/runs';
const SamplePage = pageOf(SampleYieldRow);
let lab: DemoServer;
let batchId = '';
let sampleBarcode = '';
beforeAll(async () => {
  lab = await openDemoServer();
  const [row] = await lab.rows(
    `SELECT b.id, min(s.barcode) AS barcode FROM batch b JOIN sample s ON s.batch_id = b.id
      WHERE b.type = 'SEQUENCING' AND b.status = 'COMPLETED' GROUP BY b.id LIMIT 1`,
  );
  batchId = String(row?.['id'] ?? '');
  sampleBarcode = String(row?.['barcode'] ?? '');
});
afterAll(() => lab.close());

const runOf = (minknowRunId: string, bases: number): ImportedRun =>
  buildImportedRun({
    minknowRunId,
    barcodes: [buildImportedBarcode({ alias: sampleBarcode, basesPass: bases })],
  });

const importRun = (run: ImportedRun, caller: Caller = 'LAB_TECH', changeReason: string | null = null) =>
  lab.call(caller, 'post', PATH, { batchId, run, changeReason });

async function show(minknowRunId: string): Promise<ShownRun> {
  const [row] = await lab.rows(`SELECT id FROM batch_result WHERE minknow_run_id = '${minknowRunId}'`);
  return ShownRun.parse((await lab.call('LAB_MANAGER', 'get', `${PATH}/${row?.['id']}`)).body);
}

test('a run is imported once, updated by larger figures, and shown with its samples and targets', async () => {
  const minknowRunId = ulid();
  expect((await importRun(runOf(minknowRunId, 30e9))).body).toMatchObject({ outcome: 'APPLIED' });
  expect((await importRun(runOf(minknowRunId, 40e9))).body).toMatchObject({ outcome: 'APPLIED' });
  const run = await show(minknowRunId);
  expect(run.run).toMatchObject({ basesPass: 40e9, qcVerdict: 'PENDING', runStatus: 'PROTOCOL_COMPLETED' });
  expect(run.sequencer?.name).toBe('PromethION');
  expect(run.samples).toMatchObject([{ sampleBarcode, result: { basesPass: 40e9 } }]);
});

test('figures that become smaller need a reason', async () => {
  const minknowRunId = ulid();
  await importRun(runOf(minknowRunId, 30e9));
  const response = await importRun(runOf(minknowRunId, 20e9));
  expect(response).toMatchObject({ status: 409, body: { code: 'FIGURES_DECREASE' } });
  expect((await show(minknowRunId)).run.basesPass).toBe(30e9);
  await importRun(runOf(minknowRunId, 20e9), 'LAB_TECH', 'Basecalled again');
  expect((await show(minknowRunId)).run.basesPass).toBe(20e9);
});

test('a verdict is given by deciding roles and takes a failed run out of the sum', async () => {
  const minknowRunId = ulid();
  await importRun(runOf(minknowRunId, 7e9));
  const before = await show(minknowRunId);
  const args = {
    batchResultId: before.run.id,
    verdict: 'FAIL',
    countsForOrder: false,
    analyse: false,
    reason: 'Mixed up',
  };
  const judge = (caller: Caller) => lab.call(caller, 'patch', PATH, { operation: 'judge-run', args });
  expect((await judge('LAB_TECH')).status).toBe(403);
  expect((await judge('LAB_MANAGER')).body).toMatchObject({ outcome: 'APPLIED' });
  const after = await show(minknowRunId);
  expect(after.run).toMatchObject({ qcVerdict: 'FAIL', verdictReason: 'Mixed up' });
  const sumBefore = before.samples[0]?.result.cumulativeBases ?? 0;
  expect(after.samples[0]?.result.cumulativeBases).toBe(sumBefore - 7e9);
});

test('the list has the runs of the lab by status, without their plots', async () => {
  const page = await lab.call('LAB_MANAGER', 'get', `${PATH}?runStatus=IN_PROGRESS&sort=startedAt:desc`);
  expect(page.body).toMatchObject({ rows: [{ runStatus: 'IN_PROGRESS', sequencerName: 'PromethION' }] });
  expect(JSON.stringify(page.body)).not.toContain('yieldCurve');
  expect((await lab.call('COMPANY_MANAGER', 'get', PATH)).status).toBe(403);
});

test('a run that ends with an error is mailed once, to the manager and the assigned person', async () => {
  const [tech] = await lab.rows(
    `SELECT uc.user_id AS id, u.email FROM user_company uc JOIN "user" u ON u.id = uc.user_id
      WHERE uc.role = 'LAB_TECH' AND uc.entity = 'WBL' LIMIT 1`,
  );
  await lab.rows('UPDATE batch SET assigned_user_id = $2 WHERE id = $1', [batchId, tech?.['id']]);
  await notifyStaff(lab.services);
  const mails = () => lab.rows(`SELECT "to", subject, text FROM email WHERE kind = 'RUN_FAILED' ORDER BY id`);
  const before = (await mails()).length;
  const run = runOf(ulid(), 1e9);
  await importRun({ ...run, rawState: 'PROTOCOL_RUNNING', isFinal: false });
  const failedRun = { ...run, rawState: 'PROTOCOL_FINISHED_WITH_DEVICE_ERROR' };
  await importRun(failedRun);
  await importRun({ ...failedRun, files: [{ name: 'x', kind: 'report', sha256: 'b'.repeat(64) }] });
  await notifyStaff(lab.services);
  await notifyStaff(lab.services);
  const emails = (await mails()).slice(before);
  expect(emails.map((mail) => mail['to']).sort()).toEqual(
    ['lab-manager@wbl.example', tech?.['email']].sort(),
  );
  const state = interpretRunState('PROTOCOL_FINISHED_WITH_DEVICE_ERROR');
  for (const text of [state.explanation, state.nextStep]) expect(emails[0]?.['text']).toContain(text);
  expect(emails[0]?.['subject']).toContain('flow cell PAO99309');
});

test('a known run names its batch, an unknown one none', async () => {
  const minknowRunId = ulid();
  const read = async () =>
    RunBatches.parse(
      (await lab.call('LAB_TECH', 'get', `/api/internal/results/run-batches?minknowRunId=${minknowRunId}`))
        .body,
    );
  expect(await read()).toMatchObject({ knownBatchId: null });
  await importRun(runOf(minknowRunId, 1e9));
  const batches = await read();
  expect(batches.knownBatchId).toBe(batchId);
  expect(batches.batches.map(({ id }) => id)).toContain(batchId);
});

test.each([
  [
    'a figure below zero',
    { yield: { readsPass: -1, readsFail: 0, basesPass: 0, basesFail: 0, estimatedBases: 0 } },
  ],
  ['a figure beyond any instrument', { poresAtStart: 1e18 }],
  ['no run id', { minknowRunId: ' ' }],
  ['a hash that is none', { files: [{ name: 'x', kind: 'report', sha256: 'abc' }] }],
])('an import with %s is refused and changes nothing', async (_, changes) => {
  const count = async () => (await lab.rows('SELECT count(*)::int AS n FROM batch_result'))[0]?.['n'];
  const before = await count();
  const response = await lab.call('LAB_TECH', 'post', PATH, {
    batchId,
    run: { ...runOf(ulid(), 1e9), ...changes },
  });
  expect(response.status).toBe(422);
  expect(await count()).toBe(before);
});

test('the list of samples has each library once, with its target, runs and proposal', async () => {
  const path = '/api/internal/results/samples';
  const page = SamplePage.parse(
    (await lab.call('LAB_MANAGER', 'get', `${path}?sort=cumulativeBases:desc`)).body,
  );
  const row = page.rows.find((one) => one.sampleBarcode === sampleBarcode);
  expect(page.rows.filter((one) => one.sampleBarcode === sampleBarcode)).toHaveLength(1);
  expect(row?.runs).toBeGreaterThan(1);
  const pending = SamplePage.parse((await lab.call('LAB_TECH', 'get', `${path}?qcStatus=PENDING`)).body);
  expect(pending.rows.every(({ qcStatus }) => qcStatus === 'PENDING')).toBe(true);
  expect((await lab.call('COMPANY_MANAGER', 'get', path)).status).toBe(403);
});

test('a library below its target is queued again once, and the customer sees it', async () => {
  const [short] = await lab.rows(
    `SELECT s.id, s.specimen_id FROM sample s JOIN specimen p ON p.id = s.specimen_id
       JOIN "order" o ON o.id = p.order_id JOIN protocol r ON r.id = o.protocol_id
      WHERE s.stage = 'SEQUENCING' AND s.status IN ('COMPLETED', 'DEPLETED') AND NOT s.deleted
        AND r.target_yield_gb IS NOT NULL AND s.barcode <> '${sampleBarcode}'
        AND EXISTS (SELECT 1 FROM sample_result x WHERE x.sample_id = s.id) LIMIT 1`,
  );
  const sampleId = String(short?.['id']);
  await lab.rows(
    `UPDATE sample SET status = 'COMPLETED', remaining_volume = 20 WHERE id = '${sampleId}' RETURNING id`,
  );
  await lab.rows(
    `UPDATE sample_result SET bases_pass = 1000000000 WHERE sample_id = '${sampleId}' RETURNING id`,
  );
  const args = { sampleId };
  const topUp = (caller: Caller) => lab.call(caller, 'patch', PATH, { operation: 'top-up-sample', args });
  expect((await topUp('LAB_TECH')).status).toBe(403);
  expect((await topUp('LAB_MANAGER')).body).toMatchObject({ outcome: 'APPLIED' });
  expect(await topUp('LAB_MANAGER')).toMatchObject({ status: 409, body: { code: 'ALREADY_QUEUED' } });
  expect(
    await lab.rows(
      `SELECT customer_visible FROM event WHERE type = 'SEQUENCING_CONTINUED' AND target_id = '${short?.['specimen_id']}'`,
    ),
  ).toEqual([{ customer_visible: true }]);
});

const readSampleAnalyses = async (sampleId: string) =>
  SampleAnalyses.parse((await lab.call('LAB_TECH', 'get', `/api/internal/results/samples/${sampleId}`)).body);

/** Insert a stored result of a specimen; returns its id. */
async function addResultFile(specimenId: string): Promise<string> {
  const id = ulid();
  await lab.rows(
    `INSERT INTO s3_file (id, created_at, updated_at, entity, title, size, type, file_type, sub_type, bucket, key, status,
       scan_status, target_type, target_id, customer_visible, uploaded_by_id, download_count)
     SELECT $1, now(), now(), entity, 'reads.bam', 1, 'application/octet-stream', 'SPECIMEN_DOCUMENT', 'ALIGNED_BAM',
       'specimen-documents', 'specimen-documents/' || $1, 'STORED', 'CLEAN', 'Specimen', id, false,
       (SELECT id FROM "user" ORDER BY id LIMIT 1), 0 FROM specimen WHERE id = $2`,
    [id, specimenId],
  );
  return id;
}

test('a sample that passes is analyzed, and its figures are entered by a manager', async () => {
  const minknowRunId = ulid();
  await importRun(runOf(minknowRunId, 90e9));
  const [sampleOfRun] = (await show(minknowRunId)).samples;
  expect(sampleOfRun).toMatchObject({
    result: { qcStatus: 'PASS', analysisStatus: 'NOT_STARTED' },
    analysisRun: { status: 'NOT_STARTED', analysisName: 'Methylation calls, version 1', files: [] },
  });
  const fileId = await addResultFile(sampleOfRun?.result.specimenId ?? '');
  expect((await show(minknowRunId)).samples[0]?.resultFiles).toContainEqual(
    expect.objectContaining({ id: fileId, title: 'reads.bam' }),
  );
  const args = {
    analysisRunId: sampleOfRun?.analysisRun?.id,
    metrics: { meanCoverage: '28.4', percentAligned: null },
    fileIds: [fileId],
  };
  const finish = (caller: Caller) =>
    lab.call(caller, 'patch', PATH, { operation: 'finish-analysis-run', args });
  expect((await finish('LAB_TECH')).status).toBe(403);
  expect((await finish('LAB_MANAGER')).body).toMatchObject({ outcome: 'APPLIED' });
  expect((await show(minknowRunId)).samples[0]).toMatchObject({
    result: { meanCoverage: '28.4', analysisStatus: 'DONE', qcStatus: 'PASS' },
    analysisRun: { status: 'DONE', files: [{ id: fileId, title: 'reads.bam' }] },
    resultFiles: [],
  });
  const ofSample = await readSampleAnalyses(sampleOfRun?.result.sampleId ?? '');
  expect(ofSample).toMatchObject({
    result: { id: sampleOfRun?.result.id, qcStatus: 'PASS' },
    targetBases: sampleOfRun?.targetBases,
  });
  expect(ofSample.analysisRuns[0]).toMatchObject({
    batchResultId: sampleOfRun?.result.batchResultId,
    status: 'DONE',
    metrics: { meanCoverage: '28.4' },
    files: [{ id: fileId }],
  });
});

test('a sample that was never sequenced has no analyses, and customers read none', async () => {
  const [row] = await lab.rows(
    `SELECT id FROM sample s WHERE NOT deleted AND NOT EXISTS (SELECT 1 FROM sample_result r WHERE r.sample_id = s.id)
      ORDER BY id LIMIT 1`,
  );
  const id = String(row?.['id']);
  expect(await readSampleAnalyses(id)).toEqual({ result: null, targetBases: null, analysisRuns: [] });
  expect((await lab.call('COMPANY_MANAGER', 'get', `/api/internal/results/samples/${id}`)).status).toBe(403);
});

test('trends count the ended runs of a month by instrument and flow cell', async () => {
  const run = buildImportedRun({
    minknowRunId: ulid(),
    flowCellProductCode: 'FLO-MIN114',
    poresAtStart: 1200,
    startedAt: '2026-03-31T22:00:00.000Z',
    barcodes: [buildImportedBarcode({ alias: sampleBarcode, basesPass: 5e9 })],
  });
  await importRun(run);
  await importRun({ ...run, minknowRunId: ulid(), rawState: 'PROTOCOL_STOPPED_BY_USER', poresAtStart: 1000 });
  await importRun({ ...run, minknowRunId: ulid(), rawState: 'PROTOCOL_RUNNING', isFinal: false });
  const { body } = await lab.call('LAB_TECH', 'get', '/api/internal/results/trends');
  const rows = RunTrends.parse(body).rows.filter(({ month }) => month === '2026-03');
  expect(rows).toEqual([
    {
      month: '2026-03',
      sequencerName: 'PromethION',
      flowCellProductCode: 'FLO-MIN114',
      runs: 2,
      failedRuns: 1,
      basesPass: 10e9,
      poresAtStart: 1100,
    },
  ]);
  expect((await lab.call('COMPANY_MANAGER', 'get', '/api/internal/results/trends')).status).toBe(403);
});
