import http from 'node:http';
import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultPermissionGroups } from '#db/access/default-permission-groups.ts';
import { DEFAULT_LAB } from '#db/access/lab.ts';
import { isOneOf, type Role, STAFF_ROLES } from '#db/access/roles.ts';
import { DEMO_ROLES } from '#db/demo/demo-people.ts';
import { CATALOGUE } from '#db/entities.ts';
import { isPatientField } from '#db/records/patient-fields.ts';
import { BUSINESS_ENTITIES, type BusinessEntity } from '#db/values/business-entity.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { notifyAboutSpecimens } from '#sync-server/jobs/tasks/notify-about-specimens.ts';
import { ROUTES } from '#sync-server/routes.ts';
import { readFile } from '#sync-server/services/ordering/manifest/read-file.ts';
import { CARRIERS, PLANTED, PLANTED_FIELDS, type PlantedField } from './patient-carriers.ts';
import { plantPatients } from './plant-patients.ts';

/** A call to a route with one of its addresses. */
interface Call {
  route: string;
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}

/** A call with the planted fields in the answer to the administrator. */
interface AnsweredCall extends Call {
  fields: readonly PlantedField[];
}

let lab: DemoServer;
let port = 0;
const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
const ids = {} as Record<BusinessEntity, Record<string, string>>;
/** The revision before planting: from here the feed sends only the planted rows. */
const revBeforePlanting = {} as Record<BusinessEntity, string>;
const calls = {} as Record<BusinessEntity, AnsweredCall[]>;

/** The widest roles that may not see patients: of the office, the bench and the customers of the lab variant. */
const OTHER_ROUTES_BY: readonly Role[] = ['PROJECT_MANAGER', 'LAB_MANAGER', 'COMPANY_MANAGER'];

/** Patient fields without a searchable text: keys of other rows, base fields, and one of few values. */
const WITHOUT_TEXT = [
  ...['id', 'createdAt', 'createdById', 'updatedAt', 'version', 'deleted', 'entity'],
  ...['originalCompanyId', 'medicalGroupCompanyId', 'sexAtBirth'],
];

/** Return the status and the full answer as text; a workbook as the text of its cells. */
function send(caller: `${BusinessEntity}:${Role}`, { method, path, body }: Omit<Call, 'route'>) {
  const content = body ? JSON.stringify(body) : '';
  const headers = {
    ...lab.headersOf(caller),
    ...(body
      ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(content)) }
      : {}),
  };
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const pending = http.request({ host: '127.0.0.1', port, agent, method, path, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const bytes = Buffer.concat(parts);
        const status = answer.statusCode ?? 0;
        if (bytes.subarray(0, 2).toString() !== 'PK') return resolve({ status, text: bytes.toString() });
        readFile(bytes).then(({ rows }) => resolve({ status, text: JSON.stringify(rows) }), reject);
      });
    });
    pending.on('error', reject);
    pending.end(content);
  });
}

const fieldsIn = (text: string): PlantedField[] =>
  PLANTED_FIELDS.filter((field) =>
    text.includes(field === 'specimen.patientId' ? PLANTED[field].slice(0, -1) : PLANTED[field]),
  );

/** Streams that do not end, sign-in, and the replica, which is read page by page. */
const NOT_CALLED = [
  '/api/sync/stream',
  '/api/sync/orders',
  ...['/api/auth/second-factor', '/api/auth/second-factor/settings'],
  '/api/sync/snapshot',
  '/api/sync/feed',
];

/** List the calls of every GET route, by address: each planted id as parameter, each query of lists and files. */
function possibleCalls(entity: BusinessEntity): Call[][] {
  const known = ids[entity];
  const paths = ROUTES.filter((route) => route.kind !== 'router' && route.method === 'get')
    .map(({ path }) => path)
    .filter((path) => !NOT_CALLED.includes(path));
  const specimenId = known['specimen'];
  // A route refuses a query that it does not know.
  const ofList = [
    '',
    `?recordId=${specimenId}`,
    `?targetId=${known['patient']}`,
    `?orderId=${known['order']}&evidence=true`,
    `?targetType=Specimen&targetId=${specimenId}`,
  ];
  const ofRow = ['', '?format=csv', '?format=xlsx', '?continuation=REWORK', '?kind=order', '?kind=specimen'];
  const variantsOf = (route: string, path: string, queries: readonly string[]) =>
    queries.map((query): Call => ({ route, method: 'GET', path: `${path}${query}` }));
  const gets = paths.flatMap((route) =>
    route.includes(':')
      ? Object.values(known).map((id) => variantsOf(route, route.replace(/:\w+/, id), ofRow))
      : [variantsOf(route, route, ofList)],
  );
  const search = {
    search: PLANTED['patient.lastName'],
    page: 1,
    limit: 25,
    sort: 'lastName',
    descending: false,
  };
  return [
    ...gets,
    [{ route: '/api/patients/search', method: 'POST', path: '/api/patients/search', body: search }],
    [{ route: '/api/search', method: 'POST', path: '/api/search', body: { text: search.search } }],
  ];
}

/** Run a task for each item, four at a time, because the server waits for the database. */
async function eachOf<Item>(items: readonly Item[], task: (item: Item) => Promise<void>): Promise<void> {
  const queue = [...items];
  const runQueue = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await task(item);
  };
  await Promise.all([runQueue(), runQueue(), runQueue(), runQueue()]);
}

/**
 * Find the calls that answer the administrator: per page or file and its fields the shortest answer. A route
 * without patient fields stays once, for `OTHER_ROUTES_BY`, who might receive more.
 */
async function findCalls(entity: BusinessEntity): Promise<AnsweredCall[]> {
  const answered = new Map<string, AnsweredCall & { length: number }>();
  await eachOf(possibleCalls(entity), async (variants) => {
    const texts = new Set<string>();
    for (const call of variants) {
      const { status, text } = await send(`${entity}:ADMIN`, call);
      if (status === 404) return;
      // A page does not read the format of a file, and answers the same.
      if (status !== 200 || texts.has(text)) continue;
      texts.add(text);
      const fields = fieldsIn(text);
      const format = call.path.split('?format=')[1] ?? '';
      const [address] = call.path.split('?');
      const key = fields.length > 0 ? [address, format, ...fields].join(' ') : call.route;
      if (text.length < (answered.get(key)?.length ?? Number.POSITIVE_INFINITY))
        answered.set(key, { ...call, fields, length: text.length });
    }
  });
  return [...answered.values()];
}

beforeAll(async () => {
  lab = await openDemoServer();
  port = (lab.server.address() as AddressInfo).port;
  for (const entity of BUSINESS_ENTITIES) {
    const [head] = await lab.rows('SELECT rev::text FROM sync_head WHERE lab = $1', [DEFAULT_LAB.id]);
    revBeforePlanting[entity] = head?.['rev'] ?? '0';
    ids[entity] = await plantPatients(lab, entity);
    calls[entity] = await findCalls(entity);
  }
}, 600_000);
afterAll(async () => {
  agent.destroy();
  await lab.close();
});

test('every declared field has a planted value', () => {
  const declared = CATALOGUE.flatMap((entity) =>
    Object.keys(entity.schema.shape)
      .filter((field) => isPatientField(entity, field))
      .filter((field) => entity.table !== 'patient' || !WITHOUT_TEXT.includes(field))
      .map((field) => `${entity.table}.${field}`),
  );
  expect(declared.sort()).toEqual([...PLANTED_FIELDS].sort());
});

test('every route that carries a patient field is declared as a carrier', () => {
  const carriers = new Set(
    BUSINESS_ENTITIES.flatMap((entity) => calls[entity].filter(({ fields }) => fields.length > 0)).map(
      ({ route }) => route,
    ),
  );
  const queried = ['/api/sync/snapshot', '/api/sync/feed'];
  expect([...carriers].sort()).toEqual(
    Object.keys(CARRIERS)
      .filter((route) => !queried.includes(route))
      .sort(),
  );
});

/** Read all pages of the snapshot of a device, and its feed since planting. */
async function readReplica(entity: BusinessEntity, role: Role): Promise<string> {
  const caller = `${entity}:${role}` as const;
  const texts: string[] = [];
  for (let after = ''; ; ) {
    const { status, text } = await send(caller, {
      method: 'GET',
      path: `/api/sync/snapshot?limit=5000${after}`,
    });
    if (status !== 200) return texts.join('\n');
    texts.push(text);
    const page = JSON.parse(text) as { more: boolean; after: string; generation: string };
    if (page.more) {
      after = `&after=${encodeURIComponent(page.after)}`;
      continue;
    }
    const feed = `/api/sync/feed?limit=5000&cursor=${revBeforePlanting[entity]}&generation=${encodeURIComponent(page.generation)}`;
    texts.push((await send(caller, { method: 'GET', path: feed })).text);
    return texts.join('\n');
  }
}

test.each([
  ['the check of a manifest', 'mode=replace&dryRun=1', null],
  ['the answer to a saved manifest', 'mode=append&dryRun=0', 'EXTRA-'],
])('%s shows earlier patient values only to readers who see patients', async (_, query, newName) => {
  const [row] = await lab.rows(
    `SELECT customer_sample_id AS name FROM specimen WHERE order_id = $1 AND NOT deleted ORDER BY order_row LIMIT 1`,
    [ids.WBL['draft']],
  );
  const upload = (role: Role) =>
    request(lab.server)
      .post(`/api/create-order/manifest?orderId=${ids.WBL['draft']}&${query}`)
      .set(lab.headersOf(`WBL:${role}`))
      .set('Content-Type', 'text/csv')
      .send(
        `Sample ID,Source Species,Specimen Type\n${newName ? `${newName}${role.length}` : row?.['name']},Homo sapiens,Saliva\n`,
      );
  for (const role of ['ADMIN', 'PROJECT_MANAGER'] as const) {
    const { status, text } = await upload(role);
    const fields =
      role === 'ADMIN' ? ['specimen.patientMrn', 'specimen.physician', 'specimen.collectedAt'] : [];
    expect([role, status, fieldsIn(text)]).toEqual([role, 200, fields]);
  }
});

describe.each(BUSINESS_ENTITIES)('%s', (entity) => {
  test.each(DEMO_ROLES[entity])(
    '%s receives the patient fields that it may see, and no others',
    async (role) => {
      const permissions = defaultPermissionGroups(entity).flatMap((group) =>
        group.roles.includes(role) ? group.permissions : [],
      );
      const reader = { role, entity, permissions };
      const wrong: string[] = [];
      const ownCalls = calls[entity].filter(
        ({ fields }) => fields.length > 0 || OTHER_ROUTES_BY.includes(role),
      );
      await eachOf(ownCalls, async (call) => {
        const { status, text } = await send(`${entity}:${role}`, call);
        if (status !== 200) return;
        const allows = CARRIERS[call.route];
        const received = fieldsIn(text);
        const atMost = PLANTED_FIELDS.filter((field) => allows?.(reader, field));
        for (const field of received)
          if (!atMost.includes(field)) wrong.push(`${call.method} ${call.path} sends ${field}`);
        if (!allows || !isOneOf(role, STAFF_ROLES)) return;
        for (const field of call.fields)
          if (atMost.includes(field) && !received.includes(field))
            wrong.push(`${call.method} ${call.path} hides ${field}`);
      });
      for (const field of fieldsIn(await readReplica(entity, role)))
        if (!CARRIERS['/api/sync/snapshot']?.(reader, field)) wrong.push(`the replica sends ${field}`);
      expect(wrong).toEqual([]);
    },
    300_000,
  );

  test('no email carries a patient field', async () => {
    const known = ids[entity];
    await lab.rows(
      `UPDATE specimen SET status = 'ACTION_REQUIRED', action_required_since = now() WHERE id = $1`,
      [known['specimen']],
    );
    await lab.rows(
      `INSERT INTO event (id, created_at, updated_at, entity, type, target_type, target_id, occurred_at, data, customer_visible)
       VALUES ($1, now(), now(), $2, 'SPECIMEN_ACTION_REQUIRED', 'Specimen', $3, now(), $4, true)`,
      [
        `asked-${entity}`,
        entity,
        known['specimen'],
        JSON.stringify({ to: 'ACTION_REQUIRED', from: 'RECEIVED' }),
      ],
    );
    await notifyAboutSpecimens(lab.services);
    const emails = await lab.rows<{ kind: string; text: string }>(
      `SELECT kind, to_jsonb(email)::text AS text FROM email WHERE entity = $1`,
      [entity],
    );
    expect(emails.map(({ kind }) => kind)).toContain('ACTION_REQUIRED');
    for (const { kind, text } of emails) expect([kind, fieldsIn(text)]).toEqual([kind, []]);
  });
});
