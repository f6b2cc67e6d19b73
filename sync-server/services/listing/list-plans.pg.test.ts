import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { invoice } from '#db/billing/invoice.ts';
import { INVOICE_SORT } from '#db/billing/listed-invoice.ts';
import { priceAdjustment } from '#db/billing/price-adjustment.ts';
import type { AnyEntity } from '#db/entity.ts';
import { user } from '#db/identity/user.ts';
import { userCompany } from '#db/identity/user-company.ts';
import { printJob } from '#db/labels/print-job.ts';
import { order } from '#db/ordering/order.ts';
import { orderApproval } from '#db/ordering/order-approval.ts';
import { service } from '#db/ordering/service.ts';
import { company } from '#db/organizations/company.ts';
import { clinicianLicense } from '#db/patients/clinician-license.ts';
import { patient } from '#db/patients/patient.ts';
import { PatientSearch } from '#db/patients/shown-patient.ts';
import { accessLog } from '#db/records/access-log.ts';
import { auditLog } from '#db/records/audit-log.ts';
import { email } from '#db/records/email.ts';
import { event } from '#db/records/event.ts';
import { note } from '#db/records/note.ts';
import { project } from '#db/research/project.ts';
import { sample } from '#db/samples/sample.ts';
import { SPECIMEN_LIST } from '#db/specimens/listed-specimen.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { supportRequest } from '#db/support/support-request.ts';
import type { Session } from '#sync-server/http/session.ts';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import { InvoiceQuery } from '#sync-server/services/billing/invoices/invoice-query.ts';
import { listInvoices } from '#sync-server/services/billing/invoices/list-invoices.ts';
import { listAdjustments } from '#sync-server/services/billing/prices/list-adjustments.ts';
import { listUsers } from '#sync-server/services/identity/list-users.ts';
import { UserListQuery } from '#sync-server/services/identity/user-list-query.ts';
import { listApprovals } from '#sync-server/services/ordering/approval-routes.ts';
import { listOrders, ORDER_LIST } from '#sync-server/services/ordering/list-orders.ts';
import { listLicenses } from '#sync-server/services/patients/license-rows.ts';
import { searchPatients } from '#sync-server/services/patients/patient-rows.ts';
import { AllNotesQuery, listAllNotes } from '#sync-server/services/records/list-all-notes.ts';
import { logQueryOf } from '#sync-server/services/records/log-query.ts';
import { readLog } from '#sync-server/services/records/read-log.ts';
import {
  ACCESS_LOG,
  AUDIT_LOG,
  LAB_EVENTS_LOG,
  type RecordLog,
} from '#sync-server/services/records/record-log.ts';
import { printJobs } from '#sync-server/services/samples/print-routes.ts';
import { listSpecimens, SpecimenQuery } from '#sync-server/services/specimens/list-specimens.ts';
import { listSupportRequests } from '#sync-server/services/support/support-requests.ts';
import { dropConstraints, FEW, fillTable, rowId } from './fill-table.ts';
import { listQueryOf } from './list-query.ts';
import { listRows } from './list-rows.ts';

const MANY = 200_000;
const ROW = rowId('n');
const BIG: readonly (readonly [AnyEntity, Readonly<Record<string, string>>?])[] = [
  [order, { orderNumber: `'W-' || (100000 + n)`, protocolId: rowId('1 + n % 40') }],
  [
    specimen,
    {
      orderId: ROW,
      patientId: ROW,
      protocolId: rowId('1 + n % 40'),
      requisitionNumber: `'REQ-' || n`,
      julianId: `'W' || (10000 + n / 9000) || '-' || (1000 + n % 9000)`,
      shipmentPlateLocation: 'NULL',
    },
  ],
  [sample, { specimenId: ROW }],
  [invoice, { orderId: ROW, invoiceNumber: `'INV-W-26-' || (100000 + n)` }],
  [event, { targetId: ROW }],
  [auditLog, { recordId: ROW }],
  [accessLog, {}],
  [
    note,
    {
      targetType: `(ARRAY['Order', 'Specimen'])[1 + n % 2]`,
      body: `'{"type": "doc", "content": [{"type": "paragraph"}]}'::jsonb`,
    },
  ],
  [patient, {}],
  [email, {}],
  [printJob, {}],
  [user, {}],
  [userCompany, { userId: ROW }],
  [orderApproval, { orderId: ROW }],
  [priceAdjustment, { orderId: ROW }],
  [supportRequest, {}],
  [clinicianLicense, { userId: ROW }],
];
const SMALL = [company, project, service];

const STAFF: Session = {
  userId: 'row-000001',
  userCompanyId: 'row-000001',
  role: 'DEVELOPER',
  entity: 'WBL',
  companyId: 'row-000001',
  name: 'Ana',
  email: 'ana@example.com',
  isSuperAdmin: true,
  permissions: [],
};
const TODAY = '2026-11-21';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.pool;
  // Two at a time, as the owner has two connections.
  const waiting = BIG.map(([entity, own]) => ({ entity, count: MANY, own }));
  for (const entity of SMALL)
    waiting.push({ entity, count: FEW, own: entity === service ? { protocolId: ROW } : {} });
  const fill = async () => {
    const owner = await database.owner.connect();
    for (let next = waiting.shift(); next; next = waiting.shift())
      await fillTable(owner, next.entity, next.count, next.own);
    owner.release(true);
  };
  const first = await database.owner.connect();
  await dropConstraints(first);
  first.release();
  await Promise.all([fill(), fill()]);
  // Afterwards, as a transaction beside it keeps a vacuum from finding rows visible to all.
  await database.owner.query('VACUUM ANALYZE');
}, 600_000);
afterAll(() => database.drop());
afterEach(() => vi.restoreAllMocks());

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
// Memberships are narrow rows: to count all of them, reading them whole is the cheaper way.
const isWholeCount = (table: string, text: string): boolean =>
  table === 'user_company' && text.startsWith('select count(*)') && !text.includes('ANY');
const big = new Set(BIG.map(([entity]) => entity.table));

/** Which large tables the statements of a list walk through as a whole. */
async function walkedBy(read: () => Promise<unknown>): Promise<string[]> {
  const asked = vi.spyOn(pool, 'query');
  await read();
  const calls: readonly (readonly unknown[])[] = asked.mock.calls;
  asked.mockRestore();
  const found = new Set<string>();
  for (const [first, second] of calls) {
    const given = typeof first === 'string' ? { text: first, values: second } : first;
    const { text, values } = given as { text: string; values: unknown[] };
    const { rows } = await database.pool.query({ text: `EXPLAIN (FORMAT JSON) ${text}`, values });
    const plans = rows[0]['QUERY PLAN'] as { Plan: Plan }[];
    for (const node of plans.flatMap(({ Plan: plan }) => nodesOf(plan))) {
      const table = node['Relation Name'];
      if (node['Node Type'].includes('Seq Scan') && table && big.has(table) && !isWholeCount(table, text))
        found.add(`${table}: ${text}`);
    }
  }
  return [...found];
}

interface List {
  sorts: readonly string[];
  read(query: {
    sort?: string;
    search?: string;
    cursor?: string;
  }): Promise<{ rows: readonly unknown[]; total: number }>;
}
const entityList = (entity: AnyEntity): List => ({
  sorts: entity.list.sort,
  read: (query) => listRows(pool, entity, listQueryOf(entity).parse(query), 'WBL'),
});
const logList = (log: RecordLog): List => ({
  sorts: log.sort,
  read: (query) =>
    readLog(pool, log, logQueryOf(log).parse(query), {
      tenant: 'WBL',
      permissions: [],
      shownTo: null,
      ofCompany: null,
    }),
});

const LISTS: Readonly<Record<string, List>> = {
  orders: {
    sorts: ORDER_LIST.list.sort,
    read: (query) => listOrders(pool, STAFF, listQueryOf(ORDER_LIST).parse(query)),
  },
  'specimens of customers': {
    sorts: SPECIMEN_LIST.sort,
    read: (query) => listSpecimens(pool, STAFF, SpecimenQuery.parse(query)),
  },
  'specimens of the lab': entityList(specimen),
  samples: entityList(sample),
  invoices: {
    sorts: INVOICE_SORT,
    read: (query) => listInvoices(pool, STAFF, InvoiceQuery.parse(query), TODAY),
  },
  users: {
    sorts: ['name', 'email', 'role', 'companyName', 'status', 'lastLogin', 'invitedAt'],
    read: (query) => listUsers(pool, UserListQuery.parse(query), { entity: 'WBL', companies: 'all' }),
  },
  licenses: {
    sorts: clinicianLicense.list.sort,
    read: (query) => listLicenses(pool, STAFF, listQueryOf(clinicianLicense).parse(query)),
  },
  notes: {
    sorts: ['createdAt', 'targetType'],
    read: (query) => listAllNotes({ pool }, STAFF, AllNotesQuery.parse(query)),
  },
  events: logList(LAB_EVENTS_LOG),
  'access log': logList(ACCESS_LOG),
  'audit log': logList(AUDIT_LOG),
  emails: entityList(email),
  'print jobs': {
    sorts: printJob.list.sort,
    read: (query) => printJobs(pool, listQueryOf(printJob).parse(query), 'WBL'),
  },
  approvals: {
    sorts: orderApproval.list.sort,
    read: (query) => listApprovals(pool, STAFF, listQueryOf(orderApproval).parse(query)),
  },
  adjustments: {
    sorts: priceAdjustment.list.sort,
    read: (query) => listAdjustments(pool, STAFF, listQueryOf(priceAdjustment).parse(query)),
  },
  'support requests': {
    sorts: supportRequest.list.sort,
    read: (query) => listSupportRequests(pool, STAFF, listQueryOf(supportRequest).parse(query)),
  },
  patients: {
    sorts: PatientSearch.shape.sort.unwrap().options,
    read: ({ sort = 'lastName:asc', search = '' }) => {
      const [field, direction] = sort.split(':');
      return searchPatients(
        pool,
        STAFF,
        PatientSearch.parse({ sort: field, descending: direction === 'desc', search }),
      );
    },
  },
};

/** The id of a row in the middle of the list. */
async function cursorOf(read: List['read']): Promise<string> {
  const { rows, total } = await read({});
  expect(total).toBeGreaterThan(MANY / 2);
  const { id, userCompanyId } = rows[7] as { id: string; userCompanyId?: string };
  return userCompanyId ?? id;
}

test.each(Object.entries(LISTS))(
  'the list of %s walks through no large table',
  async (name, { sorts, read }) => {
    const problems: string[] = [];
    const look = async (what: string, query: Parameters<List['read']>[0]) => {
      for (const walked of await walkedBy(() => read(query))) problems.push(`${what} walks ${walked}`);
    };
    const newest = sorts.find((sort) => ['createdAt', 'occurredAt', 'printedAt'].includes(sort)) ?? 'id';
    await look('default', {});
    for (const sort of sorts) {
      await look(`sort ${sort}`, { sort: `${sort}:asc` });
      await look(`sort ${sort} descending`, { sort: `${sort}:desc` });
    }
    await look('search', {
      search: 'c4ca4238a0b9',
      ...(name === 'patients' ? {} : { sort: `${newest}:desc` }),
    });
    if (name !== 'patients') await look('cursor', { cursor: await cursorOf(read), sort: `${newest}:desc` });
    expect(problems).toEqual([]);
  },
  240_000,
);
