import { type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { z } from 'zod';
import { isReturned } from '#db/batches/batch-approval.ts';
import { samplesInProgress } from '#db/batches/completion-problems.ts';
import { layoutOfPlate } from '#db/batches/starting/started-layout.ts';
import type { BenchCall } from '#db/bench-operations.ts';
import { describeField } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { useOfflineLetter } from '#pwa/replica/hooks/use-offline-letter.ts';
import { RefusedScan } from '#pwa/scanning/refused-scan.tsx';
import { FormDialog, type SchemaFormProps } from '#pwa/ui/form/form.tsx';
import { fieldOf, ReasonField, ReasonForm } from '#pwa/ui/form/schema-field.tsx';
import type { BatchView } from './batch-view.ts';
import {
  FailureFields,
  type FailureInput,
  failureArgs,
  failureForm,
  NO_SUSPECTS,
  useRepeatText,
} from './failures/failure-form.tsx';
import type { BatchAction, BatchActionName } from './list-batch-actions.ts';
import { useOperationSequence } from './use-operation-sequence.ts';

/** The actions that a press confirms; an approval is signed (`approve-batch-dialog.tsx`). */
type ConfirmedActionName = Exclude<BatchActionName, 'approve'>;

const EXPLAINED: Record<ConfirmedActionName, (view: BatchView) => ReactNode> = {
  start: ({ procedure }) =>
    `The layout locks${procedure.sampleInputVolume === null ? '' : ` and ${procedure.sampleInputVolume} µL are drawn from each tube`}. Tubes without a well go back to the queue.`,
  complete: ({ procedure }) =>
    procedure.requiresDirectorApproval
      ? 'Results are copied to the next samples and need a director’s approval.'
      : 'The results are copied to the next samples, which go to the queue of their next stage.',
  fail: ({ batch }) =>
    isReturned(batch)
      ? 'Every completed sample becomes Failed QC with this reason. The samples that wait for approval are canceled.'
      : 'Every sample in progress becomes Failed QC with this reason.',
  'fail-qc': ({ batch }) =>
    isReturned(batch)
      ? 'The batch fails on quality and every completed sample with it. The samples that wait for approval are canceled.'
      : 'The batch fails on quality and every sample in progress with it.',
  propose: () => 'A lab manager or director decides. Until then the batch continues.',
  return: () =>
    'The batch stays completed and its samples stay on hold. The lab manager answers your reason.',
  'request-approval': ({ batch }) => (
    <>
      <span className="font-medium">Reason of the return: </span>
      {batch.directorReturnReason}
    </>
  ),
  'withdraw-approval': () => 'The samples that the approval released are put on hold until a new approval.',
  reset: ({ batch }) =>
    isReturned(batch)
      ? 'Every sample starts again from what is left of it, or of its parent. The samples that wait for approval are canceled.'
      : 'Every sample starts again from what is left of it, or of its parent.',
  cancel: () => 'The samples go back to the queue; volumes that were drawn go back too.',
};

const DONE: Record<ConfirmedActionName, string> = {
  start: 'is started',
  complete: 'is completed',
  fail: 'is failed',
  'fail-qc': 'is failed',
  propose: 'is proposed to fail',
  return: 'is returned',
  'request-approval': 'needs the director’s approval',
  'withdraw-approval': 'is not approved any more',
  reset: 'is reset',
  cancel: 'is canceled',
};

/** The samples that fail with their batch. */
const samplesToFail = (view: BatchView): BatchView['samples'] =>
  isReturned(view.batch)
    ? view.samples.filter(({ status }) => status === 'COMPLETED' || status === 'DEPLETED')
    : samplesInProgress(view);

const NoInput = z.object({});

const AnswerForm = z.object({
  answer: describeField(Reason, {
    label: 'Answer',
    hint: 'What was done, or why it can be approved.',
    input: 'area',
  }),
});
const AnswerField = fieldOf<typeof AnswerForm>();

interface BatchActionDialogProps {
  action: BatchAction & { name: ConfirmedActionName };
  view: BatchView;
  /** The proposed reason of the failure. */
  proposed?: FailureInput;
  onClose(): void;
  /** Called after the action, before the dialog closes. */
  onDone(): void;
}

interface ActionFormProps<Input extends FieldValues, Output>
  extends BatchActionDialogProps,
    Pick<SchemaFormProps<Input, Output>, 'schema' | 'defaults'> {
  toCall(values: Output): BenchCall;
  /** The fields of the action. */
  children?: ReactNode;
}

/** The dialog around the fields of an action; stays open with the input when the rule refuses. */
function ActionForm<Input extends FieldValues, Output>(props: ActionFormProps<Input, Output>) {
  const { action, view, onClose, onDone, schema, defaults, toCall, children } = props;
  const { run, problem } = useOperationSequence();
  const { julianId } = view.batch;
  return (
    <FormDialog
      title={`${action.label} ${julianId}?`}
      submitLabel={`${action.label} ${julianId}`}
      danger={action.danger}
      problem={problem}
      schema={schema}
      {...(defaults ? { defaults } : {})}
      onSubmit={async (values) => {
        if (!(await run([toCall(values)], `Batch ${julianId} ${DONE[action.name]}.`))) return;
        onDone();
        onClose();
      }}
      onClose={onClose}
    >
      <RefusedScan />
      <p>{EXPLAINED[action.name](view)}</p>
      {children}
    </FormDialog>
  );
}

/** An action that needs nothing but a reason. */
function ReasonAction(
  props: BatchActionDialogProps & { toCall(values: z.infer<typeof ReasonForm>): BenchCall },
) {
  return (
    <ActionForm {...props} schema={ReasonForm}>
      <ReasonField name="reason" />
    </ActionForm>
  );
}

/** An action that needs the reason of a failure. */
function FailureAction(
  props: BatchActionDialogProps & { toCall(failure: ReturnType<typeof failureArgs>): BenchCall },
) {
  const { view, proposed, toCall } = props;
  const repeatText = useRepeatText(samplesToFail(view).map(({ id }) => id));
  return (
    <ActionForm
      {...props}
      schema={failureForm(view.suspects)}
      defaults={proposed ?? NO_SUSPECTS}
      toCall={(failure) => toCall(failureArgs(failure))}
    >
      <FailureFields suspects={view.suspects} repeatText={repeatText} />
    </ActionForm>
  );
}

/** A confirmation of an action on a whole batch, with its effects and requirements. */
export function BatchActionDialog(props: BatchActionDialogProps) {
  const { action, view } = props;
  // The plate as it was shown when the user decided to start it.
  const [layout] = useState(() => layoutOfPlate(view));
  const childSuffixLetter = useOfflineLetter();
  const batchId = view.batch.id;
  const { name } = action;
  switch (name) {
    case 'start':
      return (
        <ActionForm
          {...props}
          schema={NoInput}
          toCall={() => ({ name: 'start-batch', args: { batchId, layout } })}
        />
      );
    case 'complete': {
      const sampleIds = samplesInProgress(view).map((row) => row.id);
      return (
        <ActionForm
          {...props}
          schema={NoInput}
          toCall={() => ({ name: 'complete-batch', args: { batchId, childSuffixLetter, sampleIds } })}
        />
      );
    }
    case 'fail':
    case 'fail-qc':
      return (
        <FailureAction
          {...props}
          toCall={(failure) => ({
            name: 'fail-batch',
            args: { batchId, qc: name === 'fail-qc', ...failure },
          })}
        />
      );
    case 'propose':
      return (
        <FailureAction
          {...props}
          toCall={(failure) => ({ name: 'propose-batch-failure', args: { batchId, ...failure } })}
        />
      );
    case 'return':
      return (
        <ReasonAction
          {...props}
          toCall={({ reason }) => ({ name: 'return-batch', args: { batchId, reason } })}
        />
      );
    case 'request-approval':
      return (
        <ActionForm
          {...props}
          schema={AnswerForm}
          toCall={({ answer }) => ({ name: 'request-batch-approval', args: { batchId, answer } })}
        >
          <AnswerField name="answer" rows={3} />
        </ActionForm>
      );
    case 'withdraw-approval':
      return (
        <ReasonAction
          {...props}
          toCall={({ reason }) => ({ name: 'withdraw-batch-approval', args: { batchId, reason } })}
        />
      );
    case 'reset':
      return (
        <ReasonAction
          {...props}
          toCall={({ reason }) => ({ name: 'reset-batch', args: { batchId, reason, childSuffixLetter } })}
        />
      );
    case 'cancel':
      return (
        <ReasonAction
          {...props}
          toCall={({ reason }) => ({ name: 'cancel-batch', args: { batchId, reason } })}
        />
      );
  }
}
