import { isOneOf, type Role } from '#db/access/roles.ts';
import {
  BATCH_MANAGERS,
  BATCH_PLANNERS,
  batchApprovers,
  FAILURE_PROPOSERS,
  QUALITY_DECIDERS,
} from '#db/batches/batch-roles.ts';
import type { BatchView } from './batch-view.ts';

/** The actions on a whole batch. */
export type BatchActionName =
  | 'start'
  | 'complete'
  | 'approve'
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
    return isOneOf(person.role, BATCH_PLANNERS) ? [buildAction('cancel', 'Stop batch', true)] : [];
  if (!isOwn && !isOneOf(person.role, BATCH_MANAGERS)) return [];
  const hasSignedSections =
    status === 'IN_PROGRESS' &&
    view.sections.some((one) => one.status === 'COMPLETED' || one.status === 'AWAITING_REVIEW');
  const note = hasSignedSections
    ? `Batch ${view.batch.julianId} has signed sections; fail it instead.`
    : null;
  const label = status === 'FAILED' ? 'Abandon batch' : 'Cancel batch';
  return [buildAction('cancel', label, true, note)];
}

/** List the actions that this user may take on the batch now, the next step first. */
export function listBatchActions(view: BatchView, person: Person): BatchAction[] {
  const { role } = person;
  const isPlanner = isOneOf(role, BATCH_PLANNERS);
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
        ...(isOneOf(role, QUALITY_DECIDERS) ? [buildAction('fail-qc', 'Fail batch on QC', true)] : []),
        ...(isOneOf(role, FAILURE_PROPOSERS) ? [buildAction('propose', 'Propose to fail')] : []),
        ...(isOneOf(role, ['LAB_MANAGER', 'ADMIN', 'DEVELOPER'])
          ? [buildAction('reset', 'Reset batch', true)]
          : []),
        ...listCancelActions(view, person),
      ];
    case 'COMPLETED':
      return view.procedure.requiresDirectorApproval &&
        view.batch.directorApproved !== true &&
        isOneOf(role, batchApprovers(view.procedure.clinical))
        ? [buildAction('approve', 'Approve batch')]
        : [];
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
