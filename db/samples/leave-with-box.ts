import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { type ChainEvent, doneBy, isLater } from './custody-chain.ts';
import { recordCustody, settleCustody } from './record-custody.ts';
import type { Sample } from './sample.ts';
import { sightingsOf } from './sightings.ts';

/** Check out a sample with its box when somebody took the box after the sample was put into it. */
export async function leaveWithBox(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
  containerEvents: readonly ChainEvent[],
  placing: ChainEvent,
): Promise<Sample> {
  let row = sample;
  for (const out of containerEvents) {
    if (out.data['mode'] !== 'CHECK_OUT' || isLater(context, out)) continue;
    const sightings = await sightingsOf(tx, row);
    const { purpose, dueBackAt } = out.data;
    const departure = await recordCustody(tx, context, row.id, sightings, {
      type: 'SAMPLE_CHECKED_OUT',
      data: {
        purpose: purpose ?? null,
        dueBackAt: dueBackAt ?? null,
        boxId: out.targetId,
        toUserId: out.userId,
        toName: doneBy(out),
        notBefore: out.occurredAt,
        from: placing.data['to'] ?? null,
      },
    });
    row = (await settleCustody(tx, context, row, sightings, departure)).sample;
  }
  return row;
}
