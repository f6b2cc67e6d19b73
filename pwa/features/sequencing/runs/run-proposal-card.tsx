import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { importRun, readRunBatches } from '#db/api/sequencing/runs.ts';
import { AppError } from '#db/errors/app-error.ts';
import type { ImportedRun } from '#db/sequencing/runs/imported-run.ts';
import { interpretRunState, RUN_STATUS_DISPLAY } from '#db/sequencing/runs/run-state.ts';
import type { RunBatch } from '#db/sequencing/runs/shown-run.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall, useCallMutation } from '#pwa/api/use-call.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { explainRun, formatYield } from './run-text.ts';

/** The refusals that a reason overcomes. */
const OVERRIDABLE_CODES = new Set(['FIGURES_DECREASE', 'RESULTS_RELEASED']);

/** Find the batch of a run: the one that has it, else the one with the name of its experiment. */
const batchFor = (run: ImportedRun, knownBatchId: string | null, batches: readonly RunBatch[]): string =>
  knownBatchId ?? batches.find(({ julianId }) => julianId === run.experimentId)?.id ?? '';

function ImportControls({
  run,
  knownBatchId,
  batches,
}: {
  run: ImportedRun;
  knownBatchId: string | null;
  batches: readonly RunBatch[];
}) {
  const [batchId, setBatchId] = useState(() => batchFor(run, knownBatchId, batches));
  // After the import the run is known, and the texts are still about what was done.
  const [isUpdate] = useState(knownBatchId !== null);
  const [reason, setReason] = useState('');
  const importing = useCallMutation(importRun);
  const { error, data } = importing;
  const needsReason = error instanceof AppError && OVERRIDABLE_CODES.has(error.code);
  const send = (): void =>
    importing.mutate({ body: { batchId, run, changeReason: needsReason ? reason.trim() : null } });
  if (data)
    return (
      <Notice tone={data.message ? 'warning' : 'success'} title={isUpdate ? 'Run updated' : 'Run imported'}>
        {data.message}
      </Notice>
    );
  return (
    <div className="flex flex-col gap-3">
      <Field
        label="Batch"
        required
        hint={
          batchFor(run, knownBatchId, batches) === ''
            ? `No batch is named like the experiment ${run.experimentId ?? ''}. Choose the batch.`
            : undefined
        }
      >
        {(control) => (
          <Select
            {...control}
            disabled={knownBatchId !== null}
            value={batchId}
            onChange={setBatchId}
            options={batches.map(({ id, julianId, name }) => ({ value: id, label: `${julianId}, ${name}` }))}
          />
        )}
      </Field>
      {error && <Notice tone={needsReason ? 'warning' : 'danger'} title={errorText(error)} />}
      {needsReason && (
        <Field label="Reason" required>
          {(control) => <TextInput {...control} value={reason} onChange={setReason} />}
        </Field>
      )}
      <div>
        <Button
          variant="primary"
          busy={importing.isPending}
          disabled={batchId === '' || (needsReason && reason.trim() === '')}
          onClick={send}
        >
          {needsReason ? 'Replace figures' : isUpdate ? 'Update run' : 'Import run'}
        </Button>
      </div>
    </div>
  );
}

/** One run of the files: what they say, what is missing, and the batch into which it is imported. */
export function RunProposalCard({ run, notes }: { run: ImportedRun; notes: readonly string[] }) {
  const { data, error } = useCall(
    readRunBatches,
    { query: { minknowRunId: run.minknowRunId } },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const state = interpretRunState(run.rawState);
  const sampleBarcodes = run.barcodes.filter(({ barcode }) => barcode !== null && barcode !== 'unclassified');
  return (
    <section
      aria-label={`Run on flow cell ${run.flowCellId ?? 'unknown'}`}
      className="panel flex flex-col gap-3 p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">
          Flow cell <span className="code">{run.flowCellId ?? 'unknown'}</span>
        </h3>
        {run.rawState !== null && <StatusBadge display={RUN_STATUS_DISPLAY[state.status]} />}
      </div>
      <p className="text-ink-soft">{explainRun(run)}</p>
      <KeyValues
        items={[
          { name: 'Experiment', value: run.experimentId },
          {
            name: 'Instrument',
            value: [run.instrumentProduct ?? run.instrumentSerial, run.positionName]
              .filter(Boolean)
              .join(', '),
          },
          { name: 'Yield', value: formatYield({ basecalled: run.basecalled, ...run.yield }) },
          { name: 'Barcodes', value: sampleBarcodes.length },
          { name: 'Kit', value: run.kit },
          { name: 'Files', value: countOf(run.files.length, 'file') },
        ]}
      />
      {notes.length > 0 && (
        <Notice tone="info" title="What to know about these files">
          <ul className="list-disc pl-5">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Notice>
      )}
      {error && <Notice tone="danger" title={errorText(error)} />}
      {!data && !error && <Skeleton lines={2} label="Finding the batch" />}
      {data && data.batches.length === 0 && (
        <Notice
          tone="warning"
          title="No sequencing batch is in progress. Start the batch, then import its run."
        >
          <Link to="/lab/batches" className="inline-flex min-h-6 items-center text-accent-ink underline">
            Batches
          </Link>
        </Notice>
      )}
      {data && data.batches.length > 0 && (
        <ImportControls run={run} knownBatchId={data.knownBatchId} batches={data.batches} />
      )}
    </section>
  );
}
