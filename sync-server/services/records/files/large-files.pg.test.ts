import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PART_SIZE } from '#db/records/files/document-rules.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { forgetUnfinishedFiles, scanFiles } from '#sync-server/jobs/tasks/waiting-files.ts';

const STAFF = 'LAB_MANAGER';
const MANAGER = 'COMPANY_MANAGER';
const POD5 = Buffer.concat([Buffer.from('8b504f440d0a1a0a', 'hex'), randomBytes(PART_SIZE + 1_000)]);
const EICAR = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-${'ANTIVIRUS-TEST-FILE!$H+H*'}`;

let lab: DemoServer;
let specimen = '';
let order = '';
const folder = mkdtempSync(path.join(os.tmpdir(), 'large-files-'));
beforeAll(async () => {
  lab = await openDemoServer();
  lab.services.env = { ...lab.services.env, DATA_DIR: folder };
  const [row] = await lab.rows<{ id: string; orderId: string }>(
    `SELECT s.id, s.order_id AS "orderId" FROM specimen s JOIN "order" o ON o.id = s.order_id
      WHERE o.status NOT IN ('DRAFT', 'CANCELED') AND o.company_id = (SELECT company_id FROM user_company
        WHERE role = $1 AND entity = 'WBL' ORDER BY id LIMIT 1) AND NOT s.deleted ORDER BY s.id LIMIT 1`,
    [MANAGER],
  );
  specimen = row?.id ?? '';
  order = row?.orderId ?? '';
});
afterAll(async () => {
  await lab.close();
  rmSync(folder, { recursive: true });
});

const about = (changes: object = {}) => ({
  title: 'reads.pod5',
  size: POD5.length,
  type: 'application/octet-stream',
  fileType: 'SPECIMEN_DOCUMENT',
  subType: 'POD5',
  targetType: 'Specimen',
  targetId: specimen,
  customerVisible: true,
  inParts: true,
  ...changes,
});
const announce = (caller: Caller, changes: object = {}) =>
  lab.call(caller, 'post', '/api/s3/presigned', about(changes));
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const cut = (bytes: Buffer, part: number) => bytes.subarray(part * PART_SIZE, (part + 1) * PART_SIZE);
const uploadPart = (caller: Caller, id: string, part: number, bytes: Buffer, sha256 = digest(bytes)) =>
  request(lab.server)
    .put(`/api/s3/parts/${id}/${part}?sha256=${sha256}`)
    .set(lab.headersOf(caller))
    .set('Content-Type', 'application/octet-stream')
    .send(bytes);
const complete = (caller: Caller, id: string) => lab.call(caller, 'post', `/api/s3/parts/${id}/complete`);
const unfinished = async (caller: Caller = STAFF) =>
  (await lab.call(caller, 'get', `/api/s3/parts?targetType=Specimen&targetId=${specimen}`)).body.rows;
const listFiles = async (caller: Caller) =>
  (await lab.call(caller, 'get', `/api/s3/downloads?targetType=Order&targetId=${order}&specimens=true`)).body
    .rows;
const open = (caller: Caller, id: string) =>
  lab.call(caller, 'post', `/api/s3/presigned/${id}`, { fileType: 'SPECIMEN_DOCUMENT' });
async function send(bytes: Buffer, changes: object = {}): Promise<string> {
  const { status, body } = await announce(STAFF, { size: bytes.length, ...changes });
  expect([status, body.error]).toEqual([200, undefined]);
  for (let part = 0; part * PART_SIZE < bytes.length; part += 1)
    expect((await uploadPart(STAFF, body.id, part, cut(bytes, part))).status).toBe(204);
  return body.id;
}
const release = (at: string | null) =>
  lab.rows(`UPDATE specimen SET results_released_at = $2 WHERE order_id = $1`, [order, at]);

test('a data file is uploaded in parts, resumed after a break, joined, and available to the customer once released', async () => {
  const { body } = await announce(STAFF);
  expect(body).toMatchObject({ url: `/api/s3/parts/${body.id}`, partSize: PART_SIZE });
  expect((await uploadPart(STAFF, body.id, 1, cut(POD5, 1))).status).toBe(204);
  // The network failed: another page lists the arrived parts and continues.
  expect(await unfinished()).toEqual([
    {
      id: body.id,
      title: 'reads.pod5',
      size: POD5.length,
      subType: 'POD5',
      partSize: PART_SIZE,
      arrived: [{ part: 1, sha256: digest(cut(POD5, 1)) }],
    },
  ]);
  expect((await complete(STAFF, body.id)).body.error).toBe(
    '1 parts of the file are missing. Choose the file again to continue.',
  );
  expect((await uploadPart(STAFF, body.id, 1, cut(POD5, 1))).status).toBe(204);
  expect((await uploadPart(STAFF, body.id, 0, cut(POD5, 0))).status).toBe(204);
  const both = await Promise.all([complete(STAFF, body.id), complete(STAFF, body.id)]);
  // One call joins and scans it; the other may return before that has ended.
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(both.map(({ body: done }) => done.scanStatus)).toContain('CLEAN');
  const [row] = await lab.rows<{ key: string; sha256: string }>('SELECT * FROM s3_file WHERE id = $1', [
    body.id,
  ]);
  expect(row).toMatchObject({
    status: 'STORED',
    scan_status: 'CLEAN',
    sha256: digest(POD5),
    part_size: PART_SIZE,
  });
  expect(readFileSync(path.join(folder, 'files', row?.key ?? '')).equals(POD5)).toBe(true);
  expect([await unfinished(), existsSync(path.join(folder, 'files', 'parts', body.id))]).toEqual([[], false]);

  expect([(await listFiles(MANAGER)).length, (await open(MANAGER, body.id)).status]).toEqual([0, 404]);
  await release('2026-11-20T12:00:00Z');
  expect(await listFiles(MANAGER)).toMatchObject([{ id: body.id, released: true, scanStatus: 'CLEAN' }]);
  const links = await lab.call(
    MANAGER,
    'get',
    `/api/s3/downloads/links?targetType=Order&targetId=${order}&specimens=true`,
  );
  const { url } = links.body.rows[0];
  const download = await request(lab.server).get(url).set(lab.headersOf(MANAGER)).buffer(true);
  expect([download.status, Buffer.compare(download.body, POD5)]).toEqual([200, 0]);
  const rest = await request(lab.server)
    .get(url)
    .set({ ...lab.headersOf(MANAGER), Range: `bytes=${PART_SIZE}-` })
    .buffer(true)
    .parse((answer, done) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () => done(null, Buffer.concat(pieces)));
    });
  expect([rest.status, Buffer.compare(rest.body, POD5.subarray(PART_SIZE))]).toEqual([206, 0]);
  const [downloadRow] = await lab.rows(
    `SELECT s.is_data_downloaded AS downloaded, f.download_count AS times,
       (SELECT count(*)::int FROM event e WHERE e.target_id = s.id AND e.type = 'RESULTS_DOWNLOADED') AS events,
       (SELECT count(*)::int FROM access_log a WHERE a.target_id = s.id AND a.action = 'DOWNLOAD_RESULT') AS lines
     FROM specimen s JOIN s3_file f ON f.target_id = s.id WHERE s.id = $1 AND f.id = $2`,
    [specimen, body.id],
  );
  expect(downloadRow).toEqual({ downloaded: true, times: 1, events: 1, lines: 1 });
  await release(null);
  expect((await request(lab.server).get(url).set(lab.headersOf('COMPANY_USER'))).status).toBe(404);
});

test('a part that is damaged, too long, too short, of another file or of another person is refused', async () => {
  const { body } = await announce(STAFF);
  const [first, last] = [cut(POD5, 0), cut(POD5, 1)];
  expect((await uploadPart(STAFF, body.id, 1, last, digest(first))).body.code).toBe('CHECKSUM');
  expect((await uploadPart(STAFF, body.id, 1, Buffer.concat([last, last]))).status).toBe(413);
  expect((await uploadPart(STAFF, body.id, 1, last.subarray(1))).status).toBe(422);
  expect((await uploadPart(STAFF, body.id, 2, last)).status).toBe(422);
  for (const other of ['LAB_RESEARCH_DIRECTOR', MANAGER] as const)
    expect((await uploadPart(other, body.id, 1, last)).status).toBe(404);
  expect((await uploadPart(STAFF, body.id, 1, last)).status).toBe(204);
  const changed = Buffer.from(last);
  changed[0] = (changed[0] ?? 0) ^ 1;
  expect((await uploadPart(STAFF, body.id, 1, changed)).status).toBe(409);
  expect((await lab.call(STAFF, 'post', `/api/s3/parts/${body.id}/cancel`)).status).toBe(204);
  expect([await unfinished(), (await uploadPart(STAFF, body.id, 0, first)).status]).toEqual([[], 404]);
});

test('a file that is too large, has a wrong extension or a path in its name is refused before a byte is sent', async () => {
  const huge = await announce(STAFF, { size: 5_000_000_001 });
  expect([huge.status, huge.body.error]).toEqual([
    422,
    'The file is larger than 5 GB. Split it, or pack it, and upload the pieces.',
  ]);
  expect((await announce(STAFF, { size: 5_000_000_000 })).status).toBe(200);
  const ending = await announce(STAFF, { title: 'reads.exe' });
  expect(ending.body.error).toMatch(/^File name must end with one of: pdf, .*pod5, bam/);
  for (const title of ['../reads.pod5', 'a\\reads.pod5', 'reads\u0000.pod5', 'reads\u202e.pod5'])
    expect([title, (await announce(STAFF, { title })).status]).toEqual([title, 422]);
  expect((await announce(STAFF, { inParts: false, size: 60_000_000 })).status).toBe(422);
  expect((await announce(MANAGER)).status).toBe(422);
  expect((await announce(STAFF, { subType: 'ATTACHMENT' })).status).toBe(422);
});

test('a file that is not POD5 is refused when it is joined, and nothing of it is stored', async () => {
  const id = await send(Buffer.from('x'));
  const { status, body } = await complete(STAFF, id);
  expect([status, body.error]).toEqual([422, expect.stringContaining('is not POD5')]);
  expect(await lab.rows('SELECT id FROM s3_file WHERE id = $1', [id])).toEqual([]);
});

test('an infected file is withheld from everybody; a file of one byte is accepted', async () => {
  await release('2026-11-20T12:00:00Z');
  const infectedFile = await send(Buffer.from(`"${EICAR}"`), { title: 'a.json', subType: 'LAB_RESULTS' });
  const done = (await complete(STAFF, infectedFile)).body;
  expect(done).toMatchObject({ scanStatus: 'QUARANTINED', scanFinding: 'the EICAR test file' });
  expect((await open(STAFF, infectedFile)).body.error).toBe(
    'This file is held back: the EICAR test file. Delete it and upload a clean copy.',
  );
  expect((await open(MANAGER, infectedFile)).status).toBe(404);
  const one = await send(Buffer.from('x'), { title: 'one.txt', subType: 'LAB_RESULTS' });
  expect((await complete(STAFF, one)).body.scanStatus).toBe('CLEAN');
  await release(null);
});

test('a file that the scanner could not scan waits for the job', async () => {
  const { env } = lab.services;
  lab.services.env = { ...env, CLAMD_URL: 'tcp://127.0.0.1:9' };
  const id = await send(Buffer.from('x'), { title: 'one.txt', subType: 'LAB_RESULTS' });
  expect((await complete(STAFF, id)).body.scanStatus).toBe('WAITING');
  expect((await open(STAFF, id)).body.error).toBe(
    'This file is being checked for viruses. Try again in a minute.',
  );
  lab.services.env = env;
  await scanFiles(lab.services);
  expect((await open(STAFF, id)).status).toBe(200);
});

test('a corrected report replaces the earlier one, which stays marked; its deletion records a reason', async () => {
  const report = (changes: object = {}) =>
    send(Buffer.from('%PDF-1.7\n1'), { title: 'report.pdf', subType: 'CLINICAL_REPORT', ...changes });
  const first = await report();
  await complete(STAFF, first);
  const second = await report({ title: 'report-2.pdf', supersedesId: first });
  await complete(STAFF, second);
  const rows: { id: string; superseded: boolean; key: string }[] = await listFiles(STAFF);
  const marks = new Map(rows.map(({ id, superseded }) => [id, superseded]));
  expect([marks.get(first), marks.get(second)]).toEqual([true, false]);
  expect((await announce(STAFF, { supersedesId: first })).status).toBe(409);
  const key = rows.find(({ id }) => id === second)?.key;
  const deleteArgs = { fileType: 'SPECIMEN_DOCUMENT', s3Keys: [key], reason: 'Wrong patient.' };
  expect((await lab.call(STAFF, 'delete', '/api/s3/delete', deleteArgs)).status).toBe(200);
  const [event] = await lab.rows<{ data: { reason: string } }>(
    `SELECT data FROM event WHERE type = 'FILE_DELETED' AND target_id = $1 ORDER BY id DESC LIMIT 1`,
    [specimen],
  );
  expect(event?.data.reason).toBe('Wrong patient.');
});

test('an upload without activity for two days is deleted with its parts; a fresh one is not', async () => {
  const old = (await announce(STAFF)).body.id;
  await uploadPart(STAFF, old, 1, cut(POD5, 1));
  await lab.rows(`UPDATE s3_file SET updated_at = now() - interval '49 hours' WHERE id = $1`, [old]);
  const newUpload = (await announce(STAFF)).body.id;
  await uploadPart(STAFF, newUpload, 1, cut(POD5, 1));
  await forgetUnfinishedFiles(lab.services);
  const ids = (await unfinished()).map(({ id }: { id: string }) => id);
  expect([ids.includes(old), ids.includes(newUpload)]).toEqual([false, true]);
  expect(existsSync(path.join(folder, 'files', 'parts', old))).toBe(false);
});
