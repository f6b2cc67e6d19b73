import type { Pool } from 'pg';
import { seesAllCompanies } from '#db/access/scope.ts';
import { priceTiers } from '#db/billing/price-tiers.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { type Service, service } from '#db/ordering/service.ts';
import { missingForSale, nextServiceStatuses } from '#db/ordering/service-status-rules.ts';
import { ShownService } from '#db/ordering/shown-service.ts';
import { protocol } from '#db/protocols/protocol.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { readRow } from '#sync-server/services/listing/list-rows.ts';
import { readHistory } from '#sync-server/services/records/read-history.ts';
import { labToday, withFromAmount } from './list-services.ts';
import { pricesOn, shownCompanyType } from './service-prices.ts';

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
