import { useState } from 'react';
import { type Suspects, suspectsOf } from '#db/batches/failures/suspects-of.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { useOperationSequence } from '#pwa/features/batches/use-operation-sequence.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { RefusedScan } from '#pwa/scanning/refused-scan.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import {
  EMPTY_FAILURE,
  type FailureDraft,
  FailureForm,
  failureArgs,
  failureProblems,
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
  proposed?: FailureDraft['reason'];
  onClose(): void;
}

const NOTHING_USED = { lots: [], equipment: [] };

/**
 * A dialog that fails samples with a reason, with notes where the reason requires them, and the suspected
 * causes.
 */
export function FailSamplesDialog({ open, samples, proposed = '', onClose }: FailSamplesDialogProps) {
  const emptyDraft = { ...EMPTY_FAILURE, reason: proposed };
  const [draft, setDraft] = useState<FailureDraft>(emptyDraft);
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const { run, busy, problem: refusal } = useOperationSequence();
  const read = useSuspects(open ? samples.map(({ id }) => id) : []);
  const suspects = read ?? NOTHING_USED;
  const problems = failureProblems(draft, suspects);
  const leave = (): void => {
    setDraft(emptyDraft);
    setHasSubmitted(false);
    onClose();
  };
  const fail = async (): Promise<void> => {
    setHasSubmitted(true);
    if (Object.values(problems).some((problem) => problem !== null)) return;
    const calls = samples.map(({ id }) => ({
      name: 'fail-sample' as const,
      args: { sampleId: id, ...failureArgs(draft) },
    }));
    const text =
      samples.length === 1 ? `${samples[0]?.barcode} failed.` : `${samples.length} samples failed.`;
    if (await run(calls, text)) leave();
  };
  const subject = samples.length === 1 ? (samples[0]?.barcode ?? '') : `${samples.length} samples`;
  return (
    <Dialog
      open={open}
      title={`Fail ${subject}?`}
      onClose={leave}
      actions={
        <>
          <Button onClick={leave}>Back</Button>
          <Button variant="danger" busy={busy} disabled={read === undefined} onClick={() => void fail()}>
            {`Fail ${subject}`}
          </Button>
        </>
      }
    >
      <RefusedScan selectedCodes={samples.map((row) => row.barcode)} />
      {refusal && <Notice tone="danger" title={refusal} />}
      {samples.some((row) => row.status === 'BATCH_ASSIGNED') && (
        <p className="mb-3">A tube on a layout that has not started leaves it, with its duplicates.</p>
      )}
      {samples.length > 1 && (
        <p className="code mb-3 text-sm">{samples.map((row) => row.barcode).join(', ')}</p>
      )}
      <FailureForm
        draft={draft}
        onChange={setDraft}
        suspects={suspects}
        showErrors={hasSubmitted}
        problems={problems}
      />
    </Dialog>
  );
}
