import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { accessionGroup } from './accession-group.ts';
import { type Discrepancy, discrepancy } from './discrepancy.ts';
import { firstReceipt } from './first-receipt.ts';
import { openDiscrepancy } from './open-discrepancy.ts';
import type { ReceivingSession } from './receiving-session.ts';
import { type Specimen, specimen } from './specimen.ts';
import type { SpecimenStatus } from './specimen-status.ts';

const EXPECTED: readonly SpecimenStatus[] = ['ORDERED', 'SHIPPED', 'DELIVERED', 'PENDING_APPROVAL'];

/** Check whether the specimen is expected to arrive. */
export const isExpected = (row: Pick<Specimen, 'status' | 'receivedAt'>): boolean =>
  row.receivedAt === null && EXPECTED.includes(row.status);

/**
 * Record expected specimens that were not in the package. The specimen keeps its status for now; a specimen
 * that somebody else has received meanwhile is a late arrival (domain 5.11, case 10). Returns the number of
 * missing specimens.
 */
export async function recordMissing(
  tx: Transaction,
  context: OperationContext,
  session: ReceivingSession,
  requestedIds: readonly string[] | null,
): Promise<number> {
  let missing = 0;
  for (const row of await candidates(tx, session, requestedIds)) {
    if (session.handled.has(row.id)) continue;
    const arrived = row.receivedAt !== null;
    missing += 1;
    const known = await tx.find(discrepancy, { specimenId: row.id });
    const earlier = known.find((one) => one.type === 'MISSING' && (one.resolution === 'OPEN' || arrived));
    if (earlier) {
      await countEarlierReport(tx, context, session, earlier);
      continue;
    }
    await openDiscrepancy(tx, context, {
      accessionGroupId: session.groupId,
      about: { specimenId: row.id },
      type: 'MISSING',
      description: `${row.requisitionNumber} was not in the package.`,
      resolution: arrived ? 'LATE_ARRIVAL' : 'OPEN',
      resolved: arrived ? await firstReceipt(tx, row.id) : undefined,
    });
    if (arrived) session.findings.push(lateArrival(row));
  }
  return missing;
}

// Of two reports of one missing tube the earlier one by the clock counts, whichever arrives first.
async function countEarlierReport(
  tx: Transaction,
  context: OperationContext,
  session: ReceivingSession,
  earlier: Discrepancy,
): Promise<void> {
  const before = await tx.get(accessionGroup, earlier.accessionGroupId);
  if (before && before.closedAt !== null && context.occurredAt < before.closedAt)
    await tx.patch(discrepancy, earlier.id, { accessionGroupId: session.groupId });
}

const lateArrival = (row: Specimen) => ({
  outcome: 'MERGED' as const,
  code: 'LATE_ARRIVAL',
  message: `${row.requisitionNumber} was reported missing and has arrived.`,
});

async function candidates(
  tx: Transaction,
  session: ReceivingSession,
  requestedIds: readonly string[] | null,
): Promise<Specimen[]> {
  if (requestedIds === null) {
    const rows = await tx.find(specimen, { orderId: [...session.orderIds] });
    return rows.filter(isExpected);
  }
  const rows = await tx.find(specimen, { id: requestedIds });
  return rows.filter((row) => isExpected(row) || row.receivedAt !== null);
}
