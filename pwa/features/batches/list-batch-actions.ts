import { hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import { approvalState, batchApproval, isReviewed } from '#db/batches/batch-approval.ts';
import type { BatchView } from './batch-view.ts';

/** The actions on a whole batch. */
export type BatchActionName =
  | 'start'
  | 'complete'
  | 'approve'
  | 'return'
  | 'request-approval'
  | 'withdraw-approval'
  | 'fail'
  | 'fail-qc'
  | 'propose'
  | 'reset'
  | 'cancel';

/** An action that fits the batch's status and the user's role; `note` explains why it is unavailable now. */
export interface BatchAction {
  name: BatchActionName;
  label: string;
  danger: boolean;
  note: string | null;
}

interface Person {
  role: Role;
  userId: string;
}

const buildAction = (
  name: BatchActionName,
  label: string,
  danger = false,
  note: string | null = null,
): BatchAction => ({
  name,
  label,
  danger,
  note,
});

function listCancelActions(view: BatchView, person: Person): BatchAction[] {
  const { status, createdById } = view.batch;
  const isOwn = status === 'NOT_STARTED' && createdById === person.userId;
  if (status === 'FAILED_QC')
    return hasCapability(person.role, 'planBatches') ? [buildAction('cancel', 'Stop batch', true)] : [];
  if (!isOwn && !hasCapability(person.role, 'manageBatches')) return [];
  const hasSignedSections =
    status === 'IN_PROGRESS' &&
    view.sections.some((one) => one.status === 'COMPLETED' || one.status === 'AWAITING_REVIEW');
  const note = hasSignedSections
    ? `Batch ${view.batch.julianId} has signed sections; fail it instead.`
    : null;
  const label = status === 'FAILED' ? 'Abandon batch' : 'Cancel batch';
  return [buildAction('cancel', label, true, note)];
}

/** List the actions of directors on a completed batch, and what a manager does with a returned one. */
function listReviewActions(
  { batch, procedure, reviewProblem, withdrawalProblem }: BatchView,
  { role }: Person,
): BatchAction[] {
  if (!isReviewed(batch, procedure)) return [];
  const isReviewer = hasCapability(role, batchApproval(procedure.clinical));
  switch (approvalState(batch)) {
    case 'WAITING':
      return isReviewer
        ? [
            buildAction('approve', 'Approve batch', false, reviewProblem),
            buildAction('return', 'Return batch', true),
          ]
        : [];
    case 'RETURNED':
      return [
        ...(hasCapability(role, 'requestBatchApproval')
          ? [buildAction('request-approval', 'Request approval', false, reviewProblem)]
          : []),
        ...(hasCapability(role, 'decideQuality')
          ? [buildAction('fail', 'Fail batch', true), buildAction('fail-qc', 'Fail batch on QC', true)]
          : []),
        ...(hasCapability(role, 'resetRunningBatches') ? [buildAction('reset', 'Reset batch', true)] : []),
      ];
    case 'APPROVED':
      return isReviewer && hasCapability(role, 'withdrawBatchApproval')
        ? [buildAction('withdraw-approval', 'Withdraw approval', true, withdrawalProblem)]
        : [];
  }
}

/** List the actions that this user may take on the batch now, the next step first. */
export function listBatchActions(view: BatchView, person: Person): BatchAction[] {
  const { role } = person;
  const isPlanner = hasCapability(role, 'planBatches');
  switch (view.batch.status) {
    case 'NOT_STARTED':
      return [
        buildAction('start', 'Start batch', false, view.startProblem),
        ...listCancelActions(view, person),
      ];
    case 'IN_PROGRESS':
      return [
        buildAction('complete', 'Complete batch', false, view.completionProblems[0] ?? null),
        buildAction('fail', 'Fail batch', true),
        ...(hasCapability(role, 'decideQuality') ? [buildAction('fail-qc', 'Fail batch on QC', true)] : []),
        ...(hasCapability(role, 'proposeBatchFailure') ? [buildAction('propose', 'Propose to fail')] : []),
        ...(hasCapability(role, 'resetRunningBatches') ? [buildAction('reset', 'Reset batch', true)] : []),
        ...listCancelActions(view, person),
      ];
    case 'COMPLETED':
      return listReviewActions(view, person);
    case 'FAILED':
    case 'FAILED_QC':
      return [
        ...(isPlanner ? [buildAction('reset', 'Repeat batch')] : []),
        ...listCancelActions(view, person),
      ];
    default:
      return [];
  }
}
