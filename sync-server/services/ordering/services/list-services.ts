import { seesAllCompanies } from '#db/access/scope.ts';
import type { ListQuery } from '#db/api/list-query.ts';
import { fromAmount } from '#db/billing/price-tiers.ts';
import { type Service, service } from '#db/ordering/service.ts';
import { type ListedService, ServicePage } from '#db/ordering/shown-service.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { listRows } from '#sync-server/services/listing/list-rows.ts';
import { pricesOn, shownCompanyType } from './service-prices.ts';

/** Return the lab's current day, because prices follow the lab's calendar. */
export const labToday = ({ env, now }: Pick<AppServices, 'env' | 'now'>): string =>
  labDayOf(now().toISOString(), env.LAB_TIMEZONE);

/** SQL: services with their starting price for the reader. */
export async function withFromAmount(
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
