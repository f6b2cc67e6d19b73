import type { Pool } from 'pg';
import { ulid } from 'ulid';
import * as calls from '#db/api/billing/prices.ts';
import { price } from '#db/billing/prices/price.ts';
import { endPrice, setPrice } from '#db/billing/prices/set-price.ts';
import { PriceHistory, PriceList } from '#db/billing/prices/shown-prices.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import type { ApiRoute, AppServices } from '#sync-server/http/api-route.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { fieldsOf, quoted, rowOf, rowTypes } from '#sync-server/postgres/row-mapping.ts';
import { readRow } from '#sync-server/reads/list-rows.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { adjustmentRoutes } from './adjustment-routes.ts';
import { projectPriceRoutes } from './project-price-routes.ts';

const columns = (alias: string) =>
  fieldsOf(price)
    .map(({ column }) => `${alias}.${quoted(column)}`)
    .join(', ');

// Protocols that can be ordered or still are; a retired protocol gets no new prices.
const PROTOCOLS = `
  SELECT p.id, p.name, p.code, p.protocol_version AS "protocolVersion", p.status,
         s.id AS "serviceId", s.name AS "serviceName", s.status AS "serviceStatus",
         s.min_specimens AS "minSpecimens", s.max_specimens AS "maxSpecimens"
    FROM protocol p LEFT JOIN service s ON s.protocol_id = p.id AND NOT s.deleted
   WHERE p.entity = $1 AND NOT p.deleted AND p.status NOT IN ('DISCONTINUED', 'REJECTED')
   ORDER BY s.sort_order NULLS LAST, p.name, p.id`;

const CURRENT = `SELECT ${columns('price')} FROM price
  WHERE entity = $1 AND NOT deleted AND (effective_to IS NULL OR effective_to >= $2)
  ORDER BY min_quantity, company_type NULLS FIRST, effective_from, id`;

const HISTORY = `SELECT ${columns('p')}, coalesce(u.name, u.email) AS set_by
    FROM price p LEFT JOIN "user" u ON u.id = p.created_by_id
   WHERE p.entity = $1 AND p.protocol_id = $2 AND NOT p.deleted
   ORDER BY p.effective_from DESC, p.min_quantity, p.company_type NULLS FIRST, p.id`;

interface ProtocolLine {
  id: string;
  name: string;
  code: string;
  protocolVersion: number;
  status: string;
  serviceId: string | null;
  serviceName: string;
  serviceStatus: string;
  minSpecimens: number;
  maxSpecimens: number | null;
}

const soldAs = (line: ProtocolLine) =>
  line.serviceId && {
    id: line.serviceId,
    name: line.serviceName,
    status: line.serviceStatus,
    minSpecimens: line.minSpecimens,
    maxSpecimens: line.maxSpecimens,
  };

/** Read every protocol with its service and its current and future prices. */
async function readPriceList({ pool, env, now }: AppServices, { entity }: Session): Promise<PriceList> {
  const day = labDayOf(now().toISOString(), env.LAB_TIMEZONE);
  const [protocols, prices] = await Promise.all([
    pool.query<ProtocolLine>(PROTOCOLS, [entity]),
    pool.query<Record<string, unknown>>({ text: CURRENT, values: [entity, day], types: rowTypes }),
  ]);
  const rows = prices.rows.map((record) => rowOf(price, record));
  return PriceList.parse({
    day,
    protocols: protocols.rows.map((line) => ({
      protocol: line,
      service: soldAs(line) || null,
      prices: rows.filter(({ protocolId }) => protocolId === line.id),
    })),
  });
}

/** Read all prices a protocol ever had, with the person who set each. */
async function readPriceHistory(pool: Pool, { entity }: Session, protocolId: string): Promise<PriceHistory> {
  const known = await pool.query('SELECT 1 FROM protocol WHERE id = $1 AND entity = $2', [
    protocolId,
    entity,
  ]);
  if (known.rows.length === 0) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  const { rows } = await pool.query<Record<string, unknown>>({
    text: HISTORY,
    values: [entity, protocolId],
    types: rowTypes,
  });
  return PriceHistory.parse({
    rows: rows.map((record) => ({ ...rowOf(price, record), setBy: record['set_by'] ?? null })),
  });
}

/** `/api/lab/price`, `/api/lab/project-base-pricing` and `/api/lab/price-adjustments`. */
export const priceRoutes: readonly ApiRoute[] = [
  serveCall(calls.listPrices, ({ services, session }) => readPriceList(services, session)),
  serveCall(calls.readPriceHistory, ({ services, session, params }) =>
    readPriceHistory(services.pool, session, params.protocolId),
  ),
  serveCall(calls.setPrice, async ({ services, session, body }) => {
    await executeOperation(engineOf(services), session, setPrice, { ...body, priceId: ulid() });
    return readPriceList(services, session);
  }),
  serveCall(calls.endPrice, async ({ services, session, params, body }) => {
    await readRow(services.pool, price, params.id, session.entity);
    await executeOperation(engineOf(services), session, endPrice, { ...body, priceId: params.id });
    return readPriceList(services, session);
  }),
  ...projectPriceRoutes,
  ...adjustmentRoutes,
];
