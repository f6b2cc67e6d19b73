import { z } from 'zod';
import { requireCapability } from '#db/access/require-capability.ts';
import { wasChangedConcurrently } from '#db/batches/changed-concurrently.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { deriveOrderStatus } from '#db/ordering/derive-order-status.ts';
import type { EventType } from '#db/records/event-type.ts';
import type { Transaction } from '#db/transaction.ts';
import { longText } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';
import { cannotChange } from '#db/values/lifecycle.ts';
import { changeSpecimenStatus } from './change-specimen-status.ts';
import { specimenOf } from './find-specimen.ts';
import { setSamplesAside } from './held-samples.ts';
import { holdInWork } from './hold-in-work.ts';
import { requiredReason } from './required-reason.ts';
import { BY_HAND, setAsideAgain } from './set-aside-again.ts';
import { type Specimen, specimen } from './specimen.ts';
import { SPECIMEN_LIFECYCLE } from './specimen-lifecycle.ts';
import { SPECIMEN_STATUS, type SpecimenStatus } from './specimen-status.ts';

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

/** Build the fields of a specimen that is set aside at that moment. */
export function holdChange(
  row: Specimen,
  { status, reason }: { status: (typeof HOLDS)[number]; reason: string },
  since: string,
) {
  // A specimen that is set aside twice, for different reasons, returns to its status before the first time.
  const isHeld = HOLDS.some((heldSpecimen) => heldSpecimen === row.status);
  const fields: Partial<Specimen> =
    status === 'ACTION_REQUIRED'
      ? { actionRequiredText: reason, actionRequiredSince: since, ...(isHeld ? { holdReason: null } : {}) }
      : { holdReason: reason };
  return {
    event: EVENT[status] ?? ('SPECIMEN_STATUS_CHANGED' as const),
    reason,
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
  args: z.strictObject({ specimenId: Id, status: z.enum(HOLDS), reason: longText }),
  subjects: (args) => [args.specimenId],
  async run(tx, args, context) {
    requireCapability(
      context,
      args.status === 'RECEIVED_QUARANTINED' ? 'quarantineSpecimens' : 'holdSpecimens',
    );
    const reason = requiredReason(args.reason);
    const row = await specimenOf(tx, args.specimenId);
    if (isReleaseToRun(row.status, args.status))
      throw refuse('TRANSITION_NOT_ALLOWED', cannotChange(SPECIMEN_STATUS, row.status, args.status));
    if (await startedWorkConcurrently(context, row, args.status)) {
      const { userId, name } = context.actor;
      const { occurredAt } = context;
      return holdInWork(tx, context, row, { status: args.status, reason, userId, name, occurredAt });
    }
    // The lifecycle lets a check-in lead there; people set aside only received specimens.
    if (row.receivedAt === null && canSetAside(row.status, args.status))
      throw refuse('NOT_RECEIVED', 'Nothing has been received for this specimen. Receive it first.');
    const heldSpecimen =
      row.status === args.status
        ? await setAsideAgain(tx, context, row, reason, BY_HAND)
        : await setAside(tx, context, row, { status: args.status, reason });
    await setSamplesAside(tx, context, heldSpecimen, args.status, reason);
    await deriveOrderStatus(tx, context, row.orderId);
    return applied;
  },
});

const setAside = (
  tx: Transaction,
  context: OperationContext,
  row: Specimen,
  hold: { status: (typeof HOLDS)[number]; reason: string },
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
