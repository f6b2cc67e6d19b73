import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { ulid } from 'ulid';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readEnv } from '#sync-server/config/env.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { signWebhook, verifyWebhook } from '#sync-server/integrations/analysis/standard-webhook.ts';
import { runJob } from '#sync-server/jobs/run-job.ts';
import { SEQUENCING_TASKS } from '#sync-server/jobs/tasks/sequencing-tasks.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER_SECRET = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;

interface Delivery {
  id: string;
  data: Record<string, unknown>;
}

let lab: DemoServer;
let pipeline: http.Server;
let deliveries: Delivery[];
let answer: { status: number; headers?: http.OutgoingHttpHeaders; body?: string };

/** Check the signature of each message, and answer as the test says. */
async function receive(message: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(Buffer.from(part));
  const body = Buffer.concat(parts);
  const header = (name: string): string => String(message.headers[name] ?? '');
  const headers = {
    id: header('webhook-id'),
    timestamp: header('webhook-timestamp'),
    signature: header('webhook-signature'),
  };
  const id = verifyWebhook(SECRET, headers, body, new Date());
  deliveries.push({ id, data: JSON.parse(body.toString('utf8')).data });
  response.writeHead(answer.status, answer.headers).end(answer.body ?? '');
}

beforeAll(async () => {
  lab = await openDemoServer();
  pipeline = http.createServer((message, response) => {
    receive(message, response).catch(() => response.writeHead(400).end());
  });
  pipeline.listen(0, '127.0.0.1');
  await once(pipeline, 'listening');
});
afterAll(async () => {
  pipeline.close();
  await lab.close();
});

let runId = '';
beforeEach(async () => {
  deliveries = [];
  answer = { status: 202, body: JSON.stringify({ externalId: 'nf-42' }) };
  const { port } = pipeline.address() as AddressInfo;
  const settings = { ANALYSIS_URL: `http://127.0.0.1:${port}/start`, ANALYSIS_SECRET: SECRET };
  lab.services.env = { ...lab.services.env, ...settings };
  runId = await addRun();
});
afterEach(() => lab.rows('DELETE FROM analysis_run WHERE id = $1 OR result_message_id IS NOT NULL', [runId]));

/** Insert a run that waits on some result of the demo lab, as its newest. */
async function addRun(): Promise<string> {
  const id = ulid();
  await lab.rows(
    `INSERT INTO analysis_run (id, created_at, updated_at, entity, lab, sample_result_id, analysis_id, status, attempt, metrics, file_ids)
     SELECT $1, now(), now(), s.entity, s.lab, s.id, a.id, 'NOT_STARTED', 50, '{}', '{}'
       FROM sample_result s CROSS JOIN (SELECT id FROM analysis WHERE status = 'LIVE' ORDER BY id LIMIT 1) a
      WHERE NOT s.deleted AND NOT EXISTS (SELECT 1 FROM analysis_run r WHERE r.sample_result_id = s.id AND r.attempt >= 50)
      ORDER BY s.id LIMIT 1`,
    [id],
  );
  return id;
}

const readRun = async (id = runId) =>
  (
    await lab.rows(
      `SELECT r.status, r.message, r.external_id AS "externalId", r.metrics, s.analysis_status AS "analysisStatus",
              s.mean_coverage AS "meanCoverage"
         FROM analysis_run r JOIN sample_result s ON s.id = r.sample_result_id WHERE r.id = $1`,
      [id],
    )
  )[0];

const taskOf = (name: string) => {
  const task = SEQUENCING_TASKS.find((one) => one.name === name);
  if (!task) throw new Error(`There is no task ${name}.`);
  return task;
};
const send = (attempts = 1) =>
  runJob(
    lab.services,
    taskOf('send-analysis-run'),
    { id: '1', attempts, max_attempts: 10, locked_by: 'test' },
    { analysisRunId: runId },
  );

interface Report {
  id?: string;
  at?: Date;
  secret?: string;
  runId?: string;
  /** What arrives in the place of the signed body. */
  arrives?: string;
}
const report = (body: object, options: Report = {}) => {
  const { id = `msg_${ulid()}`, at = new Date(), secret = SECRET } = options;
  const text = JSON.stringify(body);
  const headers = signWebhook(secret, { id, at, body: text });
  return request(lab.server)
    .post(`/api/lab/analysis/runs/${options.runId ?? runId}/result`)
    .set({
      Host: 'localhost:3000',
      'Content-Type': 'application/json',
      'webhook-id': headers.id,
      'webhook-timestamp': headers.timestamp,
      'webhook-signature': headers.signature,
    })
    .send(options.arrives ?? text);
};
const DONE = { status: 'DONE', metrics: { meanCoverage: 31.25, percentAligned: 99.1, duplicates: 0.0312 } };

test('a run that waits is sent with a signature and is running afterwards', async () => {
  await send();
  expect(deliveries).toMatchObject([
    {
      id: runId,
      data: {
        analysisRunId: runId,
        attempt: 50,
        analysis: { version: expect.any(Number), pipelineUri: expect.any(String), parameters: {} },
        sampleBarcode: expect.stringMatching(/\S/),
        runs: expect.arrayContaining([expect.objectContaining({ minknowRunId: expect.any(String) })]),
        resultUrl: `http://localhost:3000/api/lab/analysis/runs/${runId}/result`,
      },
    },
  ]);
  expect(await readRun()).toMatchObject({
    status: 'RUNNING',
    externalId: 'nf-42',
    analysisStatus: 'RUNNING',
  });
  await send();
  expect(deliveries, 'a run that is running is not sent again').toHaveLength(1);
});

test('nothing is sent without a setting', async () => {
  lab.services.env = readEnv({});
  await send();
  expect(deliveries).toEqual([]);
  expect(await readRun()).toMatchObject({ status: 'NOT_STARTED' });
});

test('a pipeline that is away is tried again, and the run fails after the last attempt', async () => {
  answer = { status: 503 };
  await expect(send(9)).rejects.toThrow('The pipeline answers 503.');
  expect(await readRun()).toMatchObject({ status: 'NOT_STARTED' });
  await send(10);
  expect(await readRun()).toMatchObject({
    status: 'FAILED',
    message: expect.stringContaining('Check ANALYSIS_URL'),
    analysisStatus: 'FAILED',
  });
  expect(
    deliveries.map(({ id }) => id),
    'each attempt has the same id',
  ).toEqual([runId, runId]);
});

test.each([{ status: 400 }, { status: 302, headers: { location: 'https://elsewhere.example/' } }])(
  'an answer $status fails the run at once',
  async (refusal) => {
    answer = refusal;
    await send();
    expect(deliveries).toHaveLength(1);
    expect(await readRun()).toMatchObject({
      status: 'FAILED',
      message: expect.stringContaining(`answers ${refusal.status}.`),
    });
  },
);

test('each waiting run is queued once, and a failed job is not queued again', async () => {
  const queue = () => taskOf('queue-analysis-runs').run(lab.services, {});
  const jobs = () =>
    lab.rows<{ attempts: number }>(`SELECT attempts FROM graphile_worker.jobs WHERE key = $1`, [
      `send-analysis-run:${runId}`,
    ]);
  await queue();
  expect(await jobs()).toEqual([{ attempts: 0 }]);
  await lab.rows(`UPDATE graphile_worker._private_jobs SET attempts = 10 WHERE key = $1`, [
    `send-analysis-run:${runId}`,
  ]);
  await queue();
  expect(await jobs()).toEqual([{ attempts: 10 }]);
});

test('a signed result finishes the run with its figures', async () => {
  const { status, body } = await report({ ...DONE, externalId: 'nf-43' });
  expect([status, body]).toEqual([200, { received: true }]);
  expect(await readRun()).toMatchObject({
    status: 'DONE',
    externalId: 'nf-43',
    metrics: { meanCoverage: '31.25', percentAligned: '99.1', duplicates: '0.0312' },
    analysisStatus: 'DONE',
    meanCoverage: expect.stringMatching(/^31\.25/),
  });
  const events = await lab.rows(
    `SELECT e.user_id FROM event e JOIN sample_result s ON s.sample_id = e.target_id JOIN analysis_run r ON r.sample_result_id = s.id
      WHERE r.id = $1 AND e.type = 'ANALYSIS_DONE' ORDER BY e.id DESC LIMIT 1`,
    [runId],
  );
  expect(events, 'the event names no person').toEqual([{ user_id: null }]);
});

test('a result without the right signature changes nothing', async () => {
  const now = Date.now();
  const wrong: Report[] = [
    { secret: OTHER_SECRET },
    { arrives: JSON.stringify({ ...DONE, metrics: { meanCoverage: 99 } }) },
    { at: new Date(now - 6 * 60_000) },
    { at: new Date(now + 6 * 60_000) },
  ];
  for (const options of wrong) expect((await report(DONE, options)).status).toBe(400);
  expect(await readRun()).toMatchObject({ status: 'NOT_STARTED' });
  lab.services.env = readEnv({});
  expect((await report(DONE)).status, 'a server without a pipeline').toBe(400);
});

test('a message that arrives again changes nothing, and counts for one run only', async () => {
  const other = await addRun();
  const id = `msg_${ulid()}`;
  expect((await report(DONE, { id })).status).toBe(200);
  const before = await lab.fingerprint();
  expect((await report(DONE, { id })).status).toBe(200);
  expect((await report(DONE, { id, runId: other })).body).toMatchObject({ code: 'MESSAGE_USED' });
  expect((await report({ status: 'FAILED', message: 'Late' })).status, 'another result').toBe(409);
  expect(await lab.fingerprint()).toBe(before);
  await lab.rows('DELETE FROM analysis_run WHERE id = $1', [other]);
});

test('a failure is recorded with its message', async () => {
  await report({ status: 'FAILED', message: 'Out of memory' });
  expect(await readRun()).toMatchObject({ status: 'FAILED', message: 'Out of memory' });
});

test('a result that is none is refused with the field that is wrong', async () => {
  const { status, text } = await report({ status: 'DONE', metrics: { meanCoverage: '31' } });
  expect([status, text]).toEqual([422, expect.stringContaining('metrics.meanCoverage')]);
  expect((await report({ status: 'DONE', metrics: { percentAligned: 120 } })).status).toBe(422);
  expect((await report({ status: 'FAILED', message: 'a\u0000b' })).status).toBe(422);
  expect((await report(DONE, { runId: ulid() })).status).toBe(404);
});
