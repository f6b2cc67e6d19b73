import type { Pool } from 'pg';
import { DEFAULT_LAB } from '#db/access/lab.ts';
import { UserListQuery } from '#db/api/identity/users.ts';
import { listQueryOf } from '#db/api/list-query.ts';
import {
  ACCESS_LOG,
  AUDIT_LOG,
  LAB_EVENTS_LOG,
  logQueryOf,
  type RecordLog,
} from '#db/api/records/log-query.ts';
import { AllNotesQuery } from '#db/api/records/notes.ts';
import * as specimenCalls from '#db/api/specimens/specimens.ts';
import { batch } from '#db/batches/batch.ts';
import { priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import { invoice } from '#db/billing/invoices/invoice.ts';
import { InvoiceQuery } from '#db/billing/invoices/listed-invoice.ts';
import type { AnyEntity, ListedEntity } from '#db/entity.ts';
import { user } from '#db/identity/user.ts';
import { userCompany } from '#db/identity/user-company.ts';
import { printJob } from '#db/labels/print-job.ts';
import { orderApproval } from '#db/ordering/approvals/order-approval.ts';
import { ORDER_LIST } from '#db/ordering/orders/listed-order.ts';
import { order } from '#db/ordering/orders/order.ts';
import { shipment } from '#db/ordering/shipments/shipment.ts';
import { company } from '#db/organizations/company.ts';
import { clinicianLicense } from '#db/patients/clinician-license.ts';
import { patient } from '#db/patients/patient.ts';
import { PatientSearch } from '#db/patients/shown-patient.ts';
import { email } from '#db/records/emails/email.ts';
import { accessLog } from '#db/records/events/access-log.ts';
import { auditLog } from '#db/records/events/audit-log.ts';
import { event } from '#db/records/events/event.ts';
import { note } from '#db/records/notes/note.ts';
import { DataSyncQuery } from '#db/records/shown-data-sync.ts';
import { supportRequest } from '#db/records/support/support-request.ts';
import { project } from '#db/research/project.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import type { Session } from '#sync-server/http/session.ts';
import { listInvoices } from '#sync-server/services/billing/invoices/list-invoices.ts';
import { listAdjustments } from '#sync-server/services/billing/prices/adjustment-routes.ts';
import { listUsers } from '#sync-server/services/identity/list-users.ts';
import { listApprovals } from '#sync-server/services/ordering/approvals/approval-routes.ts';
import { listOrders } from '#sync-server/services/ordering/orders/list-orders.ts';
import { listCompanies } from '#sync-server/services/organizations/list-companies.ts';
import { listLicenses } from '#sync-server/services/patients/license-rows.ts';
import { searchPatients } from '#sync-server/services/patients/patient-rows.ts';
import { readDataSync } from '#sync-server/services/records/data-sync.ts';
import { readLog } from '#sync-server/services/records/events/read-log.ts';
import { listAllNotes } from '#sync-server/services/records/notes/list-all-notes.ts';
import { listSupportRequests } from '#sync-server/services/records/support-requests.ts';
import { listProjects } from '#sync-server/services/research/project-rows.ts';
import { printJobs } from '#sync-server/services/samples/print-routes.ts';
import { listSpecimens } from '#sync-server/services/specimens/list-specimens.ts';
import { rowId } from './fill-table.ts';
import { listRows } from './list-rows.ts';
import { type Tenant, tenantOf } from './tenant.ts';

const ROW = rowId('n');
/** Test support: the tables of long lists, and values of their fields as SQL over `n`. */
export const LONG_TABLES: readonly (readonly [AnyEntity, Readonly<Record<string, string>>?])[] = [
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
  // Waiting rows are rare, as in a lab.
  [priceAdjustment, { orderId: ROW, status: `CASE WHEN n % 400 = 0 THEN 'PROPOSED' ELSE 'APPROVED' END` }],
  [
    shipment,
    {
      orderId: ROW,
      direction: `(ARRAY['INBOUND', 'KIT_OUT'])[1 + n % 2]`,
      status: `CASE WHEN n % 500 < 2 THEN 'FAILED' WHEN n % 200 < 2 THEN 'IN_TRANSIT' ELSE 'DELIVERED' END`,
    },
  ],
  [company, {}],
  [project, {}],
  [batch, {}],
  [storageManagement, { type: `'BOX'` }],
  [supportRequest, {}],
  [clinicianLicense, { userId: ROW }],
];
const STAFF: Session = {
  userId: 'row-000001',
  userCompanyId: 'row-000001',
  role: 'DEVELOPER',
  entity: 'WBL',
  lab: DEFAULT_LAB,
  companyId: 'row-000001',
  name: 'Ana',
  email: 'ana@example.com',
  isSuperAdmin: true,
  permissions: ['COMPANY_VIEW_ALL'],
};
const TODAY = '2026-11-21';

/** A long list: its default sort, and the filters of daily work. */
export interface LongList {
  opens: string;
  filters: readonly Readonly<Record<string, string>>[];
  /** Marks lists without search or without cursor. */
  searched?: false;
  paged?: false;
  read(query: Readonly<Record<string, string>>): Promise<{ rows: readonly unknown[]; total: number }>;
}

/** Return readers of the long lists over a pool. */
export function longListsOver(pool: Pool): Readonly<Record<string, LongList>> {
  const entityList = (entity: ListedEntity, opens: string, tenant: Tenant = tenantOf(STAFF)): LongList => ({
    opens,
    filters: [],
    read: (query) => listRows(pool, entity, listQueryOf(entity).parse(query), tenant),
  });
  const logList = (log: RecordLog): LongList => ({
    opens: 'occurredAt:desc',
    filters: [],
    read: (query) =>
      readLog(pool, log, logQueryOf(log).parse(query), {
        tenant: log.family === 'lab/events' ? tenantOf(STAFF) : 'WBL',
        entities: ['WBL'],
        permissions: [],
        shownTo: null,
        ofCompany: null,
      }),
  });
  return {
    orders: {
      opens: 'createdAt:desc',
      filters: [
        { status: 'PROCESSING' },
        { paymentStatus: 'PAID_IN_FULL' },
        { orderType: 'ONLINE' },
        { companyId: 'row-000007' },
        { proposals: 'OPEN' },
        { kits: 'TO_SEND' },
        { parcels: 'LATE' },
      ],
      read: (query) => listOrders(pool, STAFF, listQueryOf(ORDER_LIST).parse(query), TODAY),
    },
    'specimens of customers': {
      opens: 'createdAt:desc',
      filters: [{ orderId: 'row-000007' }],
      read: (query) => listSpecimens(pool, STAFF, specimenCalls.listSpecimens.query.parse(query)),
    },
    'specimens of the lab': {
      ...entityList(specimen, 'createdAt:desc'),
      filters: [{ orderId: 'row-000007' }],
    },
    samples: { ...entityList(sample, 'createdAt:desc'), filters: [{ specimenId: 'row-000007' }] },
    batches: entityList(batch, 'createdAt:desc'),
    storage: { ...entityList(storageManagement, 'name:asc'), filters: [{ parentId: 'row-000007' }] },
    invoices: {
      opens: 'createdAt:desc',
      filters: [{ companyId: 'row-000007' }],
      read: (query) => listInvoices(pool, STAFF, InvoiceQuery.parse(query), TODAY),
    },
    companies: {
      opens: 'name:asc',
      filters: [{ parentCompanyId: 'row-000007' }],
      read: (query) => listCompanies(pool, STAFF, listQueryOf(company).parse(query)),
    },
    projects: {
      opens: 'status:asc,name:asc',
      filters: [{ companyId: 'row-000007' }],
      read: (query) => listProjects(pool, STAFF, listQueryOf(project).parse(query)),
    },
    users: {
      opens: 'name:asc',
      filters: [{ sort: 'invitedAt:desc' }, { companyId: 'row-000007' }],
      read: (query) => listUsers(pool, UserListQuery.parse(query), { entity: 'WBL', companies: 'all' }),
    },
    licenses: {
      opens: 'expiresOn:asc',
      filters: [{ userId: 'row-000007' }],
      read: (query) => listLicenses(pool, STAFF, listQueryOf(clinicianLicense).parse(query)),
    },
    notes: {
      opens: 'createdAt:desc',
      filters: [],
      read: (query) => listAllNotes({ pool }, STAFF, AllNotesQuery.parse(query)),
    },
    events: { ...logList(LAB_EVENTS_LOG), filters: [{ type: 'ORDER_CREATED' }, { targetId: 'row-000007' }] },
    'access log': { ...logList(ACCESS_LOG), filters: [{ targetId: 'row-000007' }] },
    'audit log': { ...logList(AUDIT_LOG), filters: [{ recordId: 'row-000007' }] },
    emails: entityList(email, 'createdAt:desc', 'WBL'),
    'print jobs': {
      opens: 'printedAt:desc',
      filters: [],
      read: (query) => printJobs(pool, listQueryOf(printJob).parse(query), tenantOf(STAFF)),
    },
    approvals: {
      opens: 'createdAt:desc',
      filters: [{ orderId: 'row-000007' }],
      read: (query) => listApprovals(pool, STAFF, listQueryOf(orderApproval).parse(query)),
    },
    adjustments: {
      opens: 'createdAt:desc',
      filters: [{ orderId: 'row-000007' }, { status: 'PROPOSED' }],
      read: (query) => listAdjustments(pool, STAFF, listQueryOf(priceAdjustment).parse(query)),
    },
    'support requests': {
      opens: 'createdAt:desc',
      filters: [],
      read: (query) => listSupportRequests(pool, STAFF, listQueryOf(supportRequest).parse(query)),
    },
    patients: {
      opens: 'lastName:asc',
      filters: [{ originalCompanyId: 'row-000007' }],
      paged: false,
      read: ({ sort = 'lastName:asc', search = '' }) => {
        const [field, direction] = sort.split(':');
        const query = { sort: field, descending: direction === 'desc', search };
        return searchPatients(pool, STAFF, PatientSearch.parse(query));
      },
    },
    "a person's operations": {
      opens: 'rev:desc',
      filters: [{ outcome: 'REJECTED' }],
      searched: false,
      read: async ({ sort: _sort, ...query }) =>
        (await readDataSync(pool, STAFF, DataSyncQuery.parse(query))).operations,
    },
  };
}
