import { z } from 'zod';
import { hasCapability } from '#db/access/capabilities.ts';
import { may } from '#db/access/grants.ts';
import type { Role } from '#db/access/roles.ts';
import { price } from '#db/billing/prices/price.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation, merged, type OperationContext } from '#db/operation.ts';
import { type Protocol, protocol } from '#db/protocols/protocol.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import {
  assertServiceTransition,
  SERVICE_LIFECYCLE,
  type Service,
  type ServiceStatus,
  service,
} from './service.ts';
import { SERVICE_FIELDS, ServiceChanges, ServiceStatusChange } from './service-form.ts';

/**
 * Return what a service still needs before it can be put on sale (domain 4.5), each as a sentence with
 * advice.
 */
export function missingForSale(
  row: Pick<Service, 'name' | 'description' | 'packageTypes'>,
  protocolStatus: Protocol['status'],
  priced: boolean,
): string[] {
  return [
    ...(protocolStatus === 'ACTIVE' ? [] : ['Its protocol is not active. Have the protocol approved.']),
    ...(priced ? [] : ['No price is set for this service. Set one in Protocol Pricing.']),
    ...(row.name.trim() === '' ? ['Enter a name.'] : []),
    ...((row.description ?? '').trim() === '' ? ['Write a description.'] : []),
    ...(row.packageTypes.length === 0 ? ['Choose how specimens may be sent: tubes, plates or both.'] : []),
  ];
}

/** Return whether a role may change the status of a service, when the table lists the change. */
const maySetServiceStatus = (role: Role, from: ServiceStatus): boolean =>
  may(role, 'lab/services:update') && (from !== 'NOT_A_SERVICE' || hasCapability(role, 'openServices'));

/** Return the statuses that a role may give a service now; pages offer only these. */
export const nextServiceStatuses = (role: Role, from: ServiceStatus): readonly ServiceStatus[] =>
  maySetServiceStatus(role, from) ? SERVICE_LIFECYCLE[from] : [];

/** Return a service for an online change; refuse when it is missing. */
export async function openService(
  tx: Transaction,
  context: OperationContext,
  serviceId: string,
): Promise<Service> {
  onlineOnly(context);
  const row = await tx.get(service, serviceId);
  if (!row || row.deleted) throw refuse('NOT_FOUND', MESSAGES.notFound);
  return row;
}

/** Refuse a service that cannot be sold, with everything that is missing (domain 4.5). */
async function requireForSale(tx: Transaction, { labDay }: OperationContext, row: Service): Promise<void> {
  const sold = await tx.get(protocol, row.protocolId);
  const prices = await tx.find(price, { protocolId: row.protocolId });
  const priced = prices.some(
    ({ deleted, effectiveFrom, effectiveTo }) =>
      !deleted && effectiveFrom <= labDay && (effectiveTo === null || labDay <= effectiveTo),
  );
  const missing = missingForSale(row, sold?.status ?? 'DISCONTINUED', priced);
  if (missing.length > 0) throw refuse('NOT_READY_FOR_SALE', missing.join(' '));
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

async function requireFreeSlug(tx: Transaction, { id, slug }: Service): Promise<void> {
  const sameSlug = await tx.find(service, { slug });
  if (sameSlug.some((other) => other.id !== id && !other.deleted))
    throw refuse('SLUG_TAKEN', 'Another service has this address. Choose another one.');
}

function requireRange({ minSpecimens, maxSpecimens }: Service): void {
  if (maxSpecimens !== null && maxSpecimens < minSpecimens)
    throw refuse('VALIDATION', 'The maximum cannot be below the minimum.');
}

/** Change the catalog text of a service; one on sale keeps its required fields. */
export const updateService = defineOperation({
  name: 'update-service',
  version: 1,
  kind: 'intent',
  title: 'Change service',
  grant: 'lab/services:update',
  args: z.strictObject({ serviceId: Id, seenVersion: z.int(), changes: ServiceChanges }),
  subjects: ({ serviceId }) => [serviceId],
  async run(tx, { serviceId, seenVersion, changes }, context) {
    const row = await openService(tx, context, serviceId);
    const changed = SERVICE_FIELDS.filter(
      (field) => changes[field] !== undefined && !same(changes[field], row[field]),
    );
    if (changed.length === 0) return merged('NOTHING_CHANGED', 'Nothing was changed.');
    if (row.version !== seenVersion)
      throw refuse(
        'STALE_VERSION',
        'Somebody else has changed this service meanwhile. Load the page again and repeat your change.',
      );
    const values: Partial<Service> = Object.fromEntries(changed.map((field) => [field, changes[field]]));
    const next: Service = { ...row, ...values };
    requireRange(next);
    if (changed.includes('slug')) await requireFreeSlug(tx, next);
    if (row.status === 'LIVE') await requireForSale(tx, context, next);
    await tx.patch(service, serviceId, values);
    await recordEvent(tx, context, {
      type: 'SERVICE_UPDATED',
      targetType: 'Service',
      targetId: serviceId,
      data: { changed: changed.map((field) => ({ field, from: row[field], to: next[field] })) },
    });
    return applied;
  },
});

/** Put a service on sale, take it off, or make it internal (domain 4.5). */
export const changeServiceStatus = defineOperation({
  name: 'change-service-status',
  version: 1,
  kind: 'intent',
  title: 'Change status of service',
  grant: 'lab/services:update',
  args: z.strictObject({ serviceId: Id, ...ServiceStatusChange.shape }),
  subjects: ({ serviceId }) => [serviceId],
  async run(tx, { serviceId, status, reason }, context) {
    const row = await openService(tx, context, serviceId);
    if (row.status === status) return merged('NOTHING_CHANGED', 'Nothing was changed.');
    if (!maySetServiceStatus(context.actor.role, row.status)) throw refuse('FORBIDDEN', MESSAGES.forbidden);
    assertServiceTransition(row.status, status);
    if (row.status === 'LIVE' && reason === null) throw refuse('VALIDATION', MESSAGES.reasonRequired);
    if (status === 'LIVE') await requireForSale(tx, context, row);
    await tx.patch(service, serviceId, { status });
    await recordEvent(tx, context, {
      type: 'SERVICE_STATUS_CHANGED',
      targetType: 'Service',
      targetId: serviceId,
      data: { from: row.status, to: status, ...(reason === null ? {} : { reason }) },
    });
    return applied;
  },
});
