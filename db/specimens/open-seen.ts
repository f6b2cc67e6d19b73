import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { type FoundDiscrepancy, openDiscrepancy } from './open-discrepancy.ts';
import type { Receipt, ReceivingSession } from './receiving-session.ts';

/** Record a problem of a received tube or well, with the note and photos of the receiver. */
export async function openSeen(
  tx: Transaction,
  context: OperationContext,
  session: ReceivingSession,
  receipt: Receipt,
  observation: Pick<FoundDiscrepancy, 'about' | 'type'> & { otherwise?: string | null },
): Promise<void> {
  const { about, type, otherwise = null } = observation;
  await openDiscrepancy(tx, context, {
    accessionGroupId: session.groupId,
    about,
    type,
    description: receipt.note ?? otherwise,
    photoFileIds: receipt.photoFileIds,
  });
  for (const id of receipt.photoFileIds) session.photosHeld.add(id);
}
