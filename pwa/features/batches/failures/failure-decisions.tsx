import { Link } from '@tanstack/react-router';
import { CircleCheck, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import type { BenchCall } from '#db/bench-operations.ts';
import { FAILED_SAMPLE_REASON } from '#db/samples/failing/failed-sample-reason.ts';
import { awaitsConfirmation } from '#db/samples/failing/failure-decision.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { useOperationSequence } from '#pwa/features/batches/use-operation-sequence.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';

const isOverturnable = (row: Sample): boolean =>
  row.status === 'FAILED_QC' && row.duplicateOfSampleId === null;

const formatSubject = (samples: readonly Sample[]): string =>
  samples.length === 1 ? (samples[0]?.barcode ?? '') : `${samples.length} samples`;

interface FailureDecisions {
  /** Whether there is a decision for this user. */
  open: boolean;
  buttons: ReactNode;
  dialog: ReactNode;
  problem: string | null;
}

/**
 * Handle decisions of directors and the lab manager about failed samples: confirm, or overturn with a reason.
 */
export function useFailureDecisions(samples: readonly Sample[], onDone: () => void): FailureDecisions {
  const { actor } = useReplica();
  const { run, busy, problem } = useOperationSequence();
  const [overturning, setOverturning] = useState(false);
  const canDecide = hasCapability(actor.role, 'decideQuality');
  const waiting = canDecide ? samples.filter(awaitsConfirmation) : [];
  const overturnable = canDecide ? samples.filter(isOverturnable) : [];
  const decide = async (calls: readonly BenchCall[], done: string): Promise<void> => {
    if (await run(calls, done)) onDone();
  };
  const count = (rows: readonly Sample[]): string => (samples.length > 1 ? ` of ${rows.length}` : '');
  const confirm = () =>
    void decide(
      waiting.map(({ id }) => ({ name: 'confirm-failure', args: { sampleId: id } })),
      `Failure of ${formatSubject(waiting)} confirmed.`,
    );
  const overturn = (reason: string): void => {
    setOverturning(false);
    void decide(
      overturnable.map(({ id }) => ({ name: 'overturn-failure', args: { sampleId: id, reason } })),
      `Failure of ${formatSubject(overturnable)} overturned.`,
    );
  };
  const buttons = (
    <>
      {waiting.length > 0 && (
        <Button icon={CircleCheck} busy={busy} onClick={confirm}>
          {`Confirm failure${count(waiting)}`}
        </Button>
      )}
      {overturnable.length > 0 && (
        <Button icon={Undo2} busy={busy} onClick={() => setOverturning(true)}>
          {`Overturn failure${count(overturnable)}…`}
        </Button>
      )}
    </>
  );
  const dialog = (
    <ConfirmDialog
      open={overturning}
      title={`Overturn the failure of ${formatSubject(overturnable)}?`}
      confirmLabel="Overturn failure"
      reasonRequired
      onConfirm={overturn}
      onClose={() => setOverturning(false)}
    >
      {overturnable.length > 1 && (
        <p className="code text-sm">{overturnable.map((row) => row.barcode).join(', ')}</p>
      )}
      <p>
        The sample returns to the queue of its stage with the remaining material. The failure does not count
        for its specimen. Your name and reason are recorded.
      </p>
    </ConfirmDialog>
  );
  return { open: waiting.length + overturnable.length > 0, buttons, dialog, problem };
}

const noop = (): void => undefined;

/** The open decision about a failed sample; users who decide on quality confirm or overturn it here. */
export function FailureReview({ row }: { row: Sample }) {
  const { open, buttons, dialog, problem } = useFailureDecisions([row], noop);
  const isWaiting = awaitsConfirmation(row);
  if (!isWaiting && !open && problem === null) return null;
  const reasonParts = [row.failureReason && FAILED_SAMPLE_REASON[row.failureReason], row.failureNotes];
  return (
    <>
      {problem && <Notice tone="danger" title={problem} />}
      {(isWaiting || open) && (
        <Notice
          tone={isWaiting ? 'warning' : 'info'}
          title={isWaiting ? 'Awaiting confirmation by a director or lab manager' : 'This sample failed'}
          action={open && <div className="flex flex-wrap gap-2">{buttons}</div>}
        >
          <p>{reasonParts.filter(Boolean).join(': ')}</p>
        </Notice>
      )}
      {dialog}
    </>
  );
}

/** The decision about a failed sample where it is listed, with the way to its page. */
export function SampleFailureDecision({ sampleId }: { sampleId: string }) {
  const row = useRow(sample, sampleId);
  if (row === undefined) return <Skeleton lines={2} label="Loading the sample" />;
  return (
    <div className="flex flex-col gap-2">
      {row ? (
        <FailureReview row={row} />
      ) : (
        <p className="text-ink-soft">This device does not have the sample.</p>
      )}
      <div className="flex flex-wrap gap-x-4">
        <Link
          to="/lab/samples/$id"
          params={{ id: sampleId }}
          className="inline-flex min-h-11 items-center underline underline-offset-2"
        >
          Open sample
        </Link>
        {row?.batchId && (
          <Link
            to="/lab/batches/$batchId"
            params={{ batchId: row.batchId }}
            className="inline-flex min-h-11 items-center underline underline-offset-2"
          >
            Open batch
          </Link>
        )}
      </div>
    </div>
  );
}
