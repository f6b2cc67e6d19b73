import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { FINISHED_STATUSES } from '#db/ordering/orders/finished-specimens.ts';
import { service } from '#db/ordering/services/service.ts';
import { type Protocol, protocol } from '#db/protocols/protocol.ts';
import { versionsOf } from '#db/protocols/protocols/open-protocol.ts';
import {
  approvalProblems,
  type ProtocolRoute,
  protocolHash,
  readRoutes,
  researchProblems,
  structureProblems,
} from '#db/protocols/protocols/protocol-content.ts';
import { hasCurrentPrice } from '#db/protocols/protocols/protocol-service.ts';
import { ShownProtocol } from '#db/protocols/protocols/shown-protocol.ts';
import { mayApproveMethod } from '#db/protocols/versions/version-rules.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { readRow } from '#sync-server/reads/list-rows.ts';
import { tenantOf } from '#sync-server/reads/tenant.ts';
import { readAuthorChoices, readAuthors, readInLab, readSignatures } from './read-version.ts';

const OPEN_WORK = `
  SELECT count(DISTINCT o.id)::int AS orders, count(s.id)::int AS specimens
    FROM "order" o JOIN specimen s ON s.order_id = o.id AND NOT s.deleted AND NOT s.status = ANY ($2)
   WHERE o.protocol_id = $1 AND NOT o.deleted AND o.status <> 'DRAFT'`;

function problemsOf(row: Protocol, routes: readonly ProtocolRoute[]): string[] {
  if (row.status === 'RESEARCH') return researchProblems(routes);
  if (row.status !== 'PENDING_APPROVAL' && row.status !== 'REJECTED') return [];
  return [...structureProblems(row, routes), ...approvalProblems(routes, '9999-12-31')];
}

/** Read a version with its flows, and what depends on it; a version of another lab is not found. */
export async function readProtocolContent(
  services: Pick<AppServices, 'pool' | 'now' | 'env'>,
  session: Session,
  protocolId: string,
): Promise<ShownProtocol> {
  const row = await readRow(services.pool, protocol, protocolId, tenantOf(session));
  if (row.deleted) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return readInLab(services, session, async (tx, client) => {
    const routes = await readRoutes(tx, protocolId);
    const contentHash = await protocolHash(row, routes);
    const [sold] = await tx.find(service, { protocolId });
    const work = await client.query<{ orders: number; specimens: number }>(OPEN_WORK, [
      protocolId,
      [...FINISHED_STATUSES, 'CANCELED'],
    ]);
    const today = labDayOf(services.now().toISOString(), services.env.LAB_TIMEZONE);
    return ShownProtocol.parse({
      protocol: row,
      routes,
      problems: problemsOf(row, routes),
      contentHash,
      authors: await readAuthors(tx, row.authorIds),
      authorChoices: await readAuthorChoices(tx, session, row, {
        grant: 'lab/protocols:update',
        mayDecide: (role) => mayApproveMethod(role, row.clinical),
      }),
      versions: await versionsOf(tx, row),
      signatures: await readSignatures(tx, { targetType: 'Protocol', targetId: protocolId, contentHash }),
      service: sold ?? null,
      priced: await hasCurrentPrice(tx, today, row),
      openOrders: work.rows[0]?.orders ?? 0,
      openSpecimens: work.rows[0]?.specimens ?? 0,
    });
  });
}
