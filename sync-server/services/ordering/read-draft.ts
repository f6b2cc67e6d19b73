import type { Pool } from 'pg';
import { seesAllCompanies } from '#db/access/scope.ts';
import { draftPayment } from '#db/billing/card-try.ts';
import { invoice } from '#db/billing/invoice.ts';
import { payment } from '#db/billing/payment.ts';
import { priceAdjustment } from '#db/billing/price-adjustment.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { dataUseInfo } from '#db/ordering/data-use-info.ts';
import { offeredOrderTypes } from '#db/ordering/offered-order-types.ts';
import { type Order, order } from '#db/ordering/order.ts';
import { mayDraft } from '#db/ordering/order-access-scope.ts';
import { ShownDraft } from '#db/ordering/shown-draft.ts';
import { readSubmission } from '#db/ordering/submission.ts';
import { submitProblems } from '#db/ordering/submit-problems.ts';
import { company } from '#db/organizations/company.ts';
import { project } from '#db/research/project.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { requireVisibleCompany } from '#sync-server/http/scope.ts';
import type { Session } from '#sync-server/http/session.ts';
import { onOneConnection } from '#sync-server/postgres/on-one-connection.ts';
import { PgTransaction } from '#sync-server/postgres/pg-transaction.ts';
import { readRow } from '#sync-server/services/listing/list-rows.ts';
import { maskRow } from '#sync-server/services/patients/mask-patients.ts';
import { manifestOverrides } from './manifest/manifest-overrides.ts';
import { sourceOfDraft } from './read-source.ts';

/** Read a visible draft; throws 404 otherwise, also for people who may not order. */
export async function requireDraft(pool: Pool, session: Session, id: string): Promise<Order> {
  const row = await readRow(pool, order, id, session.entity);
  if (row.deleted || !mayDraft(session.role)) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  await requireVisibleCompany(pool, session, row.companyId);
  return row;
}

/** Read a draft with its current price and every problem that blocks submission. */
export async function readDraft(services: AppServices, session: Session, id: string): Promise<ShownDraft> {
  const { pool, env, now } = services;
  const at = now().toISOString();
  return onOneConnection(pool, async (client) => {
    const { entity, userId, role } = session;
    const tx = new PgTransaction(client, { at, userId, entity, receivedAt: at, requestId: 'read' });
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
    const { facts, quote, service, protocol, specimens, clinicians } = await readSubmission(
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
      written: await manifestOverrides(tx, requisitions, env.LAB_TIMEZONE),
      dataUse: dataUses[0] ?? null,
      projects: projects.filter(({ status }) => status === 'ACTIVE'),
      offeredOrderTypes: offeredOrderTypes(session.role, owner),
      quote,
      source: await sourceOfDraft(tx, context, row),
      payment: draftPayment(payments),
      problems: submitProblems(facts),
    });
  });
}
