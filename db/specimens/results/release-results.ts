import { requireCapability } from '#db/access/capabilities.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { deriveOrderStatus } from '#db/ordering/orders/derive-order-status.ts';
import { openOrder } from '#db/ordering/orders/order-access-scope.ts';
import { INTERNAL_REASON } from '#db/records/events/event.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { changeSampleStatus } from '#db/samples/sample-lifecycle.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { changeSpecimenStatus } from '#db/specimens/specimen-lifecycle.ts';
import type { Transaction } from '#db/transaction.ts';
import { type OrderResults, readOrderResults } from './results-of-order.ts';
import { approvalProblems, filesToApprove, otherFailures, releaseProblems } from './results-problems.ts';
import { resultsApproval } from './results-state.ts';
import { type RecallFor, RecallRequest, ReleaseRequest, ResultsSelection } from './shown-results.ts';

/** The arguments of an operation on results: specimens of one order. */
interface ResultsArgs {
  orderId: string;
  specimenIds: readonly string[];
}

/**
 * Load the results of an order with the specimens of the operation; online only, because devices have no
 * files.
 */
async function openResults(
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
const nameOf = ({ julianId, customerSampleId }: Specimen): string =>
  julianId === null ? customerSampleId : `${julianId} (${customerSampleId})`;

const MAX_LISTED = 3;

/** Refuse an operation when a problem blocks any of the specimens; the error names the first few. */
function refuseUnready(selected: readonly Specimen[], problemsOf: (row: Specimen) => string[]): void {
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

/**
 * Release the results of specimens to the customer (domain 4.2, 6.6): the work on them is completed, or the
 * corrected report replaces a recalled one. The order follows, and after its last specimen it awaits billing.
 */
export const releaseResults = defineOperation({
  name: 'release-results',
  version: 1,
  kind: 'intent',
  title: 'Release results',
  grant: 'internal/results:update',
  args: ReleaseRequest,
  subjects: ({ specimenIds }) => specimenIds,
  async run(tx, args, context) {
    requireCapability(context, 'releaseResults');
    const { all, selected } = await openResults(tx, context, args);
    const releasedIds = new Set(selected.map(({ id }) => id));
    refuseUnready(selected, (row) => releaseProblems(all, row, releasedIds));
    requireComment(all, selected, args.comment);
    for (const row of selected) await releaseOne(tx, context, all, row, args.comment);
    await deriveOrderStatus(tx, context, all.order.id);
    return applied;
  },
});

function requireComment(all: OrderResults, selected: readonly Specimen[], comment: string | null): void {
  const doubted = selected.find((row) => otherFailures(all, row).length > 0);
  if (comment === null && doubted)
    throw refuse(
      'COMMENT_REQUIRED',
      `Samples of ${nameOf(doubted)} failed. Say why its results are released all the same.`,
    );
}

async function releaseOne(
  tx: Transaction,
  context: OperationContext,
  all: OrderResults,
  row: Specimen,
  comment: string | null,
): Promise<void> {
  // Decisions about its failed samples are no longer needed: the specimen has its results.
  for (const failed of otherFailures(all, row))
    await changeSampleStatus(tx, context, failed, 'FAILED_QC_CANCELED', { reason: comment });
  const { occurredAt } = context;
  if (row.status === 'IN_PROGRESS') {
    await changeSpecimenStatus(tx, context, row, 'COMPLETED', {
      event: 'RESULTS_RELEASED',
      internalReason: comment,
      fields: {
        resultsReleasedAt: occurredAt,
        completedAt: occurredAt,
        turnaroundTime: hoursBetween(row.receivedAt, occurredAt),
      },
    });
    return;
  }
  await tx.patch(specimen, row.id, { resultsReleasedAt: occurredAt });
  await recordEvent(tx, context, {
    type: 'RESULTS_RELEASED',
    targetType: 'Specimen',
    targetId: row.id,
    data: { corrected: true, ...(comment ? { [INTERNAL_REASON]: comment } : {}) },
    customerVisible: true,
  });
}

const hoursBetween = (from: string | null, to: string): number | null =>
  from === null ? null : Math.floor((Date.parse(to) - Date.parse(from)) / 3_600_000);

/**
 * Approve the results of specimens as a director: the clinical director for clinical work, the research
 * director for other work (domain 6.6). The approval covers the files of that moment: a later file needs a
 * new one.
 */
export const approveSpecimens = defineOperation({
  name: 'approve-specimens',
  version: 1,
  kind: 'intent',
  title: 'Approve results',
  grant: 'internal/results:update',
  args: ResultsSelection,
  subjects: ({ specimenIds }) => specimenIds,
  async run(tx, args, context) {
    const { all, selected } = await openResults(tx, context, args);
    requireCapability(context, resultsApproval(all.clinical));
    refuseUnready(selected, (row) => approvalProblems(all, row));
    for (const row of selected) {
      await tx.patch(specimen, row.id, {
        directorApproved: true,
        directorApprovedById: context.actor.userId,
        directorApprovedAt: context.occurredAt,
      });
      await recordEvent(tx, context, {
        type: 'SPECIMEN_DIRECTOR_APPROVED',
        targetType: 'Specimen',
        targetId: row.id,
        data: { files: filesToApprove(all, row).map(({ id }) => id) },
      });
    }
    return applied;
  },
});

/** The fields that results have only while they are released. */
const NOT_RELEASED = {
  resultsReleasedAt: null,
  isDataDownloaded: false,
  directorApproved: null,
  directorApprovedById: null,
  directorApprovedAt: null,
} as const satisfies Partial<Specimen>;

/**
 * Recall released results (domain 4.2, 6.6): customers can no longer download them. For a corrected report
 * the specimen stays completed until that report is released; for repeated work it is reset, and then
 * restarted.
 */
export const recallResults = defineOperation({
  name: 'recall-results',
  version: 1,
  kind: 'intent',
  title: 'Recall results',
  grant: 'internal/results:update',
  args: RecallRequest,
  subjects: ({ specimenIds }) => specimenIds,
  async run(tx, { recallFor, reason, ...args }, context) {
    requireCapability(context, 'recallResults');
    const { all, selected } = await openResults(tx, context, args);
    refuseUnready(selected, (row) => recallProblems(all, row, recallFor));
    for (const row of selected) {
      if (recallFor === 'REPEATED_WORK') {
        const fields = { ...NOT_RELEASED, completedAt: null, turnaroundTime: null };
        const event = 'RESULTS_RECALLED' as const;
        await changeSpecimenStatus(tx, context, row, 'RESET', { event, internalReason: reason, fields });
        continue;
      }
      await tx.patch(specimen, row.id, NOT_RELEASED);
      await recordEvent(tx, context, {
        type: 'RESULTS_RECALLED',
        targetType: 'Specimen',
        targetId: row.id,
        data: { [INTERNAL_REASON]: reason },
        customerVisible: true,
      });
    }
    await deriveOrderStatus(tx, context, all.order.id);
    return applied;
  },
});

function recallProblems({ order }: OrderResults, row: Specimen, recallFor: RecallFor): string[] {
  if (row.resultsReleasedAt === null) return ['Results are not released.'];
  if (recallFor === 'CORRECTED_REPORT') return [];
  if (order.status === 'COMPLETED' || order.status === 'CANCELED')
    return [
      `Order ${order.orderNumber} is closed. Recall them for a corrected report, and enter a rework order for work that is repeated.`,
    ];
  return row.status === 'COMPLETED'
    ? []
    : ['The specimen is already in storage. Recall its results for a corrected report.'];
}
