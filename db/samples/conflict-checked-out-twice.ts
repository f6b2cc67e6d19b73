import type { ConflictKind } from '#db/conflict-kind.ts';
import type { OperationContext } from '#db/operation.ts';
import { openConflict } from '#db/records/open-conflict.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { CheckOutPurpose } from './check-out-purpose.ts';
import { type ChainEvent, holderOf } from './custody-chain.ts';
import { type Sample, sample as sampleEntity } from './sample.ts';

/** The conflict of domain 5.11, case 5. */
const CHECKED_OUT_TWICE = 'checked-out-twice';

/** Two people took a sample, and the later one typed its code: only one of them has it in hand. */
export const checkedOutTwice: ConflictKind = {
  kind: CHECKED_OUT_TWICE,
  title: 'Checked out twice',
  labels: { KEEP_A: 'The first has it', KEEP_B: 'The second has it' },
  async resolve(tx, context, conflict, choice) {
    const sample = await tx.get(sampleEntity, conflict.targetId);
    const { mine, theirs } = conflict;
    // Put back or handed over since then: what happened later stands.
    const stillOut = sample && sample.custodianUserId === theirs?.userId;
    if (!stillOut || choice !== 'KEEP_B') return;
    await recordEvent(tx, context, {
      type: 'SAMPLE_CUSTODY_TRANSFERRED',
      targetType: 'Sample',
      targetId: sample.id,
      data: {
        fromUserId: theirs.userId,
        fromName: theirs.name,
        toUserId: mine.userId,
        toName: mine.name,
        by: context.actor.name,
        decided: true,
      },
    });
    await tx.patch(sampleEntity, sample.id, {
      custodianUserId: mine.userId,
      checkedOutAt: mine.occurredAt,
      dueBackAt: null,
      checkOutPurpose: CheckOutPurpose.parse(mine.value['purpose']),
    });
  },
};

const labelOf = ({ barcode }: Sample, typed: boolean): string =>
  `Checked out ${barcode}${typed ? ', typed' : ''}`;

/** Keeps the check-out beside the one that stands, and asks who of the two has the sample. */
export async function disputeCheckOut(
  tx: Transaction,
  context: OperationContext,
  found: { sample: Sample; purpose: CheckOutPurpose; typed: boolean; held: ChainEvent },
): Promise<string> {
  const { sample, purpose, typed, held } = found;
  const name = holderOf(held);
  await recordEvent(tx, context, {
    type: 'SAMPLE_CHECKED_OUT',
    targetType: 'Sample',
    targetId: sample.id,
    data: { purpose, by: context.actor.name, withheld: true, ...(typed ? { typed } : {}) },
  });
  await openConflict(tx, context, {
    kind: CHECKED_OUT_TWICE,
    targetType: 'Sample',
    targetId: sample.id,
    action: `Say who has ${sample.barcode}`,
    mine: { label: labelOf(sample, typed), value: { purpose } },
    theirs: {
      userId: sample.custodianUserId,
      name,
      occurredAt: held.occurredAt,
      label: labelOf(sample, held.data['typed'] === true),
      value: { purpose: sample.checkOutPurpose },
    },
  });
  return `Sample ${sample.barcode} is checked out to ${name}. Scan it, or say who has it.`;
}
