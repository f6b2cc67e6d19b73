import { sampleInTwoBatchesConflict, wellTakenConflict } from '#db/batches/layout/batch-conflicts.ts';
import { layoutDiffersConflict } from '#db/batches/layout/layout-conflict.ts';
import { concurrentLayoutConflict } from '#db/batches/starting/concurrent-layout-conflict.ts';
import { startedAndCanceledConflict } from '#db/batches/starting/started-and-canceled-conflict.ts';
import { batchStartConflict, sectionWaitingConflict } from '#db/protocols/sections/set-section-aside.ts';
import {
  fieldValueConflict,
  sectionSignedTwiceConflict,
  signatureFailedConflict,
} from '#db/protocols/values/section-conflicts.ts';
import { checkedOutTwice } from '#db/samples/custody/conflict-checked-out-twice.ts';
import { disposedAndUsed, endedTwice } from '#db/samples/disposing/conflict-disposed-and-used.ts';
import { lateBatchFailureConflict, lateFailureConflict } from '#db/samples/failing/late-failure-conflict.ts';
import { slotTaken } from '#db/samples/placing/conflict-slot-taken.ts';
import { receiptSignatureConflict } from '#db/specimens/accession/close-accession-group.ts';
import { duplicateRequisitionConflict } from '#db/specimens/accession/duplicate-requisition-conflict.ts';
import { labelTakenConflict } from '#db/specimens/accession/receive-primary.ts';
import { heldInWorkConflict } from '#db/specimens/holding/held-in-work-conflict.ts';
import { containerSlotTaken } from '#db/storage/put-container.ts';
import type { ConflictKind } from './conflict-kind.ts';

/**
 * An operation recorded in the future or more than 72 hours before it was sent; it was applied, and a person
 * checks its time.
 */
const clockConflict: ConflictKind = {
  kind: 'CLOCK',
  title: 'Time to be checked',
  labels: { KEEP_B: 'The time is right' },
  // The operation keeps its effect either way: events never change, and the decision itself is recorded with
  // its person.
  resolve: async () => {},
};

/** Every kind of conflict that a rule may open. */
export const CONFLICT_KINDS: readonly ConflictKind[] = [
  labelTakenConflict,
  duplicateRequisitionConflict,
  clockConflict,
  slotTaken,
  containerSlotTaken,
  disposedAndUsed,
  endedTwice,
  checkedOutTwice,
  wellTakenConflict,
  sampleInTwoBatchesConflict,
  layoutDiffersConflict,
  concurrentLayoutConflict,
  startedAndCanceledConflict,
  fieldValueConflict,
  sectionSignedTwiceConflict,
  signatureFailedConflict,
  batchStartConflict,
  sectionWaitingConflict,
  lateFailureConflict,
  lateBatchFailureConflict,
  heldInWorkConflict,
  receiptSignatureConflict,
];

/** Return the conflict kind with a name. */
export const conflictKindNamed = (kind: string): ConflictKind | undefined =>
  CONFLICT_KINDS.find((candidate) => candidate.kind === kind);
