import type { Grant } from '#db/access/families.ts';
import { mayPerson } from '#db/access/grants.ts';
import { hasPermission } from '#db/access/permissions.ts';
import { roleLabel } from '#db/access/role-labels.ts';
import { seesAllCompanies } from '#db/access/roles.ts';
import { UserListQuery } from '#db/api/identity/users.ts';
import { listQueryOf } from '#db/api/list-query.ts';
import * as specimenCalls from '#db/api/specimens/specimens.ts';
import { BATCH_STATUS_DISPLAY, batch } from '#db/batches/batch.ts';
import { INVOICE_STATUS } from '#db/billing/invoices/invoice-status.ts';
import { InvoiceQuery } from '#db/billing/invoices/listed-invoice.ts';
import { specimenName } from '#db/ordering/manifest/requisition-number.ts';
import { ORDER_LIST } from '#db/ordering/orders/listed-order.ts';
import { ORDER_STATUS } from '#db/ordering/orders/order-status.ts';
import { company } from '#db/organizations/company.ts';
import { COMPANY_TYPE } from '#db/organizations/company-type.ts';
import {
  MAX_HITS_PER_KIND,
  SEARCHED_KINDS,
  type SearchedKind,
  type SearchHit,
  type SearchHits,
} from '#db/records/search-hits.ts';
import { project } from '#db/research/project.ts';
import { SAMPLE_STATUS, sample } from '#db/samples/sample.ts';
import { specimenDisplay } from '#db/specimens/specimen-status.ts';
import { STORAGE_TYPE, storageManagement } from '#db/storage/storage-management.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { orderName } from '#db/values/order-name.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { listRows } from '#sync-server/reads/list-rows.ts';
import { tenantOf } from '#sync-server/reads/tenant.ts';
import { listInvoices } from '#sync-server/services/billing/invoices/list-invoices.ts';
import { listUsers } from '#sync-server/services/identity/list-users.ts';
import { visiblePeople } from '#sync-server/services/identity/read-user.ts';
import { listOrders } from '#sync-server/services/ordering/orders/list-orders.ts';
import { listCompanies } from '#sync-server/services/organizations/list-companies.ts';
import { listProjects } from '#sync-server/services/research/project-rows.ts';
import { listSpecimens } from '#sync-server/services/specimens/list-specimens.ts';

type Hit = Omit<SearchHit, 'kind'>;
type Services = Pick<AppServices, 'pool' | 'env' | 'now'>;

/** How one kind is searched: by the query of its list, with the access scope of that list. */
interface Search {
  /** The search runs with one of these grants. */
  grants: readonly Grant[];
  isAllowed?(session: Session): boolean;
  find(services: Services, session: Session, text: string): Promise<Hit[]>;
}

const firstHits = (search: string, sort: string) => ({ search, sort, limit: MAX_HITS_PER_KIND });
const line = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join(' · ');

const SEARCHES: Record<SearchedKind, Search> = {
  Order: {
    grants: ['orders:read', 'lab/orders:read'],
    find: async ({ pool, env }, session, text) => {
      const query = listQueryOf(ORDER_LIST).parse(firstHits(text, 'createdAt:desc'));
      const { rows } = await listOrders(pool, session, query);
      return rows.map((row) => ({
        id: row.id,
        title: orderName(row, env.LAB_TIMEZONE),
        detail: line(ORDER_STATUS[row.status].label, row.companyName, row.serviceName),
      }));
    },
  },
  Specimen: {
    grants: ['specimens:read'],
    find: async ({ pool }, session, text) => {
      const query = specimenCalls.listSpecimens.query.parse(firstHits(text, 'createdAt:desc'));
      const { rows } = await listSpecimens(pool, session, query);
      const isCustomer = !seesAllCompanies(session.role);
      return rows.map((row) => ({
        id: row.id,
        title: specimenName(row),
        detail: line(
          row.customerSampleId,
          specimenDisplay(row.status, isCustomer, row.repeatedIn).label,
          row.orderNumber,
        ),
      }));
    },
  },
  Sample: {
    grants: ['lab/samples:read'],
    find: async ({ pool }, session, text) => {
      const query = listQueryOf(sample).parse(firstHits(text, 'createdAt:desc'));
      const { rows } = await listRows(pool, sample, query, tenantOf(session));
      return rows.map(({ id, barcode, status }) => ({
        id,
        title: barcode,
        detail: SAMPLE_STATUS[status].label,
      }));
    },
  },
  Batch: {
    grants: ['lab/batches:read'],
    find: async ({ pool }, session, text) => {
      const query = listQueryOf(batch).parse(firstHits(text, 'createdAt:desc'));
      const { rows } = await listRows(pool, batch, query, tenantOf(session));
      return rows.map(({ id, julianId, name, status }) => ({
        id,
        title: julianId,
        detail: line(name, BATCH_STATUS_DISPLAY[status].label),
      }));
    },
  },
  StorageManagement: {
    grants: ['lab/storage-management:read'],
    find: async ({ pool }, session, text) => {
      const query = listQueryOf(storageManagement).parse(firstHits(text, 'name:asc'));
      const { rows } = await listRows(pool, storageManagement, query, tenantOf(session));
      return rows.map(({ id, name, type }) => ({ id, title: name, detail: STORAGE_TYPE[type].label }));
    },
  },
  Project: {
    grants: ['projects:read'],
    find: async ({ pool }, session, text) => {
      const query = listQueryOf(project).parse(firstHits(text, 'name:asc'));
      const { rows } = await listProjects(pool, session, query);
      return rows.map(({ id, name, companyName }) => ({ id, title: name, detail: companyName }));
    },
  },
  Company: {
    grants: ['companies:read'],
    isAllowed: ({ permissions }) => hasPermission(permissions, 'COMPANY_VIEW'),
    find: async ({ pool }, session, text) => {
      const query = listQueryOf(company).parse(firstHits(text, 'name:asc'));
      const { rows } = await listCompanies(pool, session, query);
      return rows.map(({ id, name, type, place }) => ({
        id,
        title: name,
        detail: line(COMPANY_TYPE[type], place),
      }));
    },
  },
  User: {
    grants: ['users:read'],
    isAllowed: ({ permissions }) => hasPermission(permissions, 'USERS_VIEW'),
    find: async ({ pool }, session, text) => {
      const scope = { entity: session.entity, companies: await visiblePeople(pool, session) };
      const { rows } = await listUsers(pool, UserListQuery.parse(firstHits(text, 'name:asc')), scope);
      const people = new Map(rows.map((row) => [row.id, row]));
      return [...people.values()].map(({ id, name, role, companyName }) => ({
        id,
        title: name,
        detail: line(roleLabel(role, session.role), companyName),
      }));
    },
  },
  Invoice: {
    grants: ['invoices:read', 'billing/invoice:read'],
    find: async ({ pool, env, now }, session, text) => {
      const query = InvoiceQuery.parse(firstHits(text, 'createdAt:desc'));
      const { rows } = await listInvoices(
        pool,
        session,
        query,
        labDayOf(now().toISOString(), env.LAB_TIMEZONE),
      );
      return rows.map(({ id, invoiceNumber, status, companyName }) => ({
        id,
        title: invoiceNumber,
        detail: line(INVOICE_STATUS[status].label, companyName),
      }));
    },
  },
};

/**
 * Search every kind that the person may list. The kinds are searched one after another, so that a person who
 * types holds one connection.
 */
export async function searchRecords(services: Services, session: Session, text: string): Promise<SearchHits> {
  const hits: SearchHit[] = [];
  for (const kind of SEARCHED_KINDS) {
    const { grants, isAllowed, find } = SEARCHES[kind];
    if (!grants.some((grant) => mayPerson(session, grant)) || isAllowed?.(session) === false) continue;
    hits.push(...(await find(services, session, text)).map((hit) => ({ kind, ...hit })));
  }
  return { hits };
}
