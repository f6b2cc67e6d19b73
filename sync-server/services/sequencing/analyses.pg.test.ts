import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAnalysis } from '#db/factories/build-analyses.ts';
import { settingsOf } from '#db/sequencing/analyses/analysis-content.ts';
import { ShownAnalysis } from '#db/sequencing/analyses/shown-analysis.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

const PATH = '/api/lab/analysis';
const PIN = '246810';
let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const settings = settingsOf(buildAnalysis({ minMeanQ: '12' }));
const create = (caller: Caller, analysisId: string, code: string) =>
  lab.call(caller, 'post', PATH, { analysisId, code, research: false, settings });
const read = async (id: string) =>
  ShownAnalysis.parse((await lab.call('LAB_MANAGER', 'get', `${PATH}/${id}/content`)).body);

/** Insert a stored validation file; how files arrive is tested with them. */
const attach = (targetId: string) =>
  lab.rows(
    `INSERT INTO s3_file (id, created_at, created_by_id, updated_at, entity, title, size, type, file_type, bucket, key,
       status, sha256, scan_status, target_type, target_id, customer_visible, uploaded_by_id, download_count)
     SELECT $1, now(), id, now(), 'WBL', 'validation.pdf', 10, 'application/pdf', 'ANALYSIS_DOCUMENT', 'analysis-documents',
       $1, 'STORED', repeat('a', 64), 'CLEAN', 'Analysis', $2, false, id, 0 FROM "user" LIMIT 1 RETURNING id`,
    [ulid(), targetId],
  );

test('an analysis is written, submitted, signed with a PIN and listed as live', async () => {
  const id = ulid();
  expect((await create('LAB_TECH', id, 'WF-ONE')).status).toBe(403);
  expect((await create('PROJECT_MANAGER', id, 'WF-ONE')).body).toMatchObject({ outcome: 'APPLIED' });
  const submitted = await lab.call('PROJECT_MANAGER', 'patch', PATH, {
    operation: 'submit-analysis',
    args: { analysisId: id, changeSummary: 'First version of the analysis.' },
  });
  expect(submitted.body).toMatchObject({ outcome: 'APPLIED' });
  await attach(id);
  const { contentHash, validationFiles } = await read(id);
  expect(validationFiles).toBe(1);
  const sign = (pin: string) =>
    lab.call('LAB_MANAGER', 'patch', `${PATH}/sign-off`, { analysisId: id, contentHash, pin });
  expect((await sign('000000')).status).toBeGreaterThanOrEqual(400);
  expect((await read(id)).analysis.status).toBe('PENDING');
  expect((await sign(PIN)).body).toMatchObject({ outcome: 'APPLIED' });
  expect(await read(id)).toMatchObject({
    analysis: { status: 'LIVE' },
    signatures: [{ valid: true }],
    runs: [],
  });
  const live = await lab.call('LAB_MANAGER', 'get', `${PATH}?status=LIVE&sort=createdAt:desc`);
  expect(live.body).toMatchObject({ total: 3 });
});

test('a pipeline address that is none is refused', async () => {
  const response = await lab.call('PROJECT_MANAGER', 'post', PATH, {
    analysisId: ulid(),
    code: 'WF-TWO',
    research: false,
    settings: { ...settings, pipelineUri: 'javascript:alert(1)' },
  });
  expect(response.status).toBe(422);
});

test('a validation file is announced by those who write analyses', async () => {
  const id = ulid();
  await create('PROJECT_MANAGER', id, 'WF-THREE');
  const announce = (caller: Caller) =>
    lab.call(caller, 'post', '/api/s3/presigned', {
      title: 'validation.pdf',
      size: 100,
      type: 'application/pdf',
      customerVisible: false,
      fileType: 'ANALYSIS_DOCUMENT',
      subType: 'ATTACHMENT',
      targetType: 'Analysis',
      targetId: id,
    });
  expect((await announce('LAB_TECH')).status).toBe(403);
  const allowed = await announce('PROJECT_MANAGER');
  expect(allowed.status).toBe(200);
});
