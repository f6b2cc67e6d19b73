import type { Pool } from 'pg';
import { seesAllCompanies } from '#db/access/roles.ts';
import { priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import { type OrderQuote, priceBookOf, quoteOrder } from '#db/billing/prices/quote-order.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import type { QuoteQuestion } from '#db/ordering/services/shown-service.ts';
import { company } from '#db/organizations/company.ts';
import { project } from '#db/research/project.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { requireVisibleCompany } from '#sync-server/http/require-access.ts';
import type { Session } from '#sync-server/http/session.ts';
import { PgTransaction, scopeOfActor } from '#sync-server/postgres/pg-transaction.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { readRow } from '#sync-server/reads/list-rows.ts';
import { labToday } from './read-services.ts';

const notFound = () => new AppError('NOT_FOUND', MESSAGES.notFound);

async function findVisibleOrder(pool: Pool, session: Session, id: string | null): Promise<Order | null> {
  if (id === null) return null;
  const row = await readRow(pool, order, id, session.entity);
  if (row.deleted) throw notFound();
  await requireVisibleCompany(pool, session, row.companyId);
  return row;
}

/** Return the paying company: an order keeps its own; otherwise the requested one, or the reader's. */
async function payerOf(pool: Pool, session: Session, quoteQuestion: QuoteQuestion, quoted: Order | null) {
  const companyId = quoted?.companyId ?? quoteQuestion.companyId ?? session.companyId;
  await requireVisibleCompany(pool, session, companyId);
  const payer = await readRow(pool, company, companyId, session.entity);
  if (payer.deleted) throw notFound();
  return payer;
}

async function requireOffered(pool: Pool, session: Session, protocolId: string): Promise<void> {
  const { rows } = await pool.query<{ status: string }>(
    'SELECT status FROM service WHERE protocol_id = $1 AND entity = $2 AND NOT deleted',
    [protocolId, session.entity],
  );
  if (!rows[0] || (rows[0].status !== 'LIVE' && !seesAllCompanies(session.role))) throw notFound();
}

/** Quote a number of specimens of a service for a company, or one of its orders at another size. */
export async function quoteService(
  services: AppServices,
  session: Session,
  quoteQuestion: QuoteQuestion,
): Promise<OrderQuote> {
  const { pool, now } = services;
  const { entity, userId } = session;
  const quoted = await findVisibleOrder(pool, session, quoteQuestion.orderId);
  const payer = await payerOf(pool, session, quoteQuestion, quoted);
  const { protocolId, count } = quoteQuestion;
  if (quoted?.protocolId !== protocolId) await requireOffered(pool, session, protocolId);
  const projectId = quoteQuestion.projectId ?? quoted?.projectId ?? null;
  if (projectId !== null) {
    const projectRow = await readRow(pool, project, projectId, entity);
    if (projectRow.deleted || projectRow.companyId !== payer.id) throw notFound();
  }
  const at = now().toISOString();
  return inTransaction(pool, async (client) => {
    const tx = new PgTransaction(client, {
      at,
      userId,
      ...scopeOfActor(session, 'office'),
      receivedAt: at,
      requestId: 'read',
    });
    const book = await priceBookOf(tx, {
      id: quoted?.id ?? '',
      companyId: payer.id,
      protocolId,
      projectId,
    });
    const question = { protocolId, projectId, companyType: payer.type, count, day: labToday(services) };
    const adjustments = quoted ? await tx.find(priceAdjustment, { orderId: quoted.id }) : [];
    return quoteOrder(book, question, quoted?.discountPerSpecimen ?? 0, adjustments);
  });
}
