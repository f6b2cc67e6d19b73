import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, merged } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { openService, requireForSale } from './open-service.ts';
import { type Service, service } from './service.ts';
import { SERVICE_FIELDS, ServiceChanges } from './service-form.ts';

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

async function requireFreeSlug(tx: Transaction, { id, slug }: Service): Promise<void> {
  const sameSlug = await tx.find(service, { slug });
  if (sameSlug.some((other) => other.id !== id && !other.deleted))
    throw refuse('SLUG_TAKEN', 'Another service has this address. Choose another one.');
}

function requireRange({ minSpecimens, maxSpecimens }: Service): void {
  if (maxSpecimens !== null && maxSpecimens < minSpecimens)
    throw refuse('VALIDATION', 'The most specimens cannot be fewer than the least.');
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
