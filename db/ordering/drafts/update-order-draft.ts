import { z } from 'zod';
import { priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, merged, type OperationContext } from '#db/operation.ts';
import { campaignOf } from '#db/ordering/campaigns/campaign.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { openDraft, staleOrder } from '#db/ordering/orders/order-access-scope.ts';
import { liveService } from '#db/ordering/services/service.ts';
import { kitsText } from '#db/ordering/shipments/collection-kits.ts';
import { labelFeeOf, setLabelFee } from '#db/ordering/shipments/label-fee.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { offeredOrderTypes, requireProject } from './draft-choices.ts';
import { type DraftChanges, DraftUpdate } from './draft-form.ts';

/**
 * Set the fee that the sponsor of a campaign has agreed to pay for each kit (domain 8.2). An order has one,
 * with the id of the order: it follows the requested kits until the order is submitted.
 */
export async function settleKitFee(tx: Transaction, context: OperationContext, row: Order): Promise<void> {
  const { kitCount, campaignCode } = row;
  const kitFee = kitCount === null ? null : ((await campaignOf(tx, row))?.kitFee ?? null);
  const all = await tx.find(priceAdjustment, { orderId: row.id, deleted: [true, false] });
  const known = all.find(({ id }) => id === row.id);
  if (kitCount === null || kitFee === null) {
    if (known && !known.deleted) await tx.patch(priceAdjustment, known.id, { deleted: true });
    return;
  }
  const fee = {
    amount: kitCount * kitFee,
    label: kitsText(kitCount),
    reason: `Agreed for each kit of campaign ${campaignCode}`,
    deleted: false,
  };
  if (!known) {
    await tx.insert(priceAdjustment, {
      id: row.id,
      orderId: row.id,
      type: 'FEE',
      computedAmount: 0,
      order: Math.max(0, ...all.map(({ order }) => order)) + 1,
      status: 'APPROVED',
      approvedAt: context.occurredAt,
      ...fee,
    });
    return;
  }
  if (known.deleted || known.amount !== fee.amount || known.reason !== fee.reason)
    await tx.patch(priceAdjustment, known.id, fee);
}

const FIELDS = [
  'protocolId',
  'projectId',
  'orderType',
  'packageType',
  'projectedSpecimenCount',
  'postSequenceOption',
  'purchaseOrderNumber',
  'salesOrderNumber',
  'campaignCode',
  'carrier',
  'trackingNumber',
  'packageCount',
  'kitCount',
  'kitTemperature',
  'billingAddress',
  'shippingAddress',
] as const satisfies readonly (keyof DraftChanges & keyof Order)[];

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Return the fields that every specimen of the draft takes from its order. */
async function followOrder(tx: Transaction, row: Order, changes: DraftChanges): Promise<void> {
  const shared: Partial<Specimen> = {
    ...(changes.protocolId ? { protocolId: changes.protocolId, flowId: null } : {}),
    ...(changes.packageType === 'TUBE'
      ? { shipmentPlateLocation: null, shipmentPlateNumber: null, shipmentPlateBarcode: null }
      : {}),
  };
  if (Object.keys(shared).length === 0) return;
  for (const { id } of await tx.find(specimen, { orderId: row.id })) await tx.patch(specimen, id, shared);
}

/** The fields that a continued order takes from the earlier one. */
const DECIDED: Record<Order['orderClassification'], readonly (keyof DraftChanges)[]> = {
  STANDARD: [],
  REWORK: ['protocolId', 'orderType', 'packageType', 'projectedSpecimenCount', 'kitCount'],
  SUPPLEMENTAL: ['packageType', 'projectedSpecimenCount', 'kitCount'],
};

/**
 * Return the kit fields: kits are removed when the order is not in a campaign, and their temperature is set.
 */
function kitsAfter(row: Order, changes: DraftChanges): Pick<Order, 'kitCount' | 'kitTemperature'> {
  const sponsored = (changes.orderType ?? row.orderType) === 'CAMPAIGN';
  if (!sponsored && changes.kitCount)
    throw refuse('VALIDATION', 'Collection kits are sent with orders of a campaign only.');
  const kitCount = sponsored ? valueAfter(changes.kitCount, row.kitCount) : null;
  const kitTemperature = valueAfter(changes.kitTemperature, row.kitTemperature) ?? 'AMBIENT';
  return { kitCount, kitTemperature: kitCount === null ? null : kitTemperature };
}

const valueAfter = <Value>(changed: Value | undefined, before: Value): Value =>
  changed === undefined ? before : changed;

/** The fields that the price of a chosen label depends on. */
const LABEL_PRICE: readonly (keyof DraftChanges)[] = [
  'carrier',
  'orderType',
  'packageType',
  'packageCount',
  'billingAddress',
  'shippingAddress',
];

/** The fields that the kit fee depends on. */
const KIT_FEE: readonly (keyof DraftChanges)[] = ['orderType', 'campaignCode', 'kitCount'];

/** Save a step of the wizard, so that another device can continue. */
export const updateOrderDraft = defineOperation({
  name: 'update-order-draft',
  version: 1,
  kind: 'intent',
  title: 'Save draft',
  grant: 'create-order:read',
  args: z.strictObject({ orderId: Id, ...DraftUpdate.shape }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, seenVersion, changes: requestedChanges }, context) {
    const { row, owner } = await openDraft(tx, context, orderId);
    const changes = { ...requestedChanges, ...kitsAfter(row, requestedChanges) };
    const changed = FIELDS.filter(
      (field) => changes[field] !== undefined && !same(changes[field], row[field]),
    );
    if (changed.length === 0) return merged('NOTHING_CHANGED', 'Nothing was changed.');
    if (row.version !== seenVersion) throw staleOrder();
    if (changed.some((field) => DECIDED[row.orderClassification].includes(field)))
      throw refuse('VALIDATION', 'This follows from the earlier order and cannot be changed here.');
    if (changed.includes('orderType') && changes.orderType) {
      const offeredTypes = offeredOrderTypes(context.actor.role, owner);
      if (!offeredTypes.includes(changes.orderType))
        throw refuse('VALIDATION', 'This way to order is not open to the organization. Choose another.');
    }
    if (changed.includes('protocolId') && changes.protocolId) await liveService(tx, changes.protocolId);
    if (changed.includes('projectId') && changes.projectId)
      await requireProject(tx, changes.projectId, row.companyId);
    const fields = Object.fromEntries(changed.map((field) => [field, changes[field]]));
    if (changed.some((field) => LABEL_PRICE.includes(field)) && (await labelFeeOf(tx, orderId))) {
      await setLabelFee(tx, context, row, null);
      // Another package has another price: its label is chosen again.
      if (!changed.includes('carrier')) fields['carrier'] = null;
    }
    const saved = await tx.patch(order, orderId, fields);
    if (changed.some((field) => KIT_FEE.includes(field))) await settleKitFee(tx, context, saved);
    await followOrder(tx, row, changes);
    return applied;
  },
});
