import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationContext } from '#db/operation.ts';
import { openOrder } from '#db/ordering/order-access-scope.ts';
import type { Transaction } from '#db/transaction.ts';
import { type OrderResults, readOrderResults } from './results-of-order.ts';
import type { Specimen } from './specimen.ts';

/** The arguments of an operation on results: specimens of one order. */
export interface ResultsArgs {
  orderId: string;
  specimenIds: readonly string[];
}

/**
 * Load the results of an order with the specimens of the operation; online only, because devices have no
 * files.
 */
export async function openResults(
  tx: Transaction,
  context: OperationContext,
  { orderId, specimenIds }: ResultsArgs,
): Promise<{ all: OrderResults; selected: Specimen[] }> {
  const { row } = await openOrder(tx, context, orderId);
  const all = await readOrderResults(tx, row);
  const requestedIds = new Set(specimenIds);
  const selected = all.specimens.filter(({ id }) => requestedIds.has(id));
  if (selected.length < requestedIds.size) throw refuse('NOT_FOUND', MESSAGES.notFound);
  return { all, selected };
}

/** Return the name of a specimen that both the lab and the customer know. */
export const nameOf = ({ julianId, customerSampleId }: Specimen): string =>
  julianId === null ? customerSampleId : `${julianId} (${customerSampleId})`;

const MAX_LISTED = 3;

/** Refuse an operation when a problem blocks any of the specimens; the error names the first few. */
export function refuseUnready(selected: readonly Specimen[], problemsOf: (row: Specimen) => string[]): void {
  const unready = selected
    .map((row) => ({ row, problems: problemsOf(row) }))
    .filter(({ problems }) => problems.length > 0);
  if (unready.length === 0) return;
  const listedIssues = unready
    .slice(0, MAX_LISTED)
    .map(({ row, problems }) => `${nameOf(row)}: ${problems.join(' ')}`);
  const more = unready.length - listedIssues.length;
  throw refuse('NOT_READY', [...listedIssues, ...(more > 0 ? [`And ${more} more.`] : [])].join(' '));
}
