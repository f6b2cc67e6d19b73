import { type Price, price, projectBasedPricing } from '#db/billing/prices/price.ts';
import type { OperationContext } from '#db/operation.ts';
import { type Service, service } from '#db/ordering/services/service.ts';
import type { Protocol } from '#db/protocols/protocol.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { versionsOf } from './open-protocol.ts';

/** Return an address that no other service has, from the code of the protocol. */
async function freeSlug(tx: Transaction, { id, code, protocolVersion }: Protocol): Promise<string> {
  const parts = code.toLowerCase().split('-').filter(Boolean);
  const slug = [...parts, ...(protocolVersion > 1 ? [`v${protocolVersion}`] : [])].join('-');
  const sameSlug = await tx.find(service, { slug });
  return sameSlug.length === 0 ? slug : `${slug}-${id.toLowerCase()}`;
}

/** Insert the service of a new version: not on sale, and internal until somebody opens it. */
export async function insertService(
  tx: Transaction,
  context: OperationContext,
  row: Protocol,
): Promise<void> {
  const sold = await tx.insert(service, {
    id: context.newId(),
    entity: row.entity,
    protocolId: row.id,
    name: row.name,
    slug: await freeSlug(tx, row),
    summary: row.name,
    status: 'NOT_A_SERVICE',
    packageTypes: ['TUBE'],
    minSpecimens: 1,
    deliverables: [],
    clinical: row.clinical,
  });
  await recordEvent(tx, context, {
    type: 'SERVICE_CREATED',
    targetType: 'Service',
    targetId: sold.id,
    data: { protocolId: row.id },
  });
}

const serviceOf = async (tx: Transaction, protocolId: string): Promise<Service | undefined> => {
  const [row] = await tx.find(service, { protocolId });
  return row;
};

const isCurrent = ({ effectiveFrom, effectiveTo }: Price, labDay: string): boolean =>
  effectiveFrom <= labDay && (effectiveTo === null || labDay <= effectiveTo);

/** Check whether a version has a price today: its own, or that of the version whose place it takes. */
export async function hasCurrentPrice(tx: Transaction, labDay: string, row: Protocol): Promise<boolean> {
  const ids = (await versionsOf(tx, row))
    .filter(({ id, status }) => id === row.id || status === 'ACTIVE')
    .map(({ id }) => id);
  for (const protocolId of ids)
    if ((await tx.find(price, { protocolId })).some((one) => isCurrent(one, labDay))) return true;
  return false;
}

/** Copy the prices that have not ended to a version without prices of its own, also those of projects. */
async function takeOverPrices(
  tx: Transaction,
  context: OperationContext,
  fromId: string,
  toId: string,
): Promise<void> {
  const isOpen = ({ effectiveTo }: { effectiveTo: string | null }): boolean =>
    effectiveTo === null || effectiveTo >= context.labDay;
  if ((await tx.find(price, { protocolId: toId })).length === 0)
    for (const row of (await tx.find(price, { protocolId: fromId })).filter(isOpen))
      await tx.insert(price, {
        id: context.newId(),
        entity: row.entity,
        protocolId: toId,
        amount: row.amount,
        minQuantity: row.minQuantity,
        companyType: row.companyType,
        effectiveFrom: row.effectiveFrom,
        effectiveTo: row.effectiveTo,
        createdReason: row.createdReason,
      });
  if ((await tx.find(projectBasedPricing, { protocolId: toId })).length > 0) return;
  for (const row of (await tx.find(projectBasedPricing, { protocolId: fromId })).filter(isOpen))
    await tx.insert(projectBasedPricing, {
      id: context.newId(),
      entity: row.entity,
      projectId: row.projectId,
      protocolId: toId,
      amount: row.amount,
      effectiveFrom: row.effectiveFrom,
      effectiveTo: row.effectiveTo,
      maxSpecimens: row.maxSpecimens,
      approvedById: row.approvedById,
      approvedAt: row.approvedAt,
    });
}

/**
 * Let a version take the service that customers see, and the prices, from another version of its code; the other
 * version gets the internal service of this one, so that its running orders keep a name.
 */
export async function takeOverService(
  tx: Transaction,
  context: OperationContext,
  row: Protocol,
): Promise<void> {
  const own = await serviceOf(tx, row.id);
  for (const other of await versionsOf(tx, row)) {
    if (other.id === row.id) continue;
    const sold = await serviceOf(tx, other.id);
    if (!sold || sold.status === 'NOT_A_SERVICE') continue;
    await takeOverPrices(tx, context, other.id, row.id);
    if (own) await tx.patch(service, own.id, { protocolId: other.id, name: sold.name });
    await tx.patch(service, sold.id, { protocolId: row.id, clinical: row.clinical });
    await recordEvent(tx, context, {
      type: 'SERVICE_UPDATED',
      targetType: 'Service',
      targetId: sold.id,
      data: { changed: [{ field: 'protocolId', from: other.id, to: row.id }] },
    });
    return;
  }
}

/** Take the service of a version off sale. */
export async function takeOffSale(
  tx: Transaction,
  context: OperationContext,
  protocolId: string,
  reason: string,
): Promise<void> {
  const sold = await serviceOf(tx, protocolId);
  if (sold?.status !== 'LIVE') return;
  await tx.patch(service, sold.id, { status: 'DRAFT' });
  await recordEvent(tx, context, {
    type: 'SERVICE_STATUS_CHANGED',
    targetType: 'Service',
    targetId: sold.id,
    data: { from: 'LIVE', to: 'DRAFT', reason },
  });
}
