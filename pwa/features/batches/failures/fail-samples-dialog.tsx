import { type Suspects, suspectsOf } from '#db/batches/failures/suspects-of.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { useOperationSequence } from '#pwa/features/batches/use-operation-sequence.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { RefusedScan } from '#pwa/scanning/refused-scan.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import {
  FailureFields,
  type FailureInput,
  failureArgs,
  failureForm,
  NO_SUSPECTS,
  useRepeatText,
} from './failure-form.tsx';

const COLLECTIONS = ['samples', 'batches', 'assigned-sections', 'inventory-items', 'equipment'] as const;

/** Return the lots and equipment that the batches of these samples used; undefined while they are read. */
function useSuspects(sampleIds: readonly string[]): Suspects | undefined {
  const read = useRuleRead(COLLECTIONS, `suspects ${sampleIds.join(' ')}`, async (tx) => {
    const rows = await Promise.all(sampleIds.map((id) => tx.get(sample, id)));
    return suspectsOf(
      tx,
      rows.flatMap((row) => row?.batchId ?? []),
    );
  });
  return read === null ? { lots: [], equipment: [] } : read;
}

interface FailSamplesDialogProps {
  open: boolean;
  samples: readonly (Pick<Sample, 'id' | 'barcode'> & Partial<Pick<Sample, 'status'>>)[];
  /** The reason that a measured value proposes. */
  proposed?: FailureInput['reason'] | '';
  onClose(): void;
}

const NOTHING_USED = { lots: [], equipment: [] };

/**
 * A dialog that fails samples with a reason, with notes where the reason requires them, and the suspected
 * causes.
 */
export function FailSamplesDialog({ open, samples, proposed = '', onClose }: FailSamplesDialogProps) {
  const { run, problem, clear } = useOperationSequence();
  const read = useSuspects(open ? samples.map(({ id }) => id) : []);
  const suspects = read ?? NOTHING_USED;
  const repeatText = useRepeatText(open ? samples.map(({ id }) => id) : []);
  const subject = samples.length === 1 ? (samples[0]?.barcode ?? '') : `${samples.length} samples`;
  const leave = (): void => {
    clear();
    onClose();
  };
  return (
    <FormDialog
      open={open}
      title={`Fail ${subject}?`}
      submitLabel={`Fail ${subject}`}
      danger
      disabled={read === undefined}
      problem={problem}
      schema={failureForm(suspects)}
      defaults={{ ...NO_SUSPECTS, ...(proposed === '' ? {} : { reason: proposed }) }}
      onSubmit={async (failure) => {
        const calls = samples.map(({ id }) => ({
          name: 'fail-sample' as const,
          args: { sampleId: id, ...failureArgs(failure) },
        }));
        if (await run(calls, `${subject} failed.`)) leave();
      }}
      onClose={leave}
    >
      <RefusedScan selectedCodes={samples.map((row) => row.barcode)} />
      {samples.some((row) => row.status === 'BATCH_ASSIGNED') && (
        <p>A tube on a layout that has not started leaves it, with its duplicates.</p>
      )}
      {samples.some(({ status }) => status === 'COMPLETED' || status === 'DEPLETED') && (
        <p>Samples made from completed ones are canceled.</p>
      )}
      {samples.length > 1 && <p className="code text-sm">{samples.map((row) => row.barcode).join(', ')}</p>}
      <FailureFields suspects={suspects} repeatText={repeatText} />
    </FormDialog>
  );
}
