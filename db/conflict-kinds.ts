import { sampleInTwoBatchesConflict, wellTakenConflict } from './batches/batch-conflicts.ts';
import { concurrentLayoutConflict } from './batches/concurrent-layout-conflict.ts';
import { layoutDiffersConflict } from './batches/layout-conflict.ts';
import { startedAndCanceledConflict } from './batches/started-and-canceled-conflict.ts';
import type { ConflictKind } from './conflict-kind.ts';
import { batchStartConflict } from './protocols/batch-start-conflict.ts';
import {
  fieldValueConflict,
  sectionSignedTwiceConflict,
  signatureFailedConflict,
} from './protocols/section-conflicts.ts';
import { sectionWaitingConflict } from './protocols/section-waiting-conflict.ts';
import { checkedOutTwice } from './samples/conflict-checked-out-twice.ts';
import { disposedAndUsed } from './samples/conflict-disposed-and-used.ts';
import { endedTwice } from './samples/conflict-ended-twice.ts';
import { slotTaken } from './samples/conflict-slot-taken.ts';
import { lateBatchFailureConflict, lateFailureConflict } from './samples/late-failure-conflict.ts';
import { duplicateRequisitionConflict } from './specimens/duplicate-requisition-conflict.ts';
import { heldInWorkConflict } from './specimens/held-in-work-conflict.ts';
import { labelTakenConflict } from './specimens/label-taken-conflict.ts';
import { receiptSignatureConflict } from './specimens/receipt-signature-conflict.ts';
import { containerSlotTaken } from './storage/conflict-container-slot.ts';
import { clockConflict } from './sync/clock-conflict.ts';

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
