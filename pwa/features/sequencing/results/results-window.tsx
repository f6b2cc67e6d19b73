import type { ReactNode } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { z } from 'zod';
import {
  type RecallFor,
  RecallRequest,
  type ShownResult,
  type ShownResults,
} from '#db/specimens/results/shown-results.ts';
import { describeField } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { FormDialog, type SchemaFormProps } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { DownloadsOfRecall } from './result-downloads.tsx';
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
        right. A {results.clinical ? 'report' : 'file'} added later needs a new approval.
      </p>
    );
  if (action === 'release')
    return (
      <p>
        The customer can view and download the results and gets an email
        {results.clinical ? ' at once' : ', as often as they chose'}. With the last specimen the order is
        ready to be billed and closed.
      </p>
    );
  return (
    <p>
      The customer can no longer view or download these results or files of the whole order, and gets an email
      at once not to use earlier downloads.
    </p>
  );
}

const NoInput = z.object({});

const ReleaseForm = z.object({ comment: describeField(Reason, { label: 'Why they hold', input: 'area' }) });
const ReleaseField = fieldOf<typeof ReleaseForm>();

const RecallForm = z.object({
  recallFor: RecallRequest.shape.recallFor,
  reason: describeField(Reason, { label: 'Reason', hint: 'Only the lab reads it.', input: 'area' }),
});
const RecallField = fieldOf<typeof RecallForm>();

type OpenWindowProps = ResultsWindowProps & { action: ResultsAction };

interface ActionFormProps<Input extends FieldValues, Output>
  extends OpenWindowProps,
    Pick<SchemaFormProps<Input, Output>, 'schema' | 'defaults'> {
  /** The fields of the action. */
  children?: ReactNode;
}

/** The dialog around the fields of an action; stays open with the input when refused. */
function ActionForm<Input extends FieldValues, Output extends object>(props: ActionFormProps<Input, Output>) {
  const { results, action, rows, onClose, onDone, schema, defaults, children } = props;
  const { mutateAsync } = useResultsOperation(action);
  const refreshResults = useResultsRefresh();
  const { title, done } = RESULTS_ACTION_TEXT[action];
  const [only] = rows;
  const submit = async (details: Output): Promise<void> => {
    const selection = { orderId: results.orderId, specimenIds: rows.map(({ id }) => id) };
    await mutateAsync({ body: { ...selection, ...details } }, { onError: refreshResults });
    toast.success(done(rows.length));
    onClose();
    onDone();
  };
  return (
    <FormDialog
      title={`${title}: ${rows.length === 1 && only ? only.customerSampleId : specimens(rows.length)}`}
      submitLabel={title}
      danger={action === 'recall'}
      schema={schema}
      {...(defaults ? { defaults } : {})}
      onSubmit={submit}
      onClose={onClose}
    >
      <ActionExplanation action={action} results={results} />
      {children}
    </FormDialog>
  );
}

/** What follows a recall, and its reason. */
function RecallFields({ closed }: Pick<ShownResults, 'closed'>) {
  const { field } = useController<z.input<typeof RecallForm>, 'recallFor'>({ name: 'recallFor' });
  return (
    <>
      {closed ? (
        <p>
          The order is closed: the report is corrected. Work that has to be repeated is ordered as a rework.
        </p>
      ) : (
        <Segmented<RecallFor>
          label="What follows"
          options={RECALL_FOR}
          value={field.value}
          onChange={field.onChange}
        />
      )}
      <p>{RECALL_FOR.find(({ value }) => value === field.value)?.follows}</p>
      <RecallField name="reason" />
    </>
  );
}

function OpenWindow(props: OpenWindowProps) {
  const { results, action, rows } = props;
  const failed = rows.reduce((sum, { failedSamples }) => sum + failedSamples, 0);
  if (action === 'recall')
    return (
      <ActionForm {...props} schema={RecallForm} defaults={{ recallFor: 'CORRECTED_REPORT' }}>
        <DownloadsOfRecall orderId={results.orderId} rows={rows} />
        <RecallFields closed={results.closed} />
      </ActionForm>
    );
  if (action === 'approve' || failed === 0) return <ActionForm {...props} schema={NoInput} />;
  return (
    <ActionForm {...props} schema={ReleaseForm}>
      <ReleaseField
        name="comment"
        hint={`${failed === 1 ? '1 sample' : `${failed} samples`} failed beside those that succeeded. Only the lab reads it.`}
      />
    </ActionForm>
  );
}

/** Asks for confirmation before results are approved, released or recalled. */
export function ResultsWindow({ action, ...props }: ResultsWindowProps) {
  return action === null ? null : <OpenWindow {...props} action={action} />;
}
