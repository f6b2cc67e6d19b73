import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationContext } from '#db/operation.ts';
import { INTERNAL_REASON } from '#db/records/events/event.ts';
import type { EventType } from '#db/records/events/event-type.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { assertListed, type Lifecycle, pathBetween } from '#db/values/lifecycle.ts';
import { type Specimen, specimen } from './specimen.ts';
import { SPECIMEN_STATUS, type SpecimenStatus } from './specimen-status.ts';

const AT_CHECK_IN = [
  'RECEIVED',
  'RECEIVED_QUARANTINED',
  'RECEIVED_AWAITING_INFO',
  'RECEIVED_ON_HOLD',
  'RECEIVED_AWAITING_OPTIMAL_BATCH',
  'ACTION_REQUIRED',
] as const satisfies readonly SpecimenStatus[];

const SET_ASIDE = [
  'RECEIVED_ON_HOLD',
  'RECEIVED_AWAITING_INFO',
  'RECEIVED_QUARANTINED',
  'RECEIVED_AWAITING_OPTIMAL_BATCH',
  'ACTION_REQUIRED',
] as const satisfies readonly SpecimenStatus[];

/** The allowed status changes (domain 4.2). CANCELED and IN_STORAGE are terminal. */
export const SPECIMEN_LIFECYCLE: Lifecycle<SpecimenStatus> = {
  DRAFT: ['PENDING_APPROVAL', 'ORDERED', 'SUPPLEMENTAL', 'RECEIVED', 'CANCELED'],
  PENDING_APPROVAL: ['DRAFT', 'ORDERED', 'SUPPLEMENTAL', 'RECEIVED', 'RECEIVED_ON_HOLD', 'CANCELED'],
  ORDERED: ['SHIPPED', ...AT_CHECK_IN, 'CANCELED'],
  SHIPPED: ['DELIVERED', 'ORDERED', ...AT_CHECK_IN, 'CANCELED'],
  DELIVERED: ['ORDERED', ...AT_CHECK_IN, 'CANCELED'],
  RECEIVED: [...SET_ASIDE, 'BATCH_ASSIGNED', 'CANCELED'],
  SUPPLEMENTAL: [...SET_ASIDE, 'BATCH_ASSIGNED', 'CANCELED'],
  // The release for a protocol that fills a run leads to RECEIVED_AWAITING_OPTIMAL_BATCH (domain D34).
  RECEIVED_QUARANTINED: ['RECEIVED', 'RECEIVED_AWAITING_OPTIMAL_BATCH', 'ACTION_REQUIRED', 'CANCELED'],
  RECEIVED_AWAITING_INFO: ['RECEIVED', 'RECEIVED_AWAITING_OPTIMAL_BATCH', 'ACTION_REQUIRED', 'CANCELED'],
  // The specimen returns to `statusBeforeHold`.
  RECEIVED_ON_HOLD: ['RECEIVED', 'RECEIVED_AWAITING_OPTIMAL_BATCH', 'SUPPLEMENTAL', 'CANCELED'],
  RECEIVED_AWAITING_OPTIMAL_BATCH: ['RECEIVED', 'BATCH_ASSIGNED', 'CANCELED'],
  ACTION_REQUIRED: ['ORDERED', 'RECEIVED', 'RECEIVED_AWAITING_OPTIMAL_BATCH', 'CANCELED'],
  BATCH_ASSIGNED: ['RECEIVED', 'SUPPLEMENTAL', 'IN_PROGRESS', 'FAILED_QC', 'RESET', 'CANCELED'],
  IN_PROGRESS: ['COMPLETED', 'FAILED_QC', 'RESET', 'CANCELED'],
  FAILED_QC: ['IN_PROGRESS', 'ACTION_REQUIRED', 'FAILED_QC_CANCELED', 'RESET', 'CANCELED'],
  RESET: ['RECEIVED', 'ORDERED', 'CANCELED'],
  COMPLETED: ['RESET', 'IN_STORAGE'],
  FAILED_QC_CANCELED: ['IN_STORAGE'],
  CANCELED: [],
  IN_STORAGE: [],
};

/** Refuse a change of a specimen's status that the lifecycle does not list. */
export const assertSpecimenTransition = (from: SpecimenStatus, to: SpecimenStatus): void =>
  assertListed(SPECIMEN_LIFECYCLE, SPECIMEN_STATUS, from, to);

/** The fields and event that a change of a specimen's status writes. */
export interface SpecimenChange {
  event?: EventType;
  reason?: string | null;
  /** A reason that only the lab reads. */
  internalReason?: string | null;
  customerVisible?: boolean;
  /** Further data of the event. */
  data?: Record<string, boolean | string>;
  fields?: Partial<Specimen>;
}

/**
 * Change a specimen's status and record the event; with the same status, only write the fields. Call
 * `deriveOrderStatus` once for the order after the last of its specimens has changed.
 */
export async function changeSpecimenStatus(
  tx: Transaction,
  context: OperationContext,
  row: Specimen,
  to: SpecimenStatus,
  change: SpecimenChange = {},
): Promise<Specimen> {
  if (row.status === to) return change.fields ? tx.patch(specimen, row.id, change.fields) : row;
  assertSpecimenTransition(row.status, to);
  const next = await tx.patch(specimen, row.id, { ...change.fields, status: to });
  await recordEvent(tx, context, {
    type: change.event ?? 'SPECIMEN_STATUS_CHANGED',
    targetType: 'Specimen',
    targetId: row.id,
    data: {
      from: row.status,
      to,
      reason: change.reason ?? null,
      ...(change.internalReason ? { [INTERNAL_REASON]: change.internalReason } : {}),
      ...change.data,
    },
    customerVisible: change.customerVisible ?? true,
  });
  return next;
}

/**
 * Statuses through which one operation may lead a specimen: a late tube is received before it is quarantined.
 */
const THROUGH: readonly SpecimenStatus[] = ['RECEIVED', 'ORDERED'];

/** Lead a specimen to a status over listed transitions only; undefined when there is no path. */
export async function leadSpecimenTo(
  tx: Transaction,
  context: OperationContext,
  row: Specimen,
  to: SpecimenStatus,
  change: SpecimenChange = {},
): Promise<Specimen | undefined> {
  const steps = pathBetween(SPECIMEN_LIFECYCLE, row.status, to, THROUGH);
  if (!steps) return undefined;
  let current = row;
  for (const step of steps.slice(0, -1)) current = await changeSpecimenStatus(tx, context, current, step);
  return changeSpecimenStatus(tx, context, current, to, change);
}

/** The reason without blanks around it, or a refusal. */
export function requiredReason(reason: string | null): string {
  const trimmedReason = reason?.trim() ?? '';
  if (trimmedReason === '') throw refuse('REASON_REQUIRED', MESSAGES.reasonRequired);
  return trimmedReason;
}
