import { type ReactNode, useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import { batchApproval } from '#db/batches/batch-approval.ts';
import { samplesInProgress } from '#db/batches/completion-problems.ts';
import { layoutOfPlate, type StartedWell } from '#db/batches/starting/started-layout.ts';
import type { BenchCall } from '#db/bench-operations.ts';
import { useOfflineLetter } from '#pwa/replica/hooks/use-offline-letter.ts';
import { RefusedScan } from '#pwa/scanning/refused-scan.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextArea } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import type { BatchView } from './batch-view.ts';
import {
  EMPTY_FAILURE,
  type FailureDraft,
  FailureForm,
  failureArgs,
  failureProblems,
} from './failures/failure-form.tsx';
import { useOperationSequence } from './use-operation-sequence.ts';

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
      return view.procedure.requiresDirectorApproval &&
        view.batch.directorApproved !== true &&
        hasCapability(role, batchApproval(view.procedure.clinical))
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

/** The actions that a press confirms; an approval is signed (`approve-batch-dialog.tsx`). */
type ConfirmedActionName = Exclude<BatchActionName, 'approve'>;

const EXPLAINED: Record<ConfirmedActionName, (view: BatchView) => ReactNode> = {
  start: ({ procedure }) =>
    `The layout locks${procedure.sampleInputVolume === null ? '' : ` and ${procedure.sampleInputVolume} µL are drawn from each tube`}. Tubes without a well go back to the queue.`,
  complete: ({ procedure }) =>
    procedure.requiresDirectorApproval
      ? 'The results are copied to the next samples; they wait for the approval of a director.'
      : 'The results are copied to the next samples, which go to the queue of their next stage.',
  fail: () => 'Every sample in progress becomes Failed QC with this reason.',
  'fail-qc': () => 'The batch fails on quality and every sample in progress with it.',
  propose: () =>
    'A lab manager or director reads why, and decides whether it fails on QC. Until then it goes on, and nothing changes for its samples.',
  reset: () => 'Every sample starts again from what is left of it, or of its parent.',
  cancel: () => 'The samples go back to the queue; volumes that were drawn go back too.',
};

const DONE: Record<ConfirmedActionName, string> = {
  start: 'is started',
  complete: 'is completed',
  fail: 'is failed',
  'fail-qc': 'is failed',
  propose: 'is proposed to fail',
  reset: 'is reset',
  cancel: 'is canceled',
};

const REASON: readonly ConfirmedActionName[] = ['reset', 'cancel'];
const FAILS: readonly ConfirmedActionName[] = ['fail', 'fail-qc', 'propose'];

interface DialogInput {
  /** The plate as it was shown when the user decided to start it. */
  layout: StartedWell[];
  reason: string;
  failure: FailureDraft;
  offlineLetter: string | null;
}

function buildOperationCall(name: ConfirmedActionName, view: BatchView, input: DialogInput): BenchCall {
  const { layout, reason, failure, offlineLetter } = input;
  const batchId = view.batch.id;
  switch (name) {
    case 'start':
      return { name: 'start-batch', args: { batchId, layout } };
    case 'complete':
      return {
        name: 'complete-batch',
        args: {
          batchId,
          childSuffixLetter: offlineLetter,
          sampleIds: samplesInProgress(view).map((row) => row.id),
        },
      };
    case 'fail':
    case 'fail-qc':
      return {
        name: 'fail-batch',
        args: { batchId, qc: name === 'fail-qc', ...failureArgs(failure) },
      };
    case 'propose':
      return { name: 'propose-batch-failure', args: { batchId, ...failureArgs(failure) } };
    case 'reset':
      return { name: 'reset-batch', args: { batchId, reason, childSuffixLetter: offlineLetter } };
    case 'cancel':
      return { name: 'cancel-batch', args: { batchId, reason } };
  }
}

interface BatchActionDialogProps {
  action: BatchAction & { name: ConfirmedActionName };
  view: BatchView;
  /** The proposed reason of the failure. */
  proposed?: FailureDraft;
  onClose(): void;
  /** Called after the action, before the dialog closes. */
  onDone(): void;
}

/** A confirmation of an action on a whole batch, with its effects and requirements. */
export function BatchActionDialog({ action, view, proposed, onClose, onDone }: BatchActionDialogProps) {
  const [layout] = useState(() => layoutOfPlate(view));
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<FailureDraft>(proposed ?? EMPTY_FAILURE);
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const offlineLetter = useOfflineLetter();
  const { run, busy, problem } = useOperationSequence();
  const { julianId } = view.batch;
  const needsReason = REASON.includes(action.name);
  const isFailure = FAILS.includes(action.name);
  const problems = failureProblems(failure, view.suspects);
  const missing =
    (needsReason && reason.trim() === '') ||
    (isFailure && Object.values(problems).some((one) => one !== null));
  const confirm = async (): Promise<void> => {
    setHasSubmitted(true);
    if (missing) return;
    const planned = buildOperationCall(action.name, view, {
      layout,
      reason: reason.trim(),
      failure,
      offlineLetter,
    });
    if (!(await run([planned], `Batch ${julianId} ${DONE[action.name]}.`))) return;
    onDone();
    onClose();
  };
  return (
    <Dialog
      open
      title={`${action.label} ${julianId}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button variant={action.danger ? 'danger' : 'primary'} busy={busy} onClick={() => void confirm()}>
            {`${action.label} ${julianId}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <RefusedScan />
        {problem && <Notice tone="danger" title={problem} />}
        <p>{EXPLAINED[action.name](view)}</p>
        {isFailure && (
          <FailureForm
            draft={failure}
            onChange={setFailure}
            suspects={view.suspects}
            showErrors={hasSubmitted}
            problems={problems}
          />
        )}
        {needsReason && (
          <Field
            label="Reason"
            required
            error={hasSubmitted && reason.trim() === '' ? 'A reason is required.' : null}
          >
            {(control) => <TextArea {...control} value={reason} onChange={setReason} maxLength={500} />}
          </Field>
        )}
      </div>
    </Dialog>
  );
}
