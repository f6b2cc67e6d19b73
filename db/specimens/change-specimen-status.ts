import type { OperationContext } from '#db/operation.ts';
import type { EventType } from '#db/records/event-type.ts';
import { INTERNAL_REASON } from '#db/records/internal-reason.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { pathBetween } from '#db/values/lifecycle.ts';
import { type Specimen, specimen } from './specimen.ts';
import { assertSpecimenTransition, SPECIMEN_LIFECYCLE } from './specimen-lifecycle.ts';
import type { SpecimenStatus } from './specimen-status.ts';

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
