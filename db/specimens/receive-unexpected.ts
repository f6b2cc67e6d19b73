import type { OperationContext } from '#db/operation.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import type { DiscrepancyType } from './discrepancy-type.ts';
import { openSeen } from './open-seen.ts';
import { receivePrimary } from './receive-primary.ts';
import type { Receipt, ReceivingSession } from './receiving-session.ts';

/**
 * Receive material without a specimen: it becomes a primary sample in quarantine, and the customer is asked.
 */
export async function receiveUnexpected(
  tx: Transaction,
  context: OperationContext,
  session: ReceivingSession,
  receipt: Receipt,
  { types }: { types: readonly DiscrepancyType[] },
): Promise<Sample> {
  const row = await receivePrimary(tx, context, session, receipt, {
    specimen: null,
    flow: undefined,
    status: 'RECEIVED_QUARANTINED',
  });
  const reportedConditions = receipt.conditions.filter((type) => !receipt.silent.includes(type));
  for (const type of new Set<DiscrepancyType>([...types, ...reportedConditions])) {
    await openSeen(tx, context, session, receipt, {
      about: { sampleId: row.id },
      type,
      otherwise: receipt.scannedCode ? `Scanned ${receipt.scannedCode}` : null,
    });
  }
  session.unexpected += 1;
  session.quarantined += 1;
  return row;
}
