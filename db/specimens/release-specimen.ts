import { z } from 'zod';
import type { Capability } from '#db/access/capabilities.ts';
import { requireCapability } from '#db/access/require-capability.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { deriveOrderStatus } from '#db/ordering/derive-order-status.ts';
import type { Transaction } from '#db/transaction.ts';
import { longText } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';
import { cannotChange } from '#db/values/lifecycle.ts';
import { discrepancy } from './discrepancy.ts';
import { specimenOf } from './find-specimen.ts';
import { resolveFirst } from './open-discrepancies.ts';
import { currentHold, releaseFrom } from './release-from.ts';
import { requiredReason } from './required-reason.ts';
import { findConcurrentSetAside, formatConcurrentSetAside } from './set-aside-again.ts';
import type { Specimen } from './specimen.ts';
import { SPECIMEN_STATUS, type SpecimenStatus } from './specimen-status.ts';

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
        `${formatConcurrentSetAside(row, concurrentHold)}. Look at it again and decide anew.`,
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
