import type { OperationContext } from '#db/operation.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import type { OrderType } from '#db/ordering/orders/order-terms.ts';
import type { Company } from '#db/organizations/company.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { project } from '#db/research/project.ts';
import type { Transaction } from '#db/transaction.ts';
import { offeredOrderTypes } from './draft-choices.ts';

/** Return the order type of an earlier order if it is still offered, else the first offered one. */
export function repeatableOrderType(
  { actor }: OperationContext,
  source: Pick<Order, 'orderType'>,
  owner: Company,
): OrderType {
  const offeredTypes = offeredOrderTypes(actor.role, owner);
  return offeredTypes.includes(source.orderType) ? source.orderType : (offeredTypes[0] ?? 'ONLINE');
}

async function activeProjectId(tx: Transaction, { projectId }: Order): Promise<string | null> {
  const row = projectId === null ? undefined : await tx.get(project, projectId);
  return row && !row.deleted && row.status === 'ACTIVE' ? row.id : null;
}

/** What an order that is made from another one sets by itself. */
interface DraftTerms extends Pick<Order, 'orderType' | 'orderClassification' | 'sourceOrderId'> {
  projectedSpecimenCount?: number;
  plateCount?: number | null;
  packageCount?: number;
}

/**
 * Insert a draft with the service, project, handling and addresses of an earlier order; nothing that was
 * paid, shipped or approved is taken over.
 */
export async function insertDraftFrom(
  tx: Transaction,
  context: OperationContext,
  source: Order,
  orderId: string,
  { orderType, ...terms }: DraftTerms,
  eventData: Readonly<Record<string, string>>,
): Promise<Order> {
  const row = await tx.insert(order, {
    id: orderId,
    status: 'DRAFT',
    companyId: source.companyId,
    paymentStatus: 'PENDING',
    shipmentStatus: 'NOT_STARTED',
    total: 0,
    subtotal: 0,
    pricePerSpecimen: 0,
    discountPerSpecimen: 0,
    orderType,
    projectedSpecimenCount: 0,
    packageType: source.packageType,
    postSequenceOption: source.postSequenceOption,
    billingVerifiedPurchaseOrder: false,
    orderNumber: null,
    protocolId: source.protocolId,
    projectId: await activeProjectId(tx, source),
    campaignCode: orderType === 'CAMPAIGN' ? source.campaignCode : null,
    createdByUserId: context.actor.userId,
    billingAddress: source.billingAddress,
    shippingAddress: source.shippingAddress,
    packageCount: 1,
    ...terms,
  });
  await recordEvent(tx, context, {
    type: 'ORDER_CREATED',
    targetType: 'Order',
    targetId: orderId,
    data: eventData,
    customerVisible: true,
  });
  return row;
}
