import { z } from 'zod';
import { type Capability, requireCapability } from '#db/access/capabilities.ts';
import { wasChangedConcurrently } from '#db/batches/changed-concurrently.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { deriveOrderStatus } from '#db/ordering/orders/derive-order-status.ts';
import { INTERNAL_REASON } from '#db/records/events/event.ts';
import type { EventType } from '#db/records/events/event-type.ts';
import { discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import { resolveFirst } from '#db/specimens/discrepancies/open-discrepancy.ts';
import { type Specimen, specimen, specimenOf } from '#db/specimens/specimen.ts';
import {
  changeSpecimenStatus,
  requiredReason,
  SPECIMEN_LIFECYCLE,
} from '#db/specimens/specimen-lifecycle.ts';
import { SPECIMEN_STATUS, type SpecimenStatus } from '#db/specimens/specimen-status.ts';
import type { Transaction } from '#db/transaction.ts';
import { longText } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';
import { cannotChange } from '#db/values/lifecycle.ts';
import { InternalReason } from '#db/values/reason.ts';
import { currentHold, releaseFrom, setSamplesAside } from './held-samples.ts';
import { holdInWork } from './hold-in-work.ts';
import {
  BY_HAND,
  findConcurrentSetAside,
  formatConcurrentSetAside,
  setAsideAgain,
} from './set-aside-again.ts';

/** Statuses in which a person can set a specimen aside. */
export const HOLDS = [
  'RECEIVED_QUARANTINED',
  'RECEIVED_AWAITING_INFO',
  'RECEIVED_ON_HOLD',
  'RECEIVED_AWAITING_OPTIMAL_BATCH',
  'ACTION_REQUIRED',
] as const satisfies readonly SpecimenStatus[];

const EVENT: Partial<Record<SpecimenStatus, EventType>> = {
  RECEIVED_QUARANTINED: 'SPECIMEN_QUARANTINED',
  ACTION_REQUIRED: 'SPECIMEN_ACTION_REQUIRED',
};

/** Check whether this step is the release to a run, which only some roles may take. */
const isReleaseToRun = (from: SpecimenStatus, to: SpecimenStatus): boolean =>
  to === 'RECEIVED_AWAITING_OPTIMAL_BATCH' && HOLDS.some((heldSpecimen) => heldSpecimen === from);

/** Check whether a person may set aside a specimen of this status. */
export const canSetAside = (from: SpecimenStatus, to: (typeof HOLDS)[number]): boolean =>
  from !== to && SPECIMEN_LIFECYCLE[from].includes(to) && !isReleaseToRun(from, to);

/** The status in which a specimen is set aside, the reason for the customer, and the note for the lab. */
export interface SetAside {
  status: (typeof HOLDS)[number];
  reason: string;
  internalReason: string | null;
}

/** Build the fields of a specimen that is set aside at that moment. */
export function holdChange(row: Specimen, { status, reason, internalReason }: SetAside, since: string) {
  // A specimen that is set aside twice, for different reasons, returns to its status before the first time.
  const isHeld = HOLDS.some((heldSpecimen) => heldSpecimen === row.status);
  const fields: Partial<Specimen> =
    status === 'ACTION_REQUIRED'
      ? { actionRequiredText: reason, actionRequiredSince: since, ...(isHeld ? { holdReason: null } : {}) }
      : { holdReason: reason };
  return {
    event: EVENT[status] ?? ('SPECIMEN_STATUS_CHANGED' as const),
    reason,
    internalReason,
    fields: { ...fields, ...(isHeld ? {} : { statusBeforeHold: row.status }) },
    data: BY_HAND,
  };
}

/**
 * Set a received specimen aside with a reason; its samples leave the queue (domain 4.2). When somebody
 * started work on it concurrently, the hold is stored and a lab manager decides.
 */
export const holdSpecimen = defineOperation({
  name: 'hold-specimen',
  version: 1,
  kind: 'intent',
  title: 'Set specimen aside',
  grant: 'lab/specimens:update',
  args: z.strictObject({
    specimenId: Id,
    status: z.enum(HOLDS),
    reason: longText,
    internalReason: InternalReason,
  }),
  subjects: (args) => [args.specimenId],
  async run(tx, args, context) {
    requireCapability(
      context,
      args.status === 'RECEIVED_QUARANTINED' ? 'quarantineSpecimens' : 'holdSpecimens',
    );
    const { status, internalReason } = args;
    const reason = requiredReason(args.reason);
    const row = await specimenOf(tx, args.specimenId);
    if (isReleaseToRun(row.status, args.status))
      throw refuse('TRANSITION_NOT_ALLOWED', cannotChange(SPECIMEN_STATUS, row.status, args.status));
    if (await startedWorkConcurrently(context, row, args.status)) {
      const { userId, name } = context.actor;
      const { occurredAt } = context;
      return holdInWork(tx, context, row, {
        status,
        reason,
        internalReason,
        userId,
        name,
        occurredAt,
      });
    }
    // The lifecycle lets a check-in lead there; people set aside only received specimens.
    if (row.receivedAt === null && canSetAside(row.status, args.status))
      throw refuse('NOT_RECEIVED', 'Nothing has been received for this specimen. Receive it first.');
    const heldSpecimen =
      row.status === args.status
        ? await setAsideAgain(tx, context, row, reason, {
            ...BY_HAND,
            ...(internalReason ? { [INTERNAL_REASON]: internalReason } : {}),
          })
        : await setAside(tx, context, row, { status, reason, internalReason });
    await setSamplesAside(tx, context, heldSpecimen, args.status, reason);
    await deriveOrderStatus(tx, context, row.orderId);
    return applied;
  },
});

const setAside = (
  tx: Transaction,
  context: OperationContext,
  row: Specimen,
  hold: SetAside,
): Promise<Specimen> =>
  changeSpecimenStatus(tx, context, row, hold.status, holdChange(row, hold, context.occurredAt));

// A specimen that waited for a full batch is in one now, so that hold has no effect.
const startedWorkConcurrently = async (
  context: OperationContext,
  row: Specimen,
  to: SpecimenStatus,
): Promise<boolean> =>
  (row.status === 'BATCH_ASSIGNED' || row.status === 'IN_PROGRESS') &&
  to !== 'RECEIVED_AWAITING_OPTIMAL_BATCH' &&
  (await wasChangedConcurrently(context, specimen, row.id));

/** Roles that may release a specimen from each status. */
export const MAY_RELEASE: Partial<Record<SpecimenStatus, Capability>> = {
  RECEIVED_QUARANTINED: 'liftQuarantine',
  RECEIVED_AWAITING_INFO: 'completeSpecimenInfo',
  RECEIVED_ON_HOLD: 'holdSpecimens',
  RECEIVED_AWAITING_OPTIMAL_BATCH: 'releaseToBatch',
  ACTION_REQUIRED: 'liftQuarantine',
};

/** Release a specimen that was set aside; its samples return to the queue (domain 4.2). */
export const releaseSpecimen = defineOperation({
  name: 'release-specimen',
  version: 1,
  kind: 'intent',
  title: 'Release specimen',
  grant: 'lab/specimens:update',
  args: z.strictObject({ specimenId: Id, note: longText.nullable() }),
  subjects: (args) => [args.specimenId],
  async run(tx, args, context) {
    const row = await specimenOf(tx, args.specimenId);
    const capability = MAY_RELEASE[row.status];
    if (!capability)
      throw refuse('TRANSITION_NOT_ALLOWED', cannotChange(SPECIMEN_STATUS, row.status, 'RECEIVED'));
    requireCapability(context, capability);
    await assertReleasable(tx, row, args.note);
    const concurrentHold = await findConcurrentSetAside(tx, context, row);
    if (concurrentHold)
      throw refuse(
        'CHANGED',
        `${formatConcurrentSetAside(row, concurrentHold)}. Review it and decide again.`,
      );
    await releaseFrom(tx, context, row, args.note);
    await deriveOrderStatus(tx, context, row.orderId);
    return applied;
  },
});

async function assertReleasable(tx: Transaction, row: Specimen, note: string | null): Promise<void> {
  if (row.status === 'ACTION_REQUIRED') {
    if (row.receivedAt === null) throw refuse('NOT_RECEIVED', 'Nothing has been received for this specimen.');
    requiredReason(note);
  }
  if (row.status === 'RECEIVED_QUARANTINED' || row.status === 'ACTION_REQUIRED') {
    const discrepancies = await tx.find(discrepancy, { specimenId: row.id });
    const open = discrepancies.filter((one) => one.resolution === 'OPEN').length;
    if (open > 0) throw refuse('DISCREPANCY_OPEN', resolveFirst(open));
  }
  if (row.status === 'RECEIVED_ON_HOLD') {
    const hold = await currentHold(tx, row);
    if (hold) throw refuse('STILL_ON_HOLD', hold);
  }
}
