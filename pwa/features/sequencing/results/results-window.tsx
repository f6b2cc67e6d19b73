import { useState } from 'react';
import { MESSAGES } from '#db/errors/messages.ts';
import type { RecallFor, ShownResult, ShownResults } from '#db/specimens/results/shown-results.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { OperationDialog } from '#pwa/ui/dialog/operation-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { TextArea } from '#pwa/ui/form/text-input.tsx';
import { type ResultsAction, useResultsOperation, useResultsRefresh } from './use-results.ts';

interface ResultsWindowProps {
  results: ShownResults;
  /** Null closes the dialog. */
  action: ResultsAction | null;
  rows: readonly ShownResult[];
  onClose(): void;
  onDone(): void;
}

const specimens = (count: number): string => (count === 1 ? '1 specimen' : `${count} specimens`);

/** Label and success message of each action. */
export const RESULTS_ACTION_TEXT: Record<ResultsAction, { title: string; done(count: number): string }> = {
  approve: { title: 'Approve results', done: (count) => `Results of ${specimens(count)} approved` },
  release: { title: 'Release results', done: (count) => `Results of ${specimens(count)} released` },
  recall: { title: 'Recall results', done: (count) => `Results of ${specimens(count)} recalled` },
};

const RECALL_FOR: readonly { value: RecallFor; label: string; follows: string }[] = [
  {
    value: 'CORRECTED_REPORT',
    label: 'Corrected report',
    follows:
      'Replace the wrong file among the files, have it approved where that is needed, and release the results again. The wrong file stays with the lab and is marked as superseded. No report from before the recall is given to customers again.',
  },
  {
    value: 'REPEATED_WORK',
    label: 'Repeated work',
    follows:
      'The specimen is reset; a lab or project manager then restarts it from the material that is left, or asks for a replacement.',
  },
];

/** The consequences, shown before the action. */
export function ActionExplanation({ action, results }: { action: ResultsAction; results: ShownResults }) {
  if (action === 'approve')
    return (
      <p>
        You have looked at {results.clinical ? 'the report of each' : 'the results of each'} and find them
        right. A {results.clinical ? 'report' : 'file'} that is added later is approved anew.
      </p>
    );
  if (action === 'release')
    return (
      <p>
        The customer sees and downloads them from now on, and is told by email
        {results.clinical ? ' at once' : ', as often as they chose'}. With the last specimen the order is
        ready to be billed and closed.
      </p>
    );
  return (
    <p>
      The customer cannot see or download them any more, nor files of the whole order, and is told by email at
      once not to use what was downloaded before.
    </p>
  );
}

/**
 * Asks for confirmation before results are approved, released or recalled; stays open with the input when
 * refused.
 */
export function ResultsWindow({ results, action, rows, onClose, onDone }: ResultsWindowProps) {
  const [text, setText] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [recallFor, setRecallFor] = useState<RecallFor>('CORRECTED_REPORT');
  // The last action stays rendered while the dialog closes.
  const [last, setLast] = useState<ResultsAction>('release');
  if (action !== null && action !== last) setLast(action);
  const operation = useResultsOperation(last);
  const refreshResults = useResultsRefresh();
  const failed = rows.reduce((sum, { failedSamples }) => sum + failedSamples, 0);
  const requiresText = last === 'recall' || (last === 'release' && failed > 0);
  const missing = requiresText && text.trim() === '';
  const { title, done } = RESULTS_ACTION_TEXT[last];
  const leave = () => {
    setText('');
    setIsSubmitted(false);
    setRecallFor('CORRECTED_REPORT');
    operation.reset();
    onClose();
  };
  const confirm = () => {
    setIsSubmitted(true);
    if (missing) return;
    const trimmedText = text.trim();
    const selection = { orderId: results.orderId, specimenIds: rows.map(({ id }) => id) };
    const details =
      last === 'recall' ? { recallFor, reason: trimmedText } : requiresText ? { comment: trimmedText } : {};
    operation.mutate(
      { body: { ...selection, ...details } },
      {
        onSuccess: () => {
          toast.success(done(rows.length));
          leave();
          onDone();
        },
        onError: refreshResults,
      },
    );
  };
  const [only] = rows;
  return (
    <OperationDialog
      open={action !== null}
      actionLabel={title}
      of={rows.length === 1 && only ? only.customerSampleId : specimens(rows.length)}
      danger={last === 'recall'}
      busy={operation.isPending}
      problem={operation.error ? errorText(operation.error) : null}
      onConfirm={confirm}
      onClose={leave}
    >
      <ActionExplanation action={last} results={results} />
      {last === 'recall' &&
        (results.closed ? (
          <p>
            The order is closed: the report is corrected. Work that has to be repeated is ordered as a rework.
          </p>
        ) : (
          <Segmented<RecallFor>
            label="What follows"
            options={RECALL_FOR}
            value={recallFor}
            onChange={setRecallFor}
          />
        ))}
      {last === 'recall' && <p>{RECALL_FOR.find(({ value }) => value === recallFor)?.follows}</p>}
      {requiresText && (
        <Field
          label={last === 'recall' ? 'Reason' : 'Why they hold'}
          required
          error={isSubmitted && missing ? MESSAGES.reasonRequired : null}
          hint={
            last === 'recall'
              ? 'Only the lab reads it.'
              : `${failed === 1 ? '1 sample' : `${failed} samples`} failed beside those that succeeded. Only the lab reads it.`
          }
        >
          {(control) => <TextArea {...control} value={text} onChange={setText} maxLength={1000} />}
        </Field>
      )}
    </OperationDialog>
  );
}
