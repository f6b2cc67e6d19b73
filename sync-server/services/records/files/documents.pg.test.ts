import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

const PDF = Buffer.from('%PDF-1.7\nPurchase order 77\n%%EOF\n');
const MANAGER = 'COMPANY_MANAGER';

let lab: DemoServer;
let draft = '';
let foreign = '';
const folder = mkdtempSync(path.join(os.tmpdir(), 'documents-'));
beforeAll(async () => {
  lab = await openDemoServer();
  lab.services.env = { ...lab.services.env, DATA_DIR: folder };
  const [own] = await lab.rows<{ id: string }>(
    `SELECT company_id AS id FROM user_company WHERE role = $1 AND entity = 'WBL' ORDER BY id LIMIT 1`,
    [MANAGER],
  );
  const orders = await lab.rows<{ id: string; mine: boolean }>(
    `SELECT id, company_id = $1 AS mine FROM "order" WHERE entity = 'WBL' AND NOT deleted ORDER BY id`,
    [own?.id],
  );
  draft = orders.find(({ mine }) => mine)?.id ?? '';
  foreign = orders.find(({ mine }) => !mine)?.id ?? '';
});
beforeEach(async () => {
  await lab.rows(
    `UPDATE "order" SET status = 'DRAFT', order_number = 'W-990001', purchase_order_file_id = NULL WHERE id = $1`,
    [draft],
  );
  await lab.rows(`DELETE FROM s3_file WHERE status = 'PENDING'`);
});
afterAll(async () => {
  await lab.close();
  rmSync(folder, { recursive: true });
});

const about = (changes: object = {}) => ({
  title: 'po-77.pdf',
  size: PDF.length,
  type: 'application/pdf',
  fileType: 'ORDER_DOCUMENT',
  subType: 'PURCHASE_ORDER',
  targetType: 'Order',
  targetId: draft,
  ...changes,
});
const announce = (caller: Caller, changes: object = {}) =>
  lab.call(caller, 'post', '/api/s3/presigned', about(changes));
const uploadBytes = (caller: Caller, url: string, bytes: Buffer = PDF) =>
  request(lab.server)
    .put(url)
    .set(lab.headersOf(caller))
    .set('Content-Type', 'application/octet-stream')
    .send(bytes);
async function upload(
  caller: Caller,
  changes: object = {},
): Promise<{ id: string; key: string; url: string }> {
  const { status, body } = await announce(caller, changes);
  expect([status, body.error]).toEqual([200, undefined]);
  const uploadAnswer = await uploadBytes(caller, body.url);
  expect([uploadAnswer.status, uploadAnswer.body.error]).toEqual([204, undefined]);
  return body;
}
const open = (caller: Caller, id: string, fileType = 'ORDER_DOCUMENT') =>
  lab.call(caller, 'post', `/api/s3/presigned/${id}`, { fileType });
const list = async (caller: Caller, targetId = draft) =>
  lab.call(caller, 'get', `/api/s3/downloads?targetType=Order&targetId=${targetId}`);
const attach = (caller: Caller, fileId: string | null, base = '/api/create-order') =>
  lab.call(caller, 'post', `${base}/${draft}/purchase-order`, { fileId });
const purchaseOrder = async () =>
  (
    await lab.rows<{ id: string | null }>('SELECT purchase_order_file_id AS id FROM "order" WHERE id = $1', [
      draft,
    ])
  )[0]?.id;
const listStoredFiles = (bucket = 'order-documents'): string[] => {
  const place = path.join(folder, 'files', bucket);
  return existsSync(place) ? readdirSync(place) : [];
};
const download = (caller: Caller, url: string) => request(lab.server).get(url).set(lab.headersOf(caller));

test('a purchase order is uploaded for a draft, attached, downloaded by the lab, counted, replaced and removed', async () => {
  const first = await upload(MANAGER);
  const [row] = await lab.rows(
    'SELECT status, sha256, type, customer_visible AS shown FROM s3_file WHERE id = $1',
    [first.id],
  );
  const sha256 = createHash('sha256').update(PDF).digest('hex');
  expect(row).toEqual({ status: 'STORED', sha256, type: 'application/pdf', shown: true });
  expect(readFileSync(path.join(folder, 'files', first.key))).toEqual(PDF);
  const answer = await attach(MANAGER, first.id);
  expect([answer.status, answer.body.order?.purchaseOrderFileId]).toEqual([200, first.id]);

  const { url } = (await open('BILLING_MANAGER', first.id)).body;
  const read = await download('BILLING_MANAGER', url).buffer(true);
  expect([read.status, read.headers['content-disposition'], read.headers['content-type']]).toEqual([
    200,
    `attachment; filename="file"; filename*=UTF-8''po-77.pdf`,
    'application/pdf',
  ]);
  const listAnswer = await list('BILLING_MANAGER');
  expect(listAnswer.body.rows).toMatchObject([
    { id: first.id, title: 'po-77.pdf', downloadCount: 1, size: PDF.length },
  ]);

  const second = await upload(MANAGER, { title: 'po-78.pdf' });
  expect((await attach('CS_REP', second.id, '/api/lab/orders/drafts')).status).toBe(200);
  expect([
    await purchaseOrder(),
    listStoredFiles().includes(first.id),
    listStoredFiles().includes(second.id),
  ]).toEqual([second.id, false, true]);
  expect((await attach(MANAGER, null)).status).toBe(200);
  expect([await purchaseOrder(), listStoredFiles()]).toEqual([null, []]);
  expect((await list(MANAGER)).body.rows).toEqual([]);
});

test('only a stored purchase order of the same draft can be attached, and only while it is a draft', async () => {
  const attachment = await upload(MANAGER, { subType: 'ATTACHMENT' });
  expect((await attach(MANAGER, attachment.id)).status).toBe(404);
  const pending = (await announce(MANAGER)).body;
  expect((await attach(MANAGER, pending.id)).status).toBe(404);
  const storedFile = await upload(MANAGER);
  await lab.rows(`UPDATE "order" SET status = 'ORDERED' WHERE id = $1`, [draft]);
  expect((await attach(MANAGER, storedFile.id)).status).toBeGreaterThanOrEqual(404);
  const lateAnswer = await announce(MANAGER);
  expect([lateAnswer.status, lateAnswer.body.error]).toEqual([
    409,
    'A purchase order is uploaded while the order is a draft.',
  ]);
  expect(await purchaseOrder()).toBeNull();
});

test('an order that was submitted during the upload accepts no purchase order any more', async () => {
  const { body } = await announce(MANAGER);
  await lab.rows(`UPDATE "order" SET status = 'ORDERED' WHERE id = $1`, [draft]);
  expect((await uploadBytes(MANAGER, body.url)).status).toBe(409);
  expect(listStoredFiles()).not.toContain(body.id);
});

test('names with paths, wrong extensions and hidden characters, empty and huge files are refused before the upload', async () => {
  const before = await lab.rows('SELECT count(*)::int AS n FROM s3_file');
  for (const wrong of [
    { title: '../../etc/po.pdf' },
    { title: 'po.exe' },
    { title: 'po.pdf\u0000' },
    { title: 'po\u202efdp.pdf' },
    { title: 'reads.pod5' },
    { size: 0 },
    { size: 50_000_001 },
    { size: 5_000_000_000 },
    { subType: 'POD5' },
    { fileType: 'INVOICE' },
    { targetType: 'Batch' },
    { targetType: null, targetId: null },
    { targetType: 'Company' },
    { key: 'x' },
    { status: 'STORED' },
  ])
    expect([wrong, (await announce(MANAGER, wrong)).status]).toEqual([wrong, 422]);
  const ending = await announce(MANAGER, { title: 'po.exe' });
  expect(ending.body.error).toMatch(/^File name must end with one of: pdf, png, /);
  expect(await lab.rows('SELECT count(*)::int AS n FROM s3_file')).toEqual(before);
});

test("a file's content must match its name", async () => {
  for (const [title, bytes] of [
    ['po.pdf', Buffer.from('x')],
    ['po.pdf', Buffer.from('<script>alert(1)</script>')],
    ['po.xlsx', Buffer.from('PK\u0003\u0004nothing of a workbook')],
    ['po.png', Buffer.from('<svg/>')],
    ['list.csv', Buffer.from('MZ\u0000\u0000')],
  ] as const) {
    const { body } = await announce(MANAGER, { title, size: bytes.length });
    const uploadAnswer = await uploadBytes(MANAGER, body.url, bytes);
    expect([title, uploadAnswer.status, uploadAnswer.body.error]).toEqual([
      title,
      422,
      expect.stringContaining('is not'),
    ]);
  }
  const one = await announce(MANAGER, { title: 'one.txt', size: 1, subType: 'ATTACHMENT' });
  expect((await uploadBytes(MANAGER, one.body.url, Buffer.from('x'))).status).toBe(204);
  expect(readdirSync(path.join(folder, 'files', 'incoming'))).toEqual([]);
});

test('more or less than the declared size is refused and leaves nothing', async () => {
  const before = listStoredFiles();
  const small = await announce(MANAGER, { size: 10 });
  expect((await uploadBytes(MANAGER, small.body.url)).status).toBe(413);
  const large = await announce(MANAGER, { size: 1_000 });
  expect((await uploadBytes(MANAGER, large.body.url)).status).toBe(422);
  expect([listStoredFiles(), readdirSync(path.join(folder, 'files', 'incoming'))]).toEqual([before, []]);
});

test('a URL is used once, by one person, for some minutes; of two concurrent uploads one is stored whole', async () => {
  const { body } = await announce(MANAGER);
  expect((await uploadBytes('COMPANY_USER', body.url)).status).toBe(404);
  expect((await uploadBytes(null, body.url)).status).toBe(401);
  const { now } = lab.services;
  lab.services.now = () => new Date(Date.now() + 6 * 60_000);
  expect((await uploadBytes(MANAGER, body.url)).status).toBe(404);
  lab.services.now = now;
  const other = Buffer.from(PDF.toString().replace('77', '78'));
  const both = await Promise.all([uploadBytes(MANAGER, body.url), uploadBytes(MANAGER, body.url, other)]);
  expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
  expect((await uploadBytes(MANAGER, body.url)).status).toBe(409);
  const [row] = await lab.rows<{ sha256: string }>('SELECT sha256 FROM s3_file WHERE id = $1', [body.id]);
  const bytes = readFileSync(path.join(folder, 'files', body.key));
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(row?.sha256);
});

test('customers of an order and staff who handle orders may attach files', async () => {
  const foreignAnswer = await announce(MANAGER, { targetId: foreign });
  expect(foreignAnswer.status).toBe(404);
  for (const reader of ['LAB_TECH', 'RESEARCH_ASSISTANT'] as const)
    expect([reader, (await announce(reader)).status]).toEqual([reader, 403]);
  expect((await announce('RESONANT:ADMIN')).status).toBe(404);
  expect((await announce('CS_REP', { subType: 'ATTACHMENT' })).status).toBe(200);
  await lab.rows(`UPDATE "order" SET status = 'COMPLETED' WHERE id = $1`, [draft]);
  expect((await announce(MANAGER, { subType: 'ATTACHMENT' })).status).toBe(409);
  const staff = await lab.call('SALES_LEADER', 'post', `/api/lab/orders/files/${draft}`, {
    title: 'a.pdf',
    size: PDF.length,
    type: 'application/pdf',
    subType: 'ATTACHMENT',
  });
  expect(staff.status).toBe(201);
});

test('staff attachments are internal unless shared, and nobody of another company reads anything', async () => {
  const inside = await upload('CS_REP', { subType: 'ATTACHMENT', title: 'inside.pdf' });
  const visibleFile = await upload('CS_REP', {
    subType: 'ATTACHMENT',
    title: 'shown.pdf',
    customerVisible: true,
  });
  const titles = async (caller: Caller) =>
    (await list(caller)).body.rows.map(({ title }: { title: string }) => title).sort();
  expect(await titles(MANAGER)).toEqual(expect.not.arrayContaining(['inside.pdf']));
  expect(await titles(MANAGER)).toEqual(expect.arrayContaining(['shown.pdf']));
  expect(await titles('LAB_TECH')).toEqual(expect.arrayContaining(['inside.pdf', 'shown.pdf']));
  const hidden = await open(MANAGER, inside.id);
  expect([hidden.status, hidden.body.error]).toEqual([404, 'Error accessing resource']);
  expect((await open(MANAGER, visibleFile.id)).status).toBe(200);
  for (const outside of ['INSTITUTION_MANAGER', 'RESONANT:ADMIN'] as const) {
    expect((await open(outside, visibleFile.id)).status).toBe(404);
    expect((await list(outside)).status).toBe(404);
  }
  expect((await open(MANAGER, visibleFile.id, 'COMPANY_DOCUMENT')).status).toBe(404);
  const { url } = (await open(MANAGER, visibleFile.id)).body;
  expect((await download('CS_REP', url)).status).toBe(404);
  expect((await uploadBytes(MANAGER, url)).status).toBe(404);
});

test('owners delete their own files, some only in a draft; those of submitted orders stay', async () => {
  const remove = (caller: Caller, ...s3Keys: string[]) =>
    lab.call(caller, 'delete', '/api/s3/delete', { fileType: 'ORDER_DOCUMENT', s3Keys });
  const mine = await upload('COMPANY_USER', { subType: 'ATTACHMENT' });
  expect((await remove(MANAGER, mine.key)).status).toBe(404);
  await lab.rows(`UPDATE "order" SET status = 'ORDERED' WHERE id = $1`, [draft]);
  expect((await remove('COMPANY_USER', mine.key)).status).toBe(404);
  await lab.rows(`UPDATE "order" SET status = 'DRAFT' WHERE id = $1`, [draft]);
  expect((await remove('COMPANY_USER', mine.key)).body).toEqual({ deleted: 1 });
  expect(listStoredFiles()).not.toContain(mine.id);
  const order = await upload(MANAGER);
  await attach(MANAGER, order.id);
  await lab.rows(`UPDATE "order" SET status = 'ORDERED' WHERE id = $1`, [draft]);
  const refusal = await remove('PROJECT_MANAGER', order.key);
  expect([refusal.status, refusal.body.error]).toEqual([
    409,
    'The purchase order of a submitted order stays with the order.',
  ]);
  const [listAnswer] = (await list('PROJECT_MANAGER')).body.rows.filter(
    ({ id }: { id: string }) => id === order.id,
  );
  expect(listAnswer.removable).toBe(false);
  await lab.rows(`UPDATE "order" SET status = 'DRAFT' WHERE id = $1`, [draft]);
  expect((await remove(MANAGER, order.key)).status).toBe(200);
  expect(await purchaseOrder()).toBeNull();
});
