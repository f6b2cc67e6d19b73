import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, merged } from '#db/operation.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { DraftChanges } from './draft-form.ts';
import { offeredOrderTypes } from './offered-order-types.ts';
import { type Order, order } from './order.ts';
import { openDraft, staleOrder } from './order-access-scope.ts';
import { requireProject } from './require-project.ts';
import { liveService } from './service-on-sale.ts';
import { settleKitFee } from './settle-kit-fee.ts';

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

/** The fields that the kit fee depends on. */
const KIT_FEE: readonly (keyof DraftChanges)[] = ['orderType', 'campaignCode', 'kitCount'];

/** Save a step of the wizard, so that another device can continue. */
export const updateOrderDraft = defineOperation({
  name: 'update-order-draft',
  version: 1,
  kind: 'intent',
  title: 'Save draft',
  grant: 'create-order:read',
  args: z.strictObject({ orderId: Id, seenVersion: z.int(), changes: DraftChanges }),
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
    const saved = await tx.patch(order, orderId, fields);
    if (changed.some((field) => KIT_FEE.includes(field))) await settleKitFee(tx, context, saved);
    await followOrder(tx, row, changes);
    return applied;
  },
});
