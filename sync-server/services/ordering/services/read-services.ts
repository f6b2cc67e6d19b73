import type { Pool } from 'pg';
import { seesAllCompanies } from '#db/access/roles.ts';
import type { ListQuery } from '#db/api/list-query.ts';
import { price } from '#db/billing/prices/price.ts';
import type { PriceRow } from '#db/billing/prices/price-for.ts';
import { fromAmount, priceTiers } from '#db/billing/prices/price-tiers.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { type Service, service } from '#db/ordering/services/service.ts';
import { type ListedService, ServicePage, ShownService } from '#db/ordering/services/shown-service.ts';
import { missingForSale, nextServiceStatuses } from '#db/ordering/services/update-service.ts';
import { CompanyType } from '#db/organizations/company-type.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { fieldsOf, quoted, rowOf, rowTypes } from '#sync-server/postgres/row-mapping.ts';
import { listRows, readRow } from '#sync-server/reads/list-rows.ts';
import { readHistory } from '#sync-server/services/records/events/read-history.ts';

const COLUMNS = fieldsOf(price)
  .map(({ column }) => quoted(column))
  .join(', ');

/** Read the prices of these protocols that are valid on a day, in one statement. */
async function pricesOn(
  pool: Pick<Pool, 'query'>,
  entity: string,
  protocolIds: readonly string[],
  day: string,
): Promise<readonly PriceRow[]> {
  const text = `SELECT ${COLUMNS} FROM price
    WHERE entity = $1 AND protocol_id = ANY ($2) AND NOT deleted
      AND effective_from <= $3 AND (effective_to IS NULL OR effective_to >= $3)`;
  const { rows } = await pool.query<Record<string, unknown>>({
    text,
    values: [entity, protocolIds, day],
    types: rowTypes,
  });
  return rows.map((record) => rowOf(price, record));
}

/**
 * Return the company type whose prices a reader sees: a customer's own; null for staff, who sell to all
 * types.
 */
async function shownCompanyType(
  pool: Pick<Pool, 'query'>,
  session: Pick<Session, 'role' | 'companyId'>,
): Promise<CompanyType | null> {
  if (seesAllCompanies(session.role)) return null;
  const { rows } = await pool.query<{ type: string }>('SELECT type FROM company WHERE id = $1', [
    session.companyId,
  ]);
  return CompanyType.parse(rows[0]?.type);
}

/** Return the lab's current day, because prices follow the lab's calendar. */
export const labToday = ({ env, now }: Pick<AppServices, 'env' | 'now'>): string =>
  labDayOf(now().toISOString(), env.LAB_TIMEZONE);

/** SQL: services with their starting price for the reader. */
async function withFromAmount(
  services: AppServices,
  session: Session,
  rows: readonly Service[],
): Promise<ListedService[]> {
  const { pool } = services;
  const day = labToday(services);
  const protocolIds = rows.map(({ protocolId }) => protocolId);
  const prices = await pricesOn(pool, session.entity, protocolIds, day);
  const companyType = await shownCompanyType(pool, session);
  return rows.map((row) => {
    const { protocolId, minSpecimens, maxSpecimens } = row;
    const question = { protocolId, companyType, day, minSpecimens, maxSpecimens };
    return { ...row, fromAmount: fromAmount(prices, question) };
  });
}

/** Read one page of services: all for staff, those on sale for customers. */
export async function listServices(
  services: AppServices,
  session: Session,
  query: ListQuery,
): Promise<ServicePage> {
  const visibleQuery = seesAllCompanies(session.role)
    ? query
    : { ...query, records: 'active' as const, filter: { ...query.filter, status: ['LIVE'] } };
  const page = await listRows(services.pool, service, visibleQuery, session.entity);
  return ServicePage.parse({ ...page, rows: await withFromAmount(services, session, page.rows) });
}

const notFound = () => new AppError('NOT_FOUND', MESSAGES.notFound);

/** Return the id of a service by its id, or by the name in its URL. */
async function idOf(pool: Pool, session: Session, idOrSlug: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM service WHERE entity = $1 AND NOT deleted AND (id = $2 OR slug = $2) ORDER BY id = $2 DESC LIMIT 1',
    [session.entity, idOrSlug],
  );
  if (!rows[0]) throw notFound();
  return rows[0].id;
}

/**
 * Find a service that the reader may see: any for staff, those on sale for customers; throws 404 otherwise.
 */
export async function requireVisibleService(
  pool: Pool,
  session: Session,
  idOrSlug: string,
): Promise<Service> {
  const row = await readRow(pool, service, await idOf(pool, session, idOrSlug), session.entity);
  if (row.deleted || (row.status !== 'LIVE' && !seesAllCompanies(session.role))) throw notFound();
  return row;
}

/** Read one service with its requirements and prices, by its id or the name in its URL. */
export async function readService(
  services: AppServices,
  session: Session,
  idOrSlug: string,
): Promise<ShownService> {
  const { pool } = services;
  const row = await requireVisibleService(pool, session, idOrSlug);
  const staff = seesAllCompanies(session.role);
  const day = labToday(services);
  const { protocolId, minSpecimens, maxSpecimens } = row;
  const [protocolRow, prices, companyType, [listedService], history] = await Promise.all([
    readRow(pool, protocol, protocolId, session.entity),
    pricesOn(pool, session.entity, [protocolId], day),
    shownCompanyType(pool, session),
    withFromAmount(services, session, [row]),
    staff ? readHistory(pool, 'Service', row.id, false) : [],
  ]);
  const standard = prices.filter((one) => companyType !== null || one.companyType === null);
  return ShownService.parse({
    ...row,
    fromAmount: listedService?.fromAmount ?? null,
    protocol: protocolRow,
    tiers: priceTiers(standard, {
      protocolId,
      companyType: companyType ?? 'COMPANY',
      day,
      minSpecimens,
      maxSpecimens,
    }),
    history,
    missing: staff ? missingForSale(row, protocolRow.status, prices.length > 0) : [],
    nextStatuses: nextServiceStatuses(session.role, row.status),
  });
}
