import type { OperationContext } from '#db/operation.ts';
import { openConflict } from '#db/records/open-conflict.ts';
import type { ConflictVersion } from '#db/records/sync-conflict.ts';
import type { Transaction } from '#db/transaction.ts';
import { type ChainEvent, holderOf, textOf } from './custody-chain.ts';
import type { Sample } from './sample.ts';

/** The conflict of domain 5.11, case 5. */
export const CHECKED_OUT_TWICE = 'checked-out-twice';

const versionOf = (one: ChainEvent, { barcode }: Sample): ConflictVersion => ({
  userId: textOf(one.data['toUserId']) ?? one.userId,
  name: holderOf(one),
  occurredAt: one.occurredAt,
  label: `Checked out ${barcode}${one.data['typed'] === true ? ', typed' : ''}`,
  value: { purpose: textOf(one.data['purpose']) },
});

/** Ask which of two people has the sample; `event` is the one that arrived now. */
export async function openCheckOutConflict(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
  { holdEvent, disputed, event }: { holdEvent: ChainEvent; disputed: ChainEvent; event: ChainEvent },
): Promise<void> {
  // The event that arrived now is the second; an operation that only revealed the dispute is neither.
  const [mine, theirs] = event.id === holdEvent.id ? [holdEvent, disputed] : [disputed, holdEvent];
  await openConflict(tx, context, {
    kind: CHECKED_OUT_TWICE,
    targetType: 'Sample',
    targetId: sample.id,
    action: `Say who has ${sample.barcode}`,
    mine: versionOf(mine, sample),
    theirs: versionOf(theirs, sample),
  });
}
