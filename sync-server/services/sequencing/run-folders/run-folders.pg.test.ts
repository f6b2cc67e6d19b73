import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RunFolder, RunFolders } from '#db/sequencing/runs/run-folder.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { importQueuedFolders } from './import-folder.ts';
import { takeFolder } from './run-folder-rows.ts';
import { listRunFiles } from './scan-folders.ts';
import { watchRunFolders } from './watch-folders.ts';

const REAL = fileURLToPath(new URL('../../../../../shared/data/nanopore/', import.meta.url));
const FINAL = 'final-summary/final_summary_PAK00383_564d5253.txt';
const RUN_ID = 'f8320272-62ba-4f8d-821a-fb3dffcde338';
const FOLDERS = '/api/internal/results/runs/folders';
const HOUR_MS = 3_600_000;

let lab: DemoServer;
let root = '';
let batch = { id: '', number: '' };
beforeAll(async () => {
  lab = await openDemoServer();
  const [row] = await lab.rows(
    `SELECT id, julian_id FROM batch WHERE type = 'SEQUENCING' AND status = 'COMPLETED' LIMIT 1`,
  );
  batch = { id: String(row?.['id']), number: String(row?.['julian_id']) };
});
afterAll(() => lab.close());
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'run-folders-'));
});
afterEach(async () => {
  await rm(root, { recursive: true });
  await lab.rows('DELETE FROM run_folder');
  await lab.rows(
    'DELETE FROM sample_result WHERE batch_result_id IN (SELECT id FROM batch_result WHERE minknow_run_id = $1)',
    [RUN_ID],
  );
  await lab.rows('DELETE FROM batch_result WHERE minknow_run_id = $1', [RUN_ID]);
});

const services = () => {
  lab.services.env = { ...lab.services.env, RUN_FOLDERS: [root], RUN_IDLE_MINUTES: 10 };
  return lab.services;
};
const folder = () => path.join(root, 'exp/sample/run');

/** Let the last change of every file be some hours ago, so that the folder is idle. */
async function settle(hours = 1): Promise<void> {
  const at = new Date(lab.services.now().getTime() - hours * HOUR_MS);
  for (const file of await listRunFiles(folder(), false)) await utimes(file.absolutePath, at, at);
}

/** Write the real final summary of a run, with the experiment of a batch. */
async function putRun(experiment: string): Promise<void> {
  await mkdir(folder(), { recursive: true });
  const text = await readFile(path.join(REAL, FINAL), 'utf8');
  await writeFile(
    path.join(folder(), path.basename(FINAL)),
    text.replace(/^protocol_group_id=.*$/m, `protocol_group_id=${experiment}`),
  );
}

/** Perform what the jobs do each minute. */
async function tick(): Promise<number> {
  await watchRunFolders(services());
  return importQueuedFolders(services());
}

const list = async (caller: Caller = 'LAB_MANAGER') =>
  RunFolders.parse((await lab.call(caller, 'get', FOLDERS)).body).folders;
const runs = () =>
  lab.rows<{ batch_id: string; version: number; is_final: boolean }>(
    'SELECT batch_id, version, is_final FROM batch_result WHERE minknow_run_id = $1',
    [RUN_ID],
  );
const count = async (text: string): Promise<number> => Number((await lab.rows(text))[0]?.['n']);

if (!existsSync(REAL))
  process.stderr.write('\n*** The files of ../shared/data/nanopore are not here. ***\n\n');

describe.skipIf(!existsSync(REAL))('a run folder', () => {
  test('that is idle and complete is imported into the batch of its experiment by the system, once', async () => {
    await putRun(batch.number);
    await settle();
    expect(await tick()).toBe(1);
    expect(await runs()).toEqual([{ batch_id: batch.id, version: 1, is_final: true }]);
    const [event] = await lab.rows(
      `SELECT e.user_id FROM event e JOIN batch_result r ON r.id = e.target_id
        WHERE e.type = 'RUN_IMPORTED' AND r.minknow_run_id = $1`,
      [RUN_ID],
    );
    expect(event).toEqual({ user_id: null });
    expect(await tick()).toBe(0);
    // The same files elsewhere, and touched, are the same import.
    await cp(folder(), path.join(root, 'copy'), { recursive: true });
    await settle(2);
    expect(await tick()).toBeGreaterThan(0);
    expect(await runs()).toMatchObject([{ version: 1 }]);
    expect(await list()).toEqual([]);
  });

  test('that still changes, or has no final summary, waits', async () => {
    await putRun(batch.number);
    expect(await tick()).toBe(0);
    await settle(0.1);
    expect(await tick()).toBe(0);
    await rm(path.join(folder(), path.basename(FINAL)));
    await writeFile(path.join(folder(), 'report_x.json'), '{}');
    await settle();
    expect(await tick()).toBe(0);
    expect(await runs()).toEqual([]);
  });

  test('of a run in progress is a sign of life of its sequencer', async () => {
    const [row] = await lab.rows(
      `UPDATE batch_result r SET flow_cell_id = 'PBE19507' FROM sequencer s
        WHERE s.id = r.sequencer_id AND r.run_status = 'IN_PROGRESS' RETURNING s.id`,
    );
    const running = path.join(root, 'exp/20261120_1000_1B_PBE19507_94e07fab');
    await mkdir(path.join(running, 'pod5_pass'), { recursive: true });
    const file = path.join(running, 'pod5_pass/a.pod5');
    await writeFile(file, 'signals');
    // Whole seconds: the time of a file is a fraction.
    const at = new Date(Math.floor(lab.services.now().getTime() / 1000 - 60) * 1000);
    await utimes(file, at, at);
    expect(await tick()).toBe(0);
    const [instrument] = await lab.rows('SELECT last_heartbeat_at FROM sequencer WHERE id = $1', [
      row?.['id'],
    ]);
    expect(instrument?.['last_heartbeat_at']).toEqual(at);
  });

  test('whose signals still arrive waits, although its summary is old', async () => {
    await putRun(batch.number);
    await settle();
    await mkdir(path.join(folder(), 'pod5_pass'));
    await writeFile(path.join(folder(), 'pod5_pass/a.pod5'), 'signals');
    expect(await tick()).toBe(0);
  });

  test('without a batch waits for a person, who imports its run by hand', async () => {
    await putRun('elsewhere');
    await settle();
    expect(await tick()).toBe(1);
    const [waiting] = await list();
    expect(waiting).toMatchObject({ status: 'TO_ASSIGN', reason: 'No batch has the number elsewhere.' });
    const run = waiting?.runs[0]?.run;
    expect(run?.flowCellId).toBe('PAK00383');
    const body = { batchId: batch.id, run, changeReason: null };
    await lab.call('LAB_TECH', 'post', '/api/internal/results/runs', body);
    expect(await runs()).toMatchObject([{ batch_id: batch.id }]);
    expect(await list()).toEqual([]);
  });

  test('is imported into the batch of its flow cell when that is at work', async () => {
    await putRun('elsewhere');
    await settle();
    await lab.rows(`UPDATE batch SET status = 'IN_PROGRESS' WHERE id = $1`, [batch.id]);
    const [known] = await lab.rows(
      `UPDATE batch_result SET flow_cell_id = 'PAK00383' WHERE id = (SELECT min(id) FROM batch_result WHERE batch_id = $1)
       RETURNING id`,
      [batch.id],
    );
    await tick();
    expect(await runs()).toMatchObject([{ batch_id: batch.id }]);
    await lab.rows(`UPDATE batch_result SET flow_cell_id = 'PBE00000' WHERE id = $1`, [known?.['id']]);
    await lab.rows(`UPDATE batch SET status = 'COMPLETED' WHERE id = $1`, [batch.id]);
  });

  test('is imported into the batch that loaded its flow cell', async () => {
    await putRun('elsewhere');
    await settle();
    await lab.rows(
      `WITH cell AS (INSERT INTO flow_cell (id, created_at, updated_at, entity, flow_cell_id, product_code, received_at, use_count,
           barcodes_used, warranty_claim)
         VALUES ('cell-of-run', now(), now(), 'WBL', 'PAK00383', 'FLO-PRO114M', now(), 0, '{}', 'NONE') RETURNING id)
       INSERT INTO flow_cell_use (id, created_at, updated_at, entity, cell_id, batch_id, samples, loaded_at)
         SELECT 'use-of-run', now(), now(), 'WBL', id, $1, '[]', now() FROM cell`,
      [batch.id],
    );
    await tick();
    expect(await runs()).toMatchObject([{ batch_id: batch.id }]);
    await lab.rows(`DELETE FROM flow_cell_use WHERE cell_id = 'cell-of-run'`);
    await lab.rows(`DELETE FROM flow_cell WHERE id = 'cell-of-run'`);
  });

  test('that cannot be read is shown with its reason, and read again after it changes', async () => {
    await putRun(batch.number);
    const file = path.join(folder(), path.basename(FINAL));
    const fullText = await readFile(file, 'utf8');
    await writeFile(file, fullText.slice(0, 200));
    await settle();
    expect(await tick()).toBe(1);
    const [failure] = await list();
    expect(failure).toMatchObject({ status: 'FAILED' });
    expect(failure?.reason).toContain(`${path.basename(FINAL)}: The final summary cannot be read`);
    expect(await tick()).toBe(0);
    await appendFile(file, fullText.slice(200));
    await settle(2);
    expect(await tick()).toBe(1);
    expect(await list()).toEqual([]);
    expect(await runs()).toHaveLength(1);
  });

  test('whose reading was cut off by a restart is read again', async () => {
    await putRun(batch.number);
    await settle();
    await watchRunFolders(services());
    expect((await takeFolder(lab.services.pool, lab.services.now()))?.status).toBe('READING');
    expect(await tick()).toBe(1);
    expect(await runs()).toHaveLength(1);
  });

  test('with files that differ from their hashes keeps the result with its run', async () => {
    await putRun(batch.number);
    await mkdir(path.join(folder(), 'bam_pass'));
    await writeFile(path.join(folder(), 'bam_pass/a.bam'), 'reads');
    await writeFile(
      path.join(folder(), 'output_hash_564d5253.csv'),
      `file_hash,file_path\n${'0'.repeat(64)},bam_pass/a.bam\n`,
    );
    await settle();
    await tick();
    const [row] = await lab.rows('SELECT hash_check FROM batch_result WHERE minknow_run_id = $1', [RUN_ID]);
    expect(row?.['hash_check']).toMatchObject({ listed: 1, checked: 1, different: 1, missing: 0 });
  });

  test('is named by a person, who needs no idle time and may cancel the reading', async () => {
    await putRun(batch.number);
    services();
    const name = (value: string, caller: Caller = 'LAB_TECH') =>
      lab.call(caller, 'post', FOLDERS, { path: value });
    expect(await name('../etc')).toMatchObject({ status: 409, body: { code: 'NO_RUN_FOLDER' } });
    expect((await name('exp/sample/run', 'COMPANY_MANAGER')).status).toBe(403);
    const queued = RunFolder.parse((await name('exp/sample/run')).body);
    expect(queued.status).toBe('QUEUED');
    expect(
      await count(`SELECT count(*)::int AS n FROM graphile_worker.jobs WHERE key = 'import-run-folders'`),
    ).toBe(1);
    await takeFolder(lab.services.pool, lab.services.now());
    expect(await name('exp/sample/run')).toMatchObject({ status: 409, body: { code: 'FOLDER_IN_USE' } });
    const close = await lab.call('LAB_TECH', 'post', `${FOLDERS}/${queued.id}/close`, {
      reason: 'A test run',
    });
    expect(RunFolder.parse(close.body).status).toBe('READING');
    await importQueuedFolders(services());
    expect(await runs()).toEqual([]);
    const [row] = await lab.rows('SELECT status, reason FROM run_folder WHERE id = $1', [queued.id]);
    expect(row?.['status']).toBe('CLOSED');
    expect(row?.['reason']).toMatch(/^Closed by .+: A test run$/);
  });
});

test('folders of another lab are not found', async () => {
  await lab.rows(
    `INSERT INTO run_folder (id, entity, lab, path, fingerprint, status, found_at, updated_at)
     VALUES ('01J0000000000000000000FLDR', 'RESONANT', 'CLINIC', '/data/run', 'x', 'FAILED', now(), now())`,
  );
  expect(await list()).toEqual([]);
  const path = `${FOLDERS}/01J0000000000000000000FLDR/close`;
  expect((await lab.call('LAB_MANAGER', 'post', path, { reason: 'Mine' })).status).toBe(404);
});
