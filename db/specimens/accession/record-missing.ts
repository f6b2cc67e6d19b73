import type { OperationContext } from '#db/operation.ts';
import { event } from '#db/records/events/event.ts';
import { type Discrepancy, discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import { openDiscrepancy } from '#db/specimens/discrepancies/open-discrepancy.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import type { Transaction } from '#db/transaction.ts';
import { accessionGroup } from './accession-group.ts';
import type { ReceivingSession } from './receiving-session.ts';

/** The first receipt of a received specimen. */
export interface FirstReceipt {
  scannedCode: string | null;
  /** True when the receiver saw another tube with the same label. */
  duplicateLabel: boolean;
  by: string;
  userId: string | null;
  occurredAt: string;
  operationId: string;
}

/** Find who received the present material of a specimen, by its history. */
export async function firstReceipt(tx: Transaction, specimenId: string): Promise<FirstReceipt | undefined> {
  const events = await tx.find(event, { targetId: specimenId });
  const last = events
    .filter((one) => one.type === 'SPECIMEN_ACCESSIONED')
    .sort((a, b) => (`${a.occurredAt} ${a.id}` < `${b.occurredAt} ${b.id}` ? -1 : 1))
    .at(-1);
  if (!last) return undefined;
  const { scannedCode, by } = last.data;
  return {
    scannedCode: typeof scannedCode === 'string' ? scannedCode : null,
    duplicateLabel: last.data['duplicateLabel'] === true,
    by: typeof by === 'string' ? by : 'the system',
    userId: last.userId,
    occurredAt: last.occurredAt,
    operationId: String(last.data['operationId']),
  };
}

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
