import type { Specimen } from '#db/specimens/specimen.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import type { Transaction } from '#db/transaction.ts';
import { acceptedRepeats } from './accepted-repeats.ts';
import { activeSpecimens } from './specimens-of-order.ts';

/** The statuses in which a specimen needs no more work. */
export const FINISHED_STATUSES: readonly SpecimenStatus[] = ['COMPLETED', 'FAILED_QC_CANCELED', 'IN_STORAGE'];

/** A specimen and whether an accepted rework order repeats it. */
export interface OrderLine extends Pick<Specimen, 'status'> {
  repeated?: boolean;
}

/**
 * Return whether a specimen needs no more work for its own order. One that a rework order repeats is finished
 * here (domain D33).
 */
export const isFinished = ({ status, repeated = false }: OrderLine): boolean =>
  FINISHED_STATUSES.includes(status) || (status === 'RESET' && repeated);

const HINDRANCE: Partial<Record<SpecimenStatus, string>> = {
  DRAFT: 'Not confirmed',
  PENDING_APPROVAL: 'Waiting for approval',
  ORDERED: 'Never received',
  SHIPPED: 'Never received',
  DELIVERED: 'Never received',
  RECEIVED: 'Waiting for work',
  SUPPLEMENTAL: 'Waiting for work',
  RECEIVED_QUARANTINED: 'In quarantine',
  RECEIVED_AWAITING_INFO: 'Waiting for information',
  RECEIVED_ON_HOLD: 'On hold',
  RECEIVED_AWAITING_OPTIMAL_BATCH: 'Waiting for a full batch',
  ACTION_REQUIRED: 'Waiting for the customer',
  BATCH_ASSIGNED: 'In a batch that has not started',
  IN_PROGRESS: 'In work',
  FAILED_QC: 'Failed, not decided',
  RESET: 'Waiting to be repeated',
};

/** An unfinished specimen, what blocks it and what ends it. */
export interface UnfinishedSpecimen<Row> {
  row: Row;
  hindrance: string;
  /** The result when its order is forced to an end. */
  outcome: string;
}

/** Return how an unfinished specimen ends when its order is forced to an end (domain 4.2, 8.4). */
function outcomeOf({ status, receivedAt }: Pick<Specimen, 'status' | 'receivedAt'>): string {
  if (status === 'FAILED_QC') return 'Stopped; billed unless the lab is at fault';
  if (receivedAt === null) return 'Canceled, not billed';
  return status === 'IN_PROGRESS' || status === 'RESET' || status === 'ACTION_REQUIRED'
    ? 'Canceled; billed if a batch with it had started, unless the lab is at fault'
    : 'Canceled, not billed unless a batch with it had started';
}

/** Return the unfinished specimens of an order, with the reasons. */
export const unfinishedAmong = <Row extends Pick<Specimen, 'status' | 'receivedAt'> & OrderLine>(
  rows: readonly Row[],
): UnfinishedSpecimen<Row>[] =>
  rows
    .filter((row) => row.status !== 'CANCELED' && !isFinished(row))
    .map((row) => ({ row, hindrance: HINDRANCE[row.status] ?? 'Not finished', outcome: outcomeOf(row) }));

/** Read the unfinished specimens of an order, with the reasons. */
export async function readUnfinished(
  tx: Transaction,
  orderId: string,
): Promise<UnfinishedSpecimen<Specimen & OrderLine>[]> {
  const live = await activeSpecimens(tx, orderId);
  const repeats = live.some(({ status }) => status === 'RESET')
    ? await acceptedRepeats(tx, orderId)
    : new Map<string, string>();
  return unfinishedAmong(live.map((row) => ({ ...row, repeated: repeats.has(row.id) })));
}

/** The maximum number of specimens named in a sentence; more are counted. */
const MAX_LISTED = 10;

const namesOf = (names: readonly string[]): string =>
  names.length > MAX_LISTED
    ? `${names.slice(0, MAX_LISTED).join(', ')} and ${names.length - MAX_LISTED} more`
    : names.join(', ');

/** Return a sentence for each obstacle with its specimens: "Never received: S-1, S-2." */
export function hindrances(
  unfinished: readonly UnfinishedSpecimen<Pick<Specimen, 'customerSampleId'>>[],
): string[] {
  const sampleIdsByHindrance = new Map<string, string[]>();
  for (const { hindrance, row } of unfinished)
    sampleIdsByHindrance.set(hindrance, [
      ...(sampleIdsByHindrance.get(hindrance) ?? []),
      row.customerSampleId,
    ]);
  return [...sampleIdsByHindrance].map(([hindrance, names]) => `${hindrance}: ${namesOf(names)}.`);
}
