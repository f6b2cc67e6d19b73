import { z } from 'zod';
import { isOneOf, STAFF_ROLES } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { endOrder } from '#db/ordering/orders/end-order.ts';
import { order } from '#db/ordering/orders/order.ts';
import { findVisibleCompany, mayDraft, openDraft } from '#db/ordering/orders/order-access-scope.ts';
import { companyAddress } from '#db/ordering/orders/order-address.ts';
import type { OrderType } from '#db/ordering/orders/order-terms.ts';
import { liveService } from '#db/ordering/services/service.ts';
import type { Company } from '#db/organizations/company.ts';
import { isHomeCompany } from '#db/organizations/open-company.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { offeredOrderTypes, requireProject } from './draft-choices.ts';
import { NewOrder } from './draft-form.ts';
import { mayDiscardDraft } from './draft-rights.ts';

/** Return the company of the order: customers order for their own company, staff for a customer. */
async function ordererOf(
  tx: Transaction,
  context: OperationContext,
  companyId: string | null,
): Promise<Company> {
  const { role, companyId: own } = context.actor;
  const row = await findVisibleCompany(tx, context, companyId ?? own);
  if (!row) throw refuse('NOT_FOUND', MESSAGES.notFound);
  if (isOneOf(role, STAFF_ROLES) && (await isHomeCompany(tx, row.id)))
    throw refuse('VALIDATION', 'Choose the organization that the order is for.');
  return row;
}

function typeOf(context: OperationContext, owner: Company, requested: OrderType | null): OrderType {
  const [first, ...otherTypes] = offeredOrderTypes(context.actor.role, owner);
  const type = requested ?? first;
  if (!type || ![first, ...otherTypes].includes(type))
    throw refuse('VALIDATION', 'This way to order is not open to the organization. Choose another.');
  return type;
}

/** Start an order: a draft, which any device of the company can continue (domain 4.1). */
export const startOrder = defineOperation({
  name: 'start-order',
  version: 1,
  kind: 'intent',
  title: 'Start order',
  grant: 'create-order:read',
  args: z.strictObject({ orderId: Id, ...NewOrder.shape }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, ...requested }, context) {
    onlineOnly(context);
    if (!mayDraft(context.actor.role)) throw refuse('FORBIDDEN', MESSAGES.forbidden);
    if (await tx.get(order, orderId)) throw refuse('CONFLICT', 'This order has been started already.');
    const owner = await ordererOf(tx, context, requested.companyId);
    const serviceRow = await liveService(tx, requested.protocolId);
    if (requested.projectId) await requireProject(tx, requested.projectId, owner.id);
    await tx.insert(order, {
      id: orderId,
      status: 'DRAFT',
      companyId: owner.id,
      paymentStatus: 'PENDING',
      shipmentStatus: 'NOT_STARTED',
      total: 0,
      subtotal: 0,
      pricePerSpecimen: 0,
      discountPerSpecimen: 0,
      orderType: typeOf(context, owner, requested.orderType),
      orderClassification: 'STANDARD',
      projectedSpecimenCount: requested.projectedSpecimenCount ?? serviceRow.minSpecimens,
      packageType: requested.packageType ?? serviceRow.packageTypes[0] ?? 'TUBE',
      // Without a choice nothing is destroyed or sent.
      postSequenceOption: 'STORE',
      billingVerifiedPurchaseOrder: false,
      orderNumber: null,
      protocolId: requested.protocolId,
      projectId: requested.projectId,
      createdByUserId: context.actor.userId,
      billingAddress: (await companyAddress(tx, owner.id, 'BILLING')) ?? {},
      shippingAddress: (await companyAddress(tx, owner.id, 'SHIPPING')) ?? null,
      packageCount: 1,
    });
    await recordEvent(tx, context, {
      type: 'ORDER_CREATED',
      targetType: 'Order',
      targetId: orderId,
      data: {},
      customerVisible: true,
    });
    return applied;
  },
});

/** Discard a draft (domain 4.1): it and its rows are CANCELED, and stay in the history. */
export const discardDraft = defineOperation({
  name: 'discard-draft',
  version: 1,
  kind: 'intent',
  title: 'Discard draft',
  grant: 'create-order:read',
  args: z.strictObject({ orderId: Id }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId }, context) {
    const { row } = await openDraft(tx, context, orderId);
    if (!mayDiscardDraft(context.actor, row))
      throw refuse(
        'NOT_YOUR_DRAFT',
        'Only the creator can discard this draft. Unused drafts are discarded after 90 days.',
      );
    await endOrder(tx, context, row, 'Draft discarded');
    return applied;
  },
});
