import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CUSTOMER_ROLES, type Role } from '#db/access/roles.ts';
import { DEMO_ROLES } from '#db/demo/demo-people.ts';
import type { ShownResults } from '#db/specimens/results/shown-results.ts';
import { BUSINESS_ENTITIES, type BusinessEntity } from '#db/values/business-entity.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { notifyAboutSpecimens } from '#sync-server/jobs/tasks/notify-about-specimens.ts';

let lab: DemoServer;
const folder = mkdtempSync(path.join(os.tmpdir(), 'results-'));
beforeAll(async () => {
  lab = await openDemoServer();
  lab.services.env = { ...lab.services.env, DATA_DIR: folder };
  await lab.rows(`UPDATE sample_result SET qc_status = 'PASS'`); // These tests are about files.
});
afterAll(async () => {
  await lab.close();
  rmSync(folder, { recursive: true });
});

/** The order of the demo lab with completed work, reassigned to the customer of these tests. */
async function doneOrder(entity: BusinessEntity, role: string): Promise<{ id: string; specimens: string[] }> {
  const [row] = await lab.rows<{ id: string }>(
    `UPDATE "order" SET company_id = m.company_id, created_by_user_id = m.user_id
       FROM (SELECT company_id, user_id FROM user_company WHERE role = $2 AND entity = $1 ORDER BY id LIMIT 1) m
      WHERE id = (SELECT s.order_id FROM sample t JOIN specimen s ON s.id = t.specimen_id
        WHERE t.entity = $1 AND t.stage = 'SEQUENCING' AND t.status IN ('COMPLETED', 'DEPLETED') LIMIT 1)
      RETURNING id`,
    [entity, role],
  );
  const id = row?.id ?? '';
  const specimens = await lab.rows<{ id: string }>(
    'SELECT id FROM specimen WHERE order_id = $1 ORDER BY order_row',
    [id],
  );
  return { id, specimens: specimens.map((one) => one.id) };
}

async function attach(
  caller: Caller,
  text: string,
  about: { subType: string; targetType: 'Order' | 'Specimen'; targetId: string; supersedesId?: string },
): Promise<{ status: number; id: string; code: string }> {
  const bytes = Buffer.from(text);
  const announced = await lab.call(caller, 'post', '/api/s3/presigned', {
    title: `${text}.txt`,
    size: bytes.length,
    type: 'text/plain',
    fileType: about.targetType === 'Order' ? 'ORDER_DOCUMENT' : 'SPECIMEN_DOCUMENT',
    customerVisible: true,
    ...about,
  });
  const { url, id, code } = announced.body;
  if (announced.status !== 200) return { status: announced.status, id: '', code };
  const uploadRequest = request(lab.server)
    .put(url)
    .set(lab.headersOf(caller))
    .set('Content-Type', 'application/octet-stream');
  return { status: (await uploadRequest.send(bytes)).status, id, code };
}

const results = async (caller: Caller, orderId: string): Promise<ShownResults> =>
  (await lab.call(caller, 'get', `/api/internal/results?orderId=${orderId}`)).body;
const executeOnResults = (caller: Caller, action: string, body: object) =>
  lab.call(caller, 'patch', `/api/internal/results/${action}`, body);
const links = async (caller: Caller, orderId: string): Promise<{ title: string; url: string }[]> =>
  (
    await lab.call(
      caller,
      'get',
      `/api/s3/downloads/links?targetType=Order&targetId=${orderId}&specimens=true`,
    )
  ).body.rows.filter(({ title }: { title: string }) => title.endsWith('.txt'));
const get = (caller: Caller, url: string) => request(lab.server).get(url).set(lab.headersOf(caller));

test('results are attached, released, downloaded by the customer, recalled, corrected and released again', async () => {
  const { id: orderId, specimens } = await doneOrder('WBL', 'COMPANY_MANAGER');
  const all = { orderId, specimenIds: specimens };
  const before = await results('LAB_MANAGER', orderId);
  expect(before.rows.map(({ releaseProblems }) => releaseProblems)).toEqual(
    specimens.map(() => ['Attach its results for the customer first.']),
  );
  expect((await executeOnResults('LAB_MANAGER', 'release', all)).body.code).toBe('NOT_READY');
  const about = { subType: 'LAB_RESULTS', targetType: 'Order', targetId: orderId } as const;
  const wrong = await attach('LAB_MANAGER', 'wrong', about);
  expect([wrong.status, await links('COMPANY_MANAGER', orderId)]).toEqual([204, []]);
  const done = await executeOnResults('LAB_MANAGER', 'release', all);
  expect([
    done.status,
    done.body.rows.every((row: { releaseProblems: null }) => row.releaseProblems === null),
  ]).toEqual([200, true]);
  const statusRows = await lab.rows(
    `SELECT o.status, (SELECT string_agg(DISTINCT i.status, ',') FROM invoice i WHERE i.order_id = o.id) AS invoices
       FROM "order" o WHERE o.id = $1`,
    [orderId],
  );
  expect(statusRows).toEqual([{ status: 'PENDING_COMPLETION', invoices: 'AWAITING_BILLING' }]);

  const [link] = await links('COMPANY_MANAGER', orderId);
  const url = link?.url ?? '';
  expect((await get('COMPANY_MANAGER', url)).text).toBe('wrong');
  expect((await results('LAB_MANAGER', orderId)).rows.every(({ isDataDownloaded }) => isDataDownloaded)).toBe(
    true,
  );

  const recall = { ...all, recallFor: 'CORRECTED_REPORT', reason: 'A column was swapped' };
  expect((await executeOnResults('LAB_MANAGER', 'recall', recall)).status).toBe(403);
  expect((await executeOnResults('PROJECT_MANAGER', 'recall', recall)).status).toBe(200);
  expect([(await get('COMPANY_MANAGER', url)).status, await links('COMPANY_MANAGER', orderId)]).toEqual([
    404,
    [],
  ]);
  await notifyAboutSpecimens(lab.services);
  const emails = await lab.rows(`SELECT subject FROM email WHERE kind LIKE 'RESULTS_%'`);
  expect(emails).toEqual([
    { subject: expect.stringContaining(`results of ${specimens.length} specimens were recalled`) },
  ]);
  const customerView = (await lab.call('COMPANY_MANAGER', 'get', `/api/specimens/${specimens[0]}`)).body;
  expect(customerView.history[0]).toMatchObject({ type: 'RESULTS_RECALLED' });
  expect(JSON.stringify(customerView)).not.toContain('A column was swapped');

  expect((await executeOnResults('LAB_MANAGER', 'release', all)).body.error).toContain(
    'Replace the file that was wrong',
  );
  expect((await attach('LAB_MANAGER', 'right', { ...about, supersedesId: wrong.id })).status).toBe(204);
  expect((await executeOnResults('LAB_MANAGER', 'release', all)).status).toBe(200);
  const right = await links('COMPANY_MANAGER', orderId);
  expect(right.map(({ title }) => title)).toEqual(['right.txt']);
  expect((await get('COMPANY_MANAGER', right[0]?.url ?? '')).text).toBe('right');
});

test('orders with clinical results to approve are listed for their approvers only', async () => {
  const { id: orderId, specimens } = await doneOrder('RESONANT', 'CLINICAL_MANAGER');
  const director = 'LAB_CLINICAL_DIRECTOR';
  const listOrderIds = async (caller: Caller, family = 'lab/orders'): Promise<string[]> =>
    (await lab.call(caller, 'get', `/api/${family}?results=TO_APPROVE`)).body.rows?.map(
      ({ id }: { id: string }) => id,
    ) ?? [];
  expect(await listOrderIds(director)).toEqual([]);
  const last = specimens.at(-1) ?? '';
  const about = { subType: 'CLINICAL_REPORT', targetType: 'Specimen', targetId: last } as const;
  expect((await attach(director, 'judged', about)).status).toBe(204);
  const approvers: readonly Role[] = ['ADMIN', 'DEVELOPER', 'LAB_CLINICAL_DIRECTOR'];
  const one = { orderId, specimenIds: [last] };
  const callers = BUSINESS_ENTITIES.flatMap((entity) =>
    DEMO_ROLES[entity].map((role) => [role, `${entity}:${role}`] as const),
  );
  for (const [role, caller] of callers) {
    const expectedOrders = approvers.includes(role) ? [orderId] : [];
    expect([caller, await listOrderIds(caller)]).toEqual([caller, expectedOrders]);
    expect([caller, await listOrderIds(caller, 'orders')]).toEqual([caller, expectedOrders]);
    if (expectedOrders.length === 0)
      expect([403, 404]).toContain((await executeOnResults(caller, 'approve', one)).status);
  }

  const judgedBy = async (caller: Caller): Promise<ShownResults> =>
    (await lab.call(caller, 'get', `/api/internal/results?orderId=${orderId}&evidence=true`)).body;
  const resultRow = (await judgedBy(director)).rows.find(({ id }) => id === last);
  expect(resultRow).toMatchObject({
    approvalProblems: [],
    evidence: {
      patientMrn: expect.stringMatching(/^MRN/),
      samples: expect.arrayContaining([expect.objectContaining({ stage: 'SEQUENCING' })]),
      files: [{ title: 'judged.txt', subType: 'CLINICAL_REPORT', report: true }],
    },
  });
  const tech = (await judgedBy('LAB_TECH')).rows.find(({ id }) => id === last);
  expect(tech?.evidence).toMatchObject({ patientMrn: null, patientId: null, collectedAt: null });
  expect((await results(director, orderId)).rows.every(({ evidence }) => evidence === null)).toBe(true);

  expect((await executeOnResults(director, 'approve', one)).status).toBe(200);
  expect(await listOrderIds(director)).toEqual([]);
});

test('a clinical report is approved before its release, and the customer is notified at once', async () => {
  const { id: orderId, specimens } = await doneOrder('RESONANT', 'CLINICAL_MANAGER');
  const specimenId = specimens[0] ?? '';
  const one = { orderId, specimenIds: [specimenId] };
  const about = { subType: 'CLINICAL_REPORT', targetType: 'Specimen', targetId: specimenId } as const;
  const director = 'LAB_CLINICAL_DIRECTOR';
  expect((await attach(director, 'report', about)).status).toBe(204);
  const refusal = await executeOnResults('RESONANT:PROJECT_MANAGER', 'release', one);
  expect([refusal.status, refusal.body.error]).toEqual([
    409,
    expect.stringContaining('The clinical director approves its results first.'),
  ]);
  expect((await executeOnResults('RESONANT:PROJECT_MANAGER', 'approve', one)).status).toBe(403);
  const approved = await executeOnResults(director, 'approve', one);
  expect(approved.body.rows[0]).toMatchObject({ id: specimenId, approved: true, releaseProblems: [] });
  expect((await executeOnResults('RESONANT:PROJECT_MANAGER', 'release', one)).status).toBe(200);
  const later = await attach(director, 'later', about);
  expect([later.status, later.code]).toEqual([409, 'RESULTS_RELEASED']);

  await notifyAboutSpecimens(lab.services);
  const mails = await lab.rows(
    `SELECT e.subject FROM email e WHERE e.kind = 'RESULTS_READY' AND e."to" = (
       SELECT u.email FROM "order" o JOIN "user" u ON u.id = o.created_by_user_id WHERE o.id = $1)`,
    [orderId],
  );
  expect(mails).toEqual([{ subject: expect.stringContaining('results of 1 specimen are ready') }]);
});

test('released results cannot be released twice by concurrent people', async () => {
  const [row] = await lab.rows<{ orderId: string; id: string }>(
    `SELECT order_id AS "orderId", id FROM specimen WHERE results_released_at IS NOT NULL AND entity = 'WBL' LIMIT 1`,
  );
  const retry = await executeOnResults('LAB_MANAGER', 'release', {
    orderId: row?.orderId,
    specimenIds: [row?.id],
  });
  expect([retry.status, retry.body.error]).toEqual([
    409,
    expect.stringContaining('Results are already released.'),
  ]);
});

test('a recalled report is refused to customers before and after the corrected release, and stays with the lab', async () => {
  const { id: orderId, specimens } = await doneOrder('RESONANT', 'CLINICAL_MANAGER');
  const specimenId = specimens.at(1) ?? '';
  const one = { orderId, specimenIds: [specimenId] };
  const about = { subType: 'CLINICAL_REPORT', targetType: 'Specimen', targetId: specimenId } as const;
  const director = 'LAB_CLINICAL_DIRECTOR';
  const customer = 'RESONANT:CLINICAL_MANAGER';
  const release = async (): Promise<void> => {
    expect((await executeOnResults(director, 'approve', one)).status).toBe(200);
    expect((await executeOnResults(director, 'release', one)).status).toBe(200);
  };
  const wrong = await attach(director, 'wrong', about);
  const data = await attach(director, 'data', { ...about, subType: 'LAB_RESULTS' });
  await release();
  const listOrderIds = async (caller: Caller) => {
    const query = `targetType=Specimen&targetId=${specimenId}`;
    const { body } = await lab.call(caller, 'get', `/api/s3/downloads?${query}`);
    return body.rows.filter(({ title }: { title: string }) => title.endsWith('.txt'));
  };
  const titles = async (caller: Caller): Promise<string[]> =>
    (await listOrderIds(caller)).map(({ title }: { title: string }) => title).sort();
  expect(await titles(customer)).toEqual(['data.txt', 'wrong.txt']);
  const old = (await links(customer, orderId)).find(({ title }) => title === 'wrong.txt')?.url ?? '';
  expect((await get(customer, old)).text).toBe('wrong');

  const recall = { ...one, recallFor: 'CORRECTED_REPORT', reason: 'Swapped tubes' };
  expect((await executeOnResults(director, 'recall', recall)).status).toBe(200);
  expect((await get(customer, old)).status).toBe(404);
  // A second report next to the wrong one corrects it as well as a replacement.
  const right = await attach(director, 'right', about);
  await release();
  expect(await titles(customer)).toEqual(['data.txt', 'right.txt']);
  const refusal = 'The lab has recalled this file. It can no longer be downloaded.';
  const retry = await get(customer, old);
  expect([retry.status, retry.body.error]).toEqual([404, refusal]);
  const presigned = (caller: Caller, id: string) =>
    lab.call(caller, 'post', `/api/s3/presigned/${id}`, { fileType: 'SPECIMEN_DOCUMENT' });
  for (const role of CUSTOMER_ROLES)
    expect([role, (await presigned(`RESONANT:${role}`, wrong.id)).status]).toEqual([role, 404]);
  expect((await presigned(customer, wrong.id)).body.error).toBe(refusal);
  expect((await presigned(customer, data.id)).status).toBe(200);
  const linkTitles = (await links(customer, orderId)).map(({ title }) => title);
  expect([linkTitles.includes('right.txt'), linkTitles.includes('wrong.txt')]).toEqual([true, false]);

  const staff = await listOrderIds(director);
  expect(
    new Map(staff.map(({ title, recalled }: { title: string; recalled: boolean }) => [title, recalled])),
  ).toEqual(
    new Map([
      ['right.txt', false],
      ['data.txt', false],
      ['wrong.txt', true],
    ]),
  );
  const { url } = (await presigned(director, wrong.id)).body;
  expect((await get(director, url)).text).toBe('wrong');
  expect((await links(director, orderId)).map(({ title }) => title)).not.toContain('wrong.txt');
  expect(right.status).toBe(204);
});

test('a superseded file is refused to customers by its old link, and its newest version is served', async () => {
  const { id: orderId, specimens } = await doneOrder('WBL', 'COMPANY_MANAGER');
  const customer = 'COMPANY_MANAGER';
  await lab.rows(
    `UPDATE specimen SET results_released_at = now() WHERE order_id = $1 AND results_released_at IS NULL`,
    [orderId],
  );
  const about = { subType: 'LAB_RESULTS', targetType: 'Specimen', targetId: specimens[0] ?? '' } as const;
  const first = await attach('LAB_MANAGER', 'first', about);
  const old = (await links(customer, orderId)).find(({ title }) => title === 'first.txt')?.url ?? '';
  expect((await get(customer, old)).text).toBe('first');
  expect((await attach('LAB_MANAGER', 'second', { ...about, supersedesId: first.id })).status).toBe(204);
  const refusal = await get(customer, old);
  expect([refusal.status, refusal.body.error]).toEqual([
    404,
    'This file was replaced by a corrected version. Download that one.',
  ]);
  const newest = (await links(customer, orderId)).find(({ title }) => title === 'second.txt')?.url ?? '';
  expect((await get(customer, newest)).text).toBe('second');
});
