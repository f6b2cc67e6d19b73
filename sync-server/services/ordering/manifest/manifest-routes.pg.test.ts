import request from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ManifestAnswer, ManifestRefusal } from '#db/ordering/manifest/manifest-answer.ts';
import { rowsMark } from '#db/ordering/manifest/rows-mark.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { readFile } from './read-file.ts';
import { insertDraft, readProtocolId, readSavedRows, sendManifest } from './uploads-bench.ts';

let lab: DemoServer;
let n = 0;
let orderId = '';
let protocolId = '';
const HEAD = ['Sample ID', 'Source Species', 'Specimen Type'];
const blood = (...names: string[]) => [HEAD, ...names.map((name) => [name, 'Homo sapiens', 'Whole blood'])];

function draft(changes: object = {}): Promise<string> {
  n += 1;
  return insertDraft(lab, n, { protocol_id: protocolId, ...changes });
}

beforeAll(async () => {
  lab = await openDemoServer();
  protocolId = await readProtocolId(lab);
});
beforeEach(async () => {
  orderId = await draft();
});
afterAll(() => lab.close());

const send = (body: Buffer | string, query = '', caller: Caller = 'COMPANY_MANAGER', type = 'text/csv') =>
  sendManifest(lab, orderId, body, { query, caller, type });
const sendRows = (rows: string[][], query = '', caller: Caller = 'COMPANY_MANAGER') =>
  sendManifest(lab, orderId, rows, { query, caller });
const saved = () => readSavedRows(lab, orderId);

test('a first upload is saved without confirmation: numbered rows, drafts, an event with counts', async () => {
  const answer = await sendRows(blood('S-1', 'S-2'));
  expect(answer.status).toBe(200);
  const { differences, rows, saved: isSaved } = ManifestAnswer.parse(answer.body);
  expect([isSaved, differences.added.length, rows.length]).toEqual([true, 2, 2]);
  const number = `W-90000${n}`;
  expect(await saved()).toEqual([
    { name: 'S-1', number: `${number}-001`, row: 1, status: 'DRAFT' },
    { name: 'S-2', number: `${number}-002`, row: 2, status: 'DRAFT' },
  ]);
  const [event] = await lab.rows<{ data: object }>(
    `SELECT data FROM event WHERE target_id = $1 AND type = 'MANIFEST_UPLOADED'`,
    [orderId],
  );
  expect(event?.data).toMatchObject({ mode: 'replace', rows: 2, added: 2, changed: 0, removed: 0 });
});

test('a file with errors saves nothing and reports all of them', async () => {
  const before = await lab.fingerprint();
  const answer = await sendRows([...blood('S-1', 'S-1'), ['S 3', 'Humon', 'Whole blood']]);
  expect(answer.status).toBe(422);
  expect(ManifestRefusal.parse(answer.body).faults.map(({ message }) => message)).toEqual([
    'Row 3, Sample ID: Duplicate sample ID.',
    'Row 4, Sample ID: 1 to 50 letters, digits, - _ and . only.',
    'Row 4, Source Species: Unknown species.',
  ]);
  expect(await lab.fingerprint()).toBe(before);
});

test('a second upload shows its changes cell by cell, and a trial changes nothing', async () => {
  await sendRows(blood('S-1', 'S-2', 'S-3'));
  const before = await lab.fingerprint();
  const next = [
    [...HEAD, 'Volume (µL)', 'Notes'],
    ['S-1', 'Homo sapiens', 'Whole blood', '', ''],
    ['S-2', 'Homo sapiens', 'Saliva', '300,5', 'Half a tube'],
    ['S-9', 'Homo sapiens', 'Whole blood', '', ''],
  ];
  const tried = ManifestAnswer.parse((await sendRows(next, '&dryRun=1')).body);
  expect(tried.saved).toBe(false);
  expect(tried.differences).toMatchObject({
    added: [{ customerSampleId: 'S-9', row: 4 }],
    removed: [{ customerSampleId: 'S-3' }],
    changed: [
      {
        customerSampleId: 'S-2',
        cells: [
          { column: 'Specimen Type', from: 'Whole blood', to: 'Saliva' },
          { column: 'Volume (µL)', from: '', to: '300.5' },
          { column: 'Notes', from: '', to: 'Half a tube' },
        ],
      },
    ],
    unchanged: 1,
  });
  expect(await lab.fingerprint()).toBe(before);
  expect((await sendRows(next)).status).toBe(200);
  const number = `W-90000${n}`;
  // The number of the removed row may be on a tube, so the new row gets the next one.
  expect((await saved()).map((row) => `${row['name']} ${row['number']}`)).toEqual([
    `S-1 ${number}-001`,
    `S-2 ${number}-002`,
    `S-9 ${number}-004`,
  ]);
  const secondAnswer = ManifestAnswer.parse((await sendRows(next, '&dryRun=1')).body);
  expect(secondAnswer.differences).toEqual({ added: [], removed: [], changed: [], unchanged: 3 });
});

test('rows that another person saved meanwhile are overwritten only after they were shown', async () => {
  const marked = async () =>
    rowsMark((await current()).map(({ id, version }) => ({ id: id ?? '', version: Number(version) })));
  const current = () =>
    lab.rows('SELECT id, version FROM specimen WHERE order_id = $1 AND NOT deleted', [orderId]);
  const none = await marked();
  expect((await sendRows(blood('S-1'), `&seen=${none}`)).status).toBe(200);
  const stale = await sendRows(blood('S-2'), `&seen=${none}`);
  expect(stale.status).toBe(409);
  expect(stale.body).toMatchObject({ code: 'STALE_VERSION' });
  expect((await saved()).map(({ name }) => name)).toEqual(['S-1']);
  const one = await marked();
  await sendRows(blood('S-3'), '&mode=append');
  expect((await sendRows(blood('S-1'), `&seen=${one}`)).status).toBe(409);
  expect((await sendRows(blood('S-1', 'S-4'), `&seen=${await marked()}`)).status).toBe(200);
  expect((await saved()).map(({ name }) => name)).toEqual(['S-1', 'S-4']);
});

test('rows are added to existing ones, also typed ones, and not twice', async () => {
  await sendRows(blood('S-1'));
  expect((await sendRows(blood('S-2'), '&mode=append')).status).toBe(200);
  const cells = {
    customerSampleId: 'S-3',
    providedSourceSpecies: 'Homo sapiens',
    providedSpecimenType: 'Saliva',
  };
  const path = `/api/create-order/manifest/rows?orderId=${orderId}&mode=append`;
  const typed = await lab.call('COMPANY_USER', 'post', path, { rows: [{ row: 1, cells }] });
  expect(typed.status).toBe(200);
  expect((await saved()).map((row) => `${row['row']} ${row['name']}`)).toEqual(['1 S-1', '2 S-2', '3 S-3']);
  const twice = ManifestRefusal.parse((await sendRows(blood('s-3'), '&mode=append')).body);
  expect(twice.faults.map(({ message }) => message)).toEqual(['Row 2, Sample ID: Duplicate sample ID.']);
});

test('a requisition number of another order is taken; a number removed from its row returns with the row', async () => {
  const [other] = await lab.rows(
    `SELECT requisition_number AS number FROM specimen WHERE order_id <> $1 LIMIT 1`,
    [orderId],
  );
  const rows = (number: string) => [
    ['Requisition Number', ...HEAD],
    [number, 'S-1', 'Homo sapiens', 'Whole blood'],
  ];
  const refusal = ManifestRefusal.parse((await sendRows(rows(other?.['number'] ?? ''))).body);
  expect(refusal.faults[0]?.problem).toBe('Requisition number already in use.');
  expect((await sendRows(rows(`FORM-${n}`))).status).toBe(200);
  expect((await sendRows(blood('S-2'))).status).toBe(200);
  expect((await sendRows(rows(`FORM-${n}`))).status).toBe(200);
  expect((await saved()).map((row) => row['number'])).toEqual([`FORM-${n}`]);
});

test('a name of an earlier order offers the existing specimen', async () => {
  const [known] = await lab.rows(
    `SELECT s.customer_sample_id AS name, s.requisition_number AS number FROM specimen s
       JOIN "order" o ON o.id = s.order_id JOIN company c ON c.id = o.company_id
      WHERE c.name = 'Northfield Biotech' AND o.status NOT IN ('DRAFT', 'CANCELED') AND s.status <> 'CANCELED' LIMIT 1`,
  );
  const { warnings } = ManifestAnswer.parse((await sendRows(blood(known?.['name'] ?? ''), '&dryRun=1')).body);
  expect(warnings[0]?.existing?.requisitionNumber).toBe(known?.['number']);
});

test('the list is closed once the order was submitted or the lab has started', async () => {
  await sendRows(blood('S-1'));
  await lab.database.pool.query(`UPDATE specimen SET received_at = now() WHERE order_id = $1`, [orderId]);
  const lockedAnswer = await sendRows(blood('S-1'));
  expect([lockedAnswer.status, lockedAnswer.body.code]).toEqual([409, 'WORK_HAS_BEGUN']);
  orderId = await draft({ status: 'ORDERED' });
  const submitted = await sendRows(blood('S-1'));
  expect([submitted.status, submitted.body.code]).toEqual([409, 'ORDER_SUBMITTED']);
  orderId = await draft({ status: 'ANTICIPATED' });
  expect((await sendRows(blood('S-1'))).status).toBe(200);
});

test('a person who does not see the order gets 404, and one who may not order is refused', async () => {
  for (const caller of ['INSTITUTION_MANAGER', 'RESONANT:CLINICAL_MANAGER'] as const)
    expect((await sendRows(blood('S-1'), '', caller)).status).toBe(404);
  for (const caller of ['LAB_TECH', 'BILLING_MANAGER', 'SALES_REP'] as const)
    expect((await sendRows(blood('S-1'), '', caller)).status).toBe(403);
  expect((await sendRows(blood('S-1'), '', 'PROJECT_MANAGER')).status).toBe(200);
});

test('one row is checked while it is typed', async () => {
  await sendRows(blood('S-1'));
  const cells = { customerSampleId: 'S-1', providedSourceSpecies: 'Human', providedSpecimenType: 'Saliva' };
  const check = (more: object = {}) =>
    lab.call('COMPANY_USER', 'post', '/api/manifest/specimen', { orderId, row: { row: 2, cells }, ...more });
  const { body } = await check();
  expect(body.faults.map(({ message, suggestion }: Record<string, string>) => [message, suggestion])).toEqual(
    [
      ['Row 2, Sample ID: Duplicate sample ID.', 'The order has it already'],
      ['Row 2, Source Species: Unknown species.', 'Homo sapiens'],
    ],
  );
  const [own] = await lab.rows(`SELECT id FROM specimen WHERE order_id = $1 AND NOT deleted`, [orderId]);
  expect((await check({ specimenId: own?.['id'] })).body.faults).toHaveLength(1);
});

const download = (path: string, caller: Caller = 'COMPANY_USER') =>
  request(lab.server)
    .get(path)
    .set(lab.headersOf(caller))
    .buffer(true)
    .parse((response, done) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => done(null, Buffer.concat(parts)));
    });

test("a service's template has its columns and lists; a downloaded order uploads without a change", async () => {
  const template = await download(`/api/manifest/template?protocolId=${protocolId}&packageType=PLATE`);
  expect(template.headers['content-disposition']).toContain('manifest-WGS-30X-plate.xlsx');
  const { rows, from } = await readFile(template.body);
  expect([from, rows[0]?.cells.slice(0, 4)]).toEqual([
    'Manifest',
    ['Sample ID', 'Requisition Number', 'Plate Number', 'Plate Position'],
  ]);
  const csv = await download(`/api/manifest/template?protocolId=${protocolId}&packageType=TUBE&format=csv`);
  expect(String(csv.body)).toContain('\uFEFFSample ID,Requisition Number,Source Species');
  await sendRows([
    [...HEAD, 'Volume (µL)', 'Notes'],
    ['S-1', 'Homo sapiens', 'Whole blood', '250.5', "'=HYPERLINK(1)"],
  ]);
  for (const format of ['xlsx', 'csv']) {
    const file = await download(`/api/manifest/orders/${orderId}?format=${format}`);
    expect(file.status).toBe(200);
    if (format === 'csv') expect(String(file.body)).toContain("'=HYPERLINK(1)");
    const back = await send(file.body, '&dryRun=1', 'COMPANY_USER', 'application/octet-stream');
    expect(back.body.differences).toEqual({ added: [], removed: [], changed: [], unchanged: 1 });
  }
});

test.each([
  ['nothing', '', 'text/csv'],
  ['one byte', 'x', 'text/csv'],
  ['zeros', Buffer.alloc(1000), 'application/octet-stream'],
  ['the beginning of an archive', Buffer.from('PK\u0003\u0004 and no more'), 'application/octet-stream'],
  ['a PDF', '%PDF-1.7 …', 'application/octet-stream'],
  ['a page', '<html><table><tr><td>Sample ID</td></tr></table></html>', 'text/csv'],
  [
    'an open quotation mark',
    'Sample ID,Source Species,Specimen Type\n"S-1,Homo sapiens,Whole blood\n',
    'text/csv',
  ],
  ['JSON', '{}', 'application/json'],
])('%s instead of a list is refused with advice', async (_label, body, type) => {
  const answer = await send(body, '', 'COMPANY_MANAGER', type);
  expect(answer.status).toBe(422);
  expect(ManifestRefusal.parse(answer.body).faults[0]?.message.length).toBeGreaterThan(10);
});

test('a file beyond 5 MB is not read, and a form of another site is refused', async () => {
  const large = await send(Buffer.alloc(5_000_001, 65), '', 'COMPANY_MANAGER', 'application/octet-stream');
  expect(large.status).toBe(413);
  for (const type of ['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded'])
    expect((await send('x=1', '', 'COMPANY_MANAGER', type)).status).toBe(400);
  for (const query of ['&mode=merge', '&dryRun=2', '&extra=1'])
    expect((await sendRows(blood('S-1'), query)).status).toBe(422);
  for (const path of [
    '/api/manifest/template',
    '/api/manifest/template?protocolId=x&format=pdf',
    '/api/manifest/template?protocolId=nobody',
    '/api/manifest/orders/nobody',
  ])
    expect([404, 422]).toContain((await lab.call('COMPANY_MANAGER', 'get', path)).status);
});
