import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { refuse } from '#db/errors/app-error.ts';
import { PackageType } from '#db/ordering/orders/order-terms.ts';
import { FileSubtype } from '#db/records/files/file-type.ts';
import type { Transaction } from '#db/transaction.ts';
import { bool, int, longText, ref, requiredText, text } from '#db/values/field-types.ts';
import { assertListed, type Lifecycle } from '#db/values/lifecycle.ts';
import type { StatusDisplay } from '#db/values/tone.ts';

/** LIVE is on sale, DRAFT is being prepared, NOT_A_SERVICE is internal only. */
export const SERVICE_STATUSES = ['DRAFT', 'LIVE', 'NOT_A_SERVICE'] as const;
export const ServiceStatus = z.enum(SERVICE_STATUSES);
export type ServiceStatus = z.infer<typeof ServiceStatus>;

/** The label, order and tone of each status. */
export const SERVICE_STATUS: Record<ServiceStatus, StatusDisplay> = {
  DRAFT: { label: 'Draft', rank: 1, tone: 'neutral' },
  LIVE: { label: 'Live', rank: 0, tone: 'good' },
  NOT_A_SERVICE: { label: 'Not a service', rank: 2, tone: 'quiet' },
};

/** A product for customers: exactly one for each protocol. */
export const service = defineEntity({
  name: 'Service',
  table: 'service',
  schema: z.object({
    ...tenantFields,
    protocolId: ref,
    name: requiredText,
    slug: z
      .string()
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      .max(100),
    summary: requiredText,
    description: longText.nullable(),
    category: text.nullable(),
    status: ServiceStatus,
    imageFileId: ref.nullable(),
    sortOrder: int.nullable(),
    packageTypes: z.array(PackageType),
    minSpecimens: int.min(1),
    maxSpecimens: int.min(1).nullable(),
    deliverables: z.array(FileSubtype),
    turnaroundText: text.nullable(),
    clinical: bool,
  }),
  list: {
    sort: ['name', 'sortOrder', 'status'],
    filter: ['status', 'category', 'clinical'],
    search: ['name', 'summary'],
  },
  indexes: ['protocolId', 'slug'],
  replica: { own: { collection: 'orders' } },
});
export type Service = Row<typeof service>;

/**
 * The allowed transitions (domain 4.5). A service begins as NOT_A_SERVICE with its protocol and has no end.
 */
export const SERVICE_LIFECYCLE: Lifecycle<ServiceStatus> = {
  NOT_A_SERVICE: ['DRAFT'],
  DRAFT: ['LIVE', 'NOT_A_SERVICE'],
  LIVE: ['DRAFT'],
};

/** Refuse a change of a service's status that the table does not list. */
export const assertServiceTransition = (from: ServiceStatus, to: ServiceStatus): void =>
  assertListed(SERVICE_LIFECYCLE, SERVICE_STATUS, from, to);

export const NOT_ON_SALE = 'This service is no longer available.';

/** Return the service of a protocol while it is on sale; refuse otherwise. */
export async function liveService(tx: Transaction, protocolId: string): Promise<Service> {
  const [row] = await tx.find(service, { protocolId });
  if (row?.status !== 'LIVE') throw refuse('NOT_ON_SALE', NOT_ON_SALE);
  return row;
}
