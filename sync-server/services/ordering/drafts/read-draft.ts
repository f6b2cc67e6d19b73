import type { ClientBase, Pool } from 'pg';
import type { z } from 'zod';
import { seesAllCompanies } from '#db/access/roles.ts';
import { priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import { invoice } from '#db/billing/invoices/invoice.ts';
import { draftPayment } from '#db/billing/payments/card-try.ts';
import { payment } from '#db/billing/payments/payment.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { clinicalAttestation } from '#db/ordering/drafts/clinical-attestation.ts';
import { type Continuation, continuationOf, continuationsFor } from '#db/ordering/drafts/continuation.ts';
import { dataUseInfo } from '#db/ordering/drafts/data-use-info.ts';
import { offeredOrderTypes } from '#db/ordering/drafts/draft-choices.ts';
import { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { type LinkedOrder, type SourceChoices, sourceChoice } from '#db/ordering/drafts/shown-source.ts';
import { sourceSpecimens } from '#db/ordering/drafts/source-specimens.ts';
import { readSubmission } from '#db/ordering/drafts/submission.ts';
import { submitProblems } from '#db/ordering/drafts/submit-problems.ts';
import { firstNotes } from '#db/ordering/manifest/first-note.ts';
import { normalizeKey } from '#db/ordering/manifest/manifest-context.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { mayDraft } from '#db/ordering/orders/order-access-scope.ts';
import { company } from '#db/organizations/company.ts';
import { project } from '#db/research/project.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { requireVisibleCompany } from '#sync-server/http/require-access.ts';
import type { Session } from '#sync-server/http/session.ts';
import { PgTransaction, scopeOfActor } from '#sync-server/postgres/pg-transaction.ts';
import { onOneConnection } from '#sync-server/postgres/pool.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { readRow } from '#sync-server/reads/list-rows.ts';
import { localMoment } from '#sync-server/services/ordering/manifest/download-manifest.ts';
import { maskRow } from '#sync-server/services/patients/mask-patients.ts';

/**
 * Values that a manifest writes differently from the specimens: first notes, and times in the lab's time
 * zone.
 */
async function manifestOverrides(
  tx: Transaction,
  specimens: readonly Specimen[],
  timeZone: string,
): Promise<ShownDraft['written']> {
  const notes = await firstNotes(
    tx,
    specimens.map(({ id }) => id),
  );
  return Object.fromEntries(
    specimens.map(({ id, collectedAt }) => [
      id,
      {
        notes: notes.get(id)?.bodyText ?? null,
        collectedAt: collectedAt === null ? null : localMoment(collectedAt, timeZone),
      },
    ]),
  );
}

/**
 * Read the specimens of a visible order, each with the reason why it cannot continue in a rework or
 * supplemental order.
 */
export async function readSource(
  { pool, env, now }: AppServices,
  session: Session,
  id: string,
  continuation: Continuation,
): Promise<z.infer<typeof SourceChoices>> {
  const source = await readRow(pool, order, id, session.entity);
  if (source.deleted) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  await requireVisibleCompany(pool, session, source.companyId);
  if (!continuationsFor(session.role, 'COMPLETED').includes(continuation))
    throw new AppError('FORBIDDEN', MESSAGES.forbidden);
  const at = now().toISOString();
  return inTransaction(pool, async (client) => {
    const { userId } = session;
    const tx = new PgTransaction(client, {
      at,
      userId,
      ...scopeOfActor(session, 'office'),
      receivedAt: at,
      requestId: 'read',
    });
    const sourceRows = await sourceSpecimens(tx, { labDay: labDayOf(at, env.LAB_TIMEZONE) }, source, {
      continuation,
      protocolId: source.protocolId,
      exceptOrderId: null,
    });
    return { specimens: sourceRows.map(sourceChoice) };
  });
}

/** Read the source of a draft for its wizard; null for an independent draft. */
async function sourceOfDraft(
  tx: Transaction,
  context: { labDay: string },
  row: Order,
): Promise<ShownDraft['source']> {
  const continuation = continuationOf(row);
  const source = row.sourceOrderId === null ? undefined : await tx.get(order, row.sourceOrderId);
  if (!continuation || !source) return null;
  const { protocolId, id: exceptOrderId } = row;
  const specimens = await sourceSpecimens(tx, context, source, { continuation, protocolId, exceptOrderId });
  return { id: source.id, orderNumber: source.orderNumber, specimens: specimens.map(sourceChoice) };
}

const LINKED =
  'SELECT id, order_number AS "orderNumber", order_classification AS "orderClassification", status FROM "order" WHERE entity = $1';

/** Read the order that this one continues, and those that continue it. */
export async function linkedOrders(
  pool: Pool,
  { id, entity, sourceOrderId }: Order,
): Promise<{ source: LinkedOrder | null; continuedBy: LinkedOrder[] }> {
  const read = async (condition: string, about: string): Promise<LinkedOrder[]> =>
    (await pool.query<LinkedOrder>(`${LINKED} AND ${condition}`, [entity, about])).rows;
  const [before, continuedBy] = await Promise.all([
    sourceOrderId === null ? [] : read('id = $2', sourceOrderId),
    read(`source_order_id = $2 AND NOT deleted AND status <> 'CANCELED' ORDER BY created_at, id`, id),
  ]);
  return { source: before[0] ?? null, continuedBy };
}

/** Read a visible draft; throws 404 otherwise, also for people who may not order. */
export async function requireDraft(pool: Pool, session: Session, id: string): Promise<Order> {
  const row = await readRow(pool, order, id, session.entity);
  if (row.deleted || !mayDraft(session.role)) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  await requireVisibleCompany(pool, session, row.companyId);
  return row;
}

const LAST_PHYSICIAN = `
  SELECT s.physician FROM specimen s JOIN "order" o ON o.id = s.order_id
   WHERE o.created_by_user_id = $1 AND o.entity = $2 AND s.physician = ANY ($3) AND NOT s.deleted
   ORDER BY s.created_at DESC, s.id DESC LIMIT 1`;

/** Return the physician whom a new specimen names: the reader if they may order, else whom they named last. */
async function defaultPhysicianOf(
  client: Pick<ClientBase, 'query'>,
  { userId, entity, name }: Session,
  clinicians: readonly string[],
): Promise<string | null> {
  if (clinicians.length === 0) return null;
  const own = clinicians.find((one) => normalizeKey(one) === normalizeKey(name));
  if (own !== undefined) return own;
  const { rows } = await client.query<{ physician: string }>(LAST_PHYSICIAN, [userId, entity, clinicians]);
  return rows[0]?.physician ?? null;
}

/** Read a draft with its current price and every problem that blocks submission. */
export async function readDraft(services: AppServices, session: Session, id: string): Promise<ShownDraft> {
  const { pool, env, now } = services;
  const at = now().toISOString();
  return onOneConnection(pool, async (client) => {
    const { userId, role } = session;
    const tx = new PgTransaction(client, {
      at,
      userId,
      ...scopeOfActor(session, 'office'),
      receivedAt: at,
      requestId: 'read',
    });
    // Data of the order and its own company are requested together, before they are needed.
    const [row, , , , , bills] = await Promise.all([
      tx.get(order, id),
      seesAllCompanies(role) ? undefined : tx.get(company, session.companyId),
      tx.find(specimen, { orderId: id }),
      tx.find(priceAdjustment, { orderId: id }),
      tx.find(dataUseInfo, { orderId: id }),
      tx.find(invoice, { orderId: id }),
    ]);
    if (!row || row.deleted || !mayDraft(role)) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    const [owner, dataUses, projects, payments] = await Promise.all([
      tx.get(company, row.companyId),
      tx.find(dataUseInfo, { orderId: id }),
      tx.find(project, { companyId: row.companyId }),
      bills.length === 0 ? [] : tx.find(payment, { invoiceId: bills.map((bill) => bill.id) }),
      requireVisibleCompany(client, session, row.companyId),
    ]);
    if (!owner) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    const context = { actor: session, labDay: labDayOf(at, env.LAB_TIMEZONE) };
    const { facts, quote, service, protocol, specimens, clinicians, attestation } = await readSubmission(
      tx,
      context,
      row,
      owner,
    );
    const requisitions = specimens.map((one) => maskRow(session, specimen, one));
    return ShownDraft.parse({
      order: row,
      company: owner,
      service,
      protocol,
      requisitions,
      clinicians: [...clinicians],
      defaultPhysician: await defaultPhysicianOf(client, session, clinicians),
      written: await manifestOverrides(tx, requisitions, env.LAB_TIMEZONE),
      dataUse: dataUses[0] ?? null,
      attestation: attestation && maskRow(session, clinicalAttestation, attestation),
      projects: projects.filter(({ status }) => status === 'ACTIVE'),
      offeredOrderTypes: offeredOrderTypes(session.role, owner),
      quote,
      source: await sourceOfDraft(tx, context, row),
      payment: draftPayment(payments),
      problems: submitProblems(facts),
    });
  });
}
