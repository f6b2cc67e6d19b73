import { isOneOf, type Role } from '#db/access/roles.ts';
import {
  BATCH_MANAGERS,
  BATCH_PLANNERS,
  batchApprovers,
  FAILURE_PROPOSERS,
  QUALITY_DECIDERS,
} from '#db/batches/batch-roles.ts';
import type { BatchView } from './batch-view.ts';

/** The acts upon a whole batch. */
export type BatchActName =
  | 'start'
  | 'complete'
  | 'approve'
  | 'fail'
  | 'fail-qc'
  | 'propose'
  | 'reset'
  | 'cancel';

/** An act that fits the batch's status and the person's role; `note` says why it cannot be done now. */
export interface BatchAct {
  name: BatchActName;
  label: string;
  danger: boolean;
  note: string | null;
}

interface Person {
  role: Role;
  userId: string;
}

const act = (name: BatchActName, label: string, danger = false, note: string | null = null): BatchAct => ({
  name,
  label,
  danger,
  note,
});

function canceling(view: BatchView, person: Person): BatchAct[] {
  const { status, createdById } = view.batch;
  const own = status === 'NOT_STARTED' && createdById === person.userId;
  if (status === 'FAILED_QC')
    return isOneOf(person.role, BATCH_PLANNERS) ? [act('cancel', 'Stop batch', true)] : [];
  if (!own && !isOneOf(person.role, BATCH_MANAGERS)) return [];
  const signed =
    status === 'IN_PROGRESS' &&
    view.sections.some((one) => one.status === 'COMPLETED' || one.status === 'AWAITING_REVIEW');
  const note = signed ? `Batch ${view.batch.julianId} has signed sections; fail it instead.` : null;
  const label = status === 'FAILED' ? 'Abandon batch' : 'Cancel batch';
  return [act('cancel', label, true, note)];
}

/** What this person may do with the batch as it stands, the next step first. */
export function batchActs(view: BatchView, person: Person): BatchAct[] {
  const { role } = person;
  const planner = isOneOf(role, BATCH_PLANNERS);
  switch (view.batch.status) {
    case 'NOT_STARTED':
      return [act('start', 'Start batch', false, view.startProblem), ...canceling(view, person)];
    case 'IN_PROGRESS':
      return [
        act('complete', 'Complete batch', false, view.completionProblems[0] ?? null),
        act('fail', 'Fail batch', true),
        ...(isOneOf(role, QUALITY_DECIDERS) ? [act('fail-qc', 'Fail batch on QC', true)] : []),
        ...(isOneOf(role, FAILURE_PROPOSERS) ? [act('propose', 'Propose to fail')] : []),
        ...(isOneOf(role, ['LAB_MANAGER', 'ADMIN', 'DEVELOPER']) ? [act('reset', 'Reset batch', true)] : []),
        ...canceling(view, person),
      ];
    case 'COMPLETED':
      return view.procedure.requiresDirectorApproval &&
        view.batch.directorApproved !== true &&
        isOneOf(role, batchApprovers(view.procedure.clinical))
        ? [act('approve', 'Approve batch')]
        : [];
    case 'FAILED':
    case 'FAILED_QC':
      return [...(planner ? [act('reset', 'Repeat batch')] : []), ...canceling(view, person)];
    default:
      return [];
  }
}
