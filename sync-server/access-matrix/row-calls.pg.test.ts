import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FAMILIES, type Family, LAB_FAMILIES } from '#db/access/families.ts';
import type { Role } from '#db/access/roles.ts';
import { DEMO_ROLES } from '#db/demo/demo-people.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { familyOf } from '#sync-server/http/family-guard.ts';
import { ROUTES } from '#sync-server/routes.ts';
import { CARD_ROW_CALLS } from './card-row-calls.ts';
import { DEVICE, PATHS_WITHOUT_ROWS, type RowCall } from './row-call.ts';
import { FAMILIES_WITHOUT_ROWS, OTHER_ROW_CALLS, ROW_CALLS } from './row-calls.ts';

const ENTITIES = ['WBL', 'RESONANT'] as const;
const MADE_UP = '01J00000000000000000000001';
const CALLS = [
  ...Object.entries(ROW_CALLS).flatMap(([family, calls]) => calls.map((call) => ({ family, call }))),
  ...CARD_ROW_CALLS,
  ...OTHER_ROW_CALLS.map((call) => ({ family: 'devices', call })),
];
const titled = CALLS.map(
  ({ family, call }) => [`${family}: ${call.method.toUpperCase()} ${call.path}`, call, family] as const,
);
// The page of an order, which the bench opens for every business entity, shows its shipments.
const SERVED: readonly string[] = [...LAB_FAMILIES, 'shipping'];
/** The lab's own staff find the rows of every business entity in these families; its devices are all of WBL. */
const isServed = (family: string, { rows }: RowCall): boolean => SERVED.includes(family) || rows === DEVICE;
/** The caller of an entity; where it has nobody of that role, its administrator. */
const callerOf = (entity: BusinessEntity, role: Role = 'ADMIN') =>
  `${entity}:${DEMO_ROLES[entity].includes(role) ? role : 'ADMIN'}` as const;

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
  for (const entity of ENTITIES) await addRows(entity);
});
beforeEach(() => lab.rows('DELETE FROM attempt'));
afterAll(() => lab.close());

/** What the demo lab lacks: files, notes, a failed email, a license, a handheld, an audit row. */
async function addRows(entity: BusinessEntity): Promise<void> {
  const file = `INSERT INTO s3_file (id, created_at, updated_at, entity, title, size, type, file_type, bucket, key, status,
      part_size, customer_visible, uploaded_by_id, download_count)
    SELECT $1 || $2, now(), now(), $2, 'a.png', 1, 'image/png', 'IMAGE', 'images', 'images/' || $1 || $2, $4,
      $5, false, user_id, 0 FROM user_company WHERE entity = $2 AND role = $3 LIMIT 1`;
  for (const role of ['ADMIN', 'CS_REP'] as const)
    await lab.rows(file, [`file-${role}-`, entity, role, 'STORED', null]);
  await lab.rows(
    `INSERT INTO s3_file (id, created_at, updated_at, entity, title, size, type, file_type, bucket, key, status, scan_status,
       target_type, target_id, customer_visible, uploaded_by_id, download_count)
     SELECT 'procedure-file-' || $1, now(), now(), $1, 'sop.pdf', 1, 'application/pdf', 'LAB_DOCUMENT', 'procedure-files',
       'procedure-files/' || $1, 'STORED', 'QUARANTINED', 'ProcedureFile', 'procedure-file-' || $1, false, user_id, 0
       FROM user_company WHERE entity = $1 AND role = 'ADMIN' LIMIT 1`,
    [entity],
  );
  await lab.rows(file, ['file-PROJECT_MANAGER-', entity, 'PROJECT_MANAGER', 'PENDING', 1024]);
  await lab.rows(
    `INSERT INTO email (id, created_at, updated_at, entity, kind, "to", subject, text, html, data, status, attempts, next_attempt_at)
     VALUES ('email-' || $1, now(), now(), $1, 'EMAIL_TEST', 'a@b.example', 's', 't', 'h', '{}', 'FAILED', 9, now())`,
    [entity],
  );
  await lab.rows(
    `INSERT INTO access_log (id, created_at, updated_at, entity, action, occurred_at)
     VALUES ('access-' || $1, now(), now(), $1, 'SIGN_IN', now())`,
    [entity],
  );
  await lab.rows(
    `INSERT INTO audit_log (id, created_at, updated_at, entity, table_name, record_id, action, changes, occurred_at)
     VALUES ('audit-' || $1, now(), now(), $1, 'sample', 'x', 'UPDATE', '{}', now())`,
    [entity],
  );
  await lab.rows(
    `INSERT INTO event (id, created_at, updated_at, entity, type, target_type, target_id, company_id, occurred_at, synced_at,
       data, customer_visible)
     SELECT 'event-' || $1 || c.id, now(), now(), $1, 'COMPANY_UPDATED', 'Company', c.id, c.id, now(), now(), '{}', true
       FROM company c WHERE c.entity = $1`,
    [entity],
  );
  await lab.rows(
    `INSERT INTO note (id, created_at, updated_at, entity, target_type, target_id, body, body_text, author_id, visibility, pinned)
     SELECT 'note-' || c.id, now(), now(), $1, 'Company', c.id,
       '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"x"}]}]}', 'x',
       (SELECT user_id FROM user_company WHERE entity = $1 AND role = 'ADMIN' LIMIT 1), 'CUSTOMER', false
       FROM company c WHERE c.entity = $1`,
    [entity],
  );
  await lab.rows(
    `INSERT INTO patient (id, created_at, updated_at, entity, first_name, last_name, dob, medical_record_number, original_company_id)
     SELECT 'patient-' || c.id, now(), now(), $1, 'Ana', 'Silva', '1980-04-12', 'MRN-TRIED', c.id FROM company c
      WHERE c.entity = $1 AND c.parent_company_id IS NULL`,
    [entity],
  );
  await lab.rows(
    `INSERT INTO project (id, created_at, updated_at, entity, name, company_id, status)
     SELECT 'project-' || c.id, now(), now(), $1, 'Tried', c.id, 'ACTIVE' FROM company c WHERE c.entity = $1`,
    [entity],
  );
  await lab.rows(
    `INSERT INTO help_video (id, created_at, updated_at, entity, title, summary, url, captioned, audience)
     VALUES ('video-' || $1, now(), now(), $1, 'Packing', 'How tubes are packed', 'https://films.example.org/1', true, 'EVERYBODY')`,
    [entity],
  );
  if (entity === 'WBL') await lab.call('LAB_TECH', 'post', '/api/sync/devices', { name: 'Zebra' });
  await lab.rows(
    `INSERT INTO clinician_license (id, created_at, updated_at, entity, user_id, designation, license_number, state,
       expires_on, status)
     SELECT 'licence-' || id, now(), now(), entity, user_id, 'MEDICAL_DOCTOR', 'A1', 'MA', '2030-01-01',
       'PENDING_VERIFICATION' FROM user_company WHERE entity = $1 AND role IN ('CLINICIAN', 'COMPANY_USER')`,
    [entity],
  );
}

async function idOf(sql: string, values: string[]): Promise<string> {
  const [row] = await lab.rows<{ id: string }>(sql, values);
  if (!row) throw new Error(`There is no such row: ${sql}`);
  return row.id;
}

const answerOf = async (
  caller: `${BusinessEntity}:${Role}`,
  { method, path, query, body }: RowCall,
  id: string,
) => {
  const address = path.replace(/:\w+/g, encodeURIComponent(id));
  const search = query ? `?${new URLSearchParams(query(id))}` : '';
  const { status, text } = await lab.call(caller, method, `${address}${search}`, body?.(id));
  // A response may repeat the requested id, but not reveal its type.
  return { status, answer: text.replaceAll(id, 'id') };
};

/** Count the refused attempts in the access log. */
const refusals = async (): Promise<number> =>
  (await lab.rows<{ n: number }>(`SELECT count(*)::int AS n FROM access_log WHERE action = 'REFUSED'`))[0]
    ?.n ?? 0;

const isFound = (status: number): boolean => status !== 404 && status !== 401 && status < 500;

describe('a row of the other business entity is not found, reads like a missing one, and the attempt is logged', () => {
  test.each(titled)('%s', async (_title, call, family) => {
    const [before, logged] = [await lab.fingerprint(), await refusals()];
    const outside = ENTITIES.filter((entity) => entity !== 'WBL' || !isServed(family, call));
    for (const entity of outside) {
      const caller = callerOf(entity, call.by);
      const other = entity === 'WBL' ? 'RESONANT' : 'WBL';
      const foreign = await answerOf(caller, call, await idOf(call.rows, [other]));
      if (call.own !== 'alike') expect([caller, foreign.status]).toEqual([caller, 404]);
      expect(foreign).toEqual(await answerOf(caller, call, MADE_UP));
    }
    expect(await lab.fingerprint()).toBe(before);
    if (call.own !== 'alike') expect(await refusals()).toBe(logged + 2 * outside.length);
  });
});

describe('a row of another company is not found by a customer, reads like a missing one, and is logged', () => {
  test.each(titled.filter(([, call]) => call.company))('%s', async (_title, call) => {
    const { by, entity = 'WBL', rows } = call.company ?? { by: 'ADMIN', rows: '' };
    const [own] = await lab.rows<{ id: string }>(
      `SELECT company_id AS id FROM user_company WHERE role = $1 AND entity = $2 ORDER BY id LIMIT 1`,
      [by, entity],
    );
    const [before, logged] = [await lab.fingerprint(), await refusals()];
    const values = rows.includes('$2') ? [entity, own?.id ?? ''] : [entity];
    const foreign = await answerOf(`${entity}:${by}`, call, await idOf(rows, values));
    if (call.own !== 'alike') expect(foreign.status).toBe(404);
    expect(foreign).toEqual(await answerOf(`${entity}:${by}`, call, MADE_UP));
    expect(await lab.fingerprint()).toBe(before);
    if (call.own !== 'alike') expect(await refusals()).toBe(logged + 2);
  });
});

// Last, because it changes the lab; it proves that the paths are right, since a wrong one is not found
// either.
describe('an own row is found by the same call', () => {
  test.each(titled.filter(([, call]) => !call.own))('%s', async (_title, call) => {
    const caller = `WBL:${call.by ?? 'ADMIN'}` as const;
    const { status } = await answerOf(caller, call, await idOf(call.rows, ['WBL']));
    expect([status, isFound(status)]).toEqual([status, true]);
  });
});

test('every family with routes names its rows here', () => {
  const served = new Set(ROUTES.map(({ path }) => familyOf(path)));
  const coveredFamilies = new Set<Family | string>([...Object.keys(ROW_CALLS), ...FAMILIES_WITHOUT_ROWS]);
  expect(FAMILIES.filter((family) => served.has(family) && !coveredFamilies.has(family))).toEqual([]);
  expect([...coveredFamilies].filter((family) => !served.has(familyOf(`/api/${family}`)))).toEqual([]);
});

test('every route whose path names a row is called here', () => {
  const called = new Set(CALLS.map(({ call }) => `${call.method} ${call.path}`));
  const namesRow = (path: string) =>
    path.includes(':') && !PATHS_WITHOUT_ROWS.some((start) => path.startsWith(start));
  const expectedRoutes = ROUTES.flatMap((route) =>
    // An open route has no caller of an organization: its own test tries wrong signatures.
    route.kind !== 'router' && route.access !== 'open' && namesRow(route.path)
      ? [`${route.method} ${route.path}`]
      : [],
  );
  expect(expectedRoutes.filter((route) => !called.has(route))).toEqual([]);
});
