import { ClipboardCheck, Play, RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import { may } from '#db/access/grants.ts';
import { changeRun } from '#db/api/sequencing/runs.ts';
import { ANALYSIS_RUN_STATUS_DISPLAY } from '#db/sequencing/analysis-runs/analysis-run.ts';
import { AnalysisMetrics } from '#db/sequencing/analysis-runs/change-analysis-run.ts';
import type { RunSample, ShownAnalysisRun } from '#db/sequencing/runs/shown-run.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import { EvidenceFileButton } from '../results/evidence-columns.tsx';
import { FileChoice } from './file-choice.tsx';
import { QcFilePicker } from './qc-file-picker.tsx';

const MetricsField = fieldOf<typeof AnalysisMetrics>();

/** The newest analysis of what a run gave for a sample, with the actions on it. */
export function AnalysisBlock({
  run,
  sampleBarcode,
  resultFiles,
}: {
  run: ShownAnalysisRun;
  sampleBarcode: string;
  /** The files to choose from when the results are entered. */
  resultFiles: RunSample['resultFiles'];
}) {
  const role = useSession().session?.user.role;
  const [furtherMetrics, setFurtherMetrics] = useState<Record<string, string>>({});
  const [fileIds, setFileIds] = useState<readonly string[]>([]);
  const [open, setOpen] = useState<'metrics' | 'fail' | null>(null);
  const change = useCallMutation(changeRun);
  const mayChange = role !== undefined && may(role, 'internal/results:update');
  const isOpen = run.status === 'NOT_STARTED' || run.status === 'RUNNING';
  const close = (): void => setOpen(null);
  const execute = (operation: string, args: Record<string, unknown>, message: string): Promise<unknown> =>
    change
      .mutateAsync({ body: { operation, args: { analysisRunId: run.id, ...args } } })
      .then(() => toast.success(message));
  const tryExecute = (operation: string, args: Record<string, unknown>, message: string): void =>
    void execute(operation, args, message).catch((error: unknown) => toast.error(errorText(error)));
  return (
    <div className="flex w-full flex-wrap items-center gap-3">
      <span className="text-sm">{`Analysis: ${run.analysisName}`}</span>
      <StatusBadge display={ANALYSIS_RUN_STATUS_DISPLAY[run.status]} />
      {run.attempt > 1 && <span className="text-ink-soft text-sm">{`run ${run.attempt}`}</span>}
      {run.message && <span className="text-ink-soft text-sm">{run.message}</span>}
      {mayChange && isOpen && (
        <>
          {run.status === 'NOT_STARTED' && (
            <Button icon={Play} onClick={() => tryExecute('start-analysis-run', {}, 'Analysis started')}>
              {`Start analysis of ${sampleBarcode}`}
            </Button>
          )}
          <Button
            icon={ClipboardCheck}
            onClick={() => {
              setFurtherMetrics({});
              setFileIds([]);
              setOpen('metrics');
            }}
          >
            {`Enter results of ${sampleBarcode}`}
          </Button>
          <Button icon={X} onClick={() => setOpen('fail')}>
            {`Record failure of ${sampleBarcode}`}
          </Button>
        </>
      )}
      {mayChange && run.status === 'FAILED' && (
        <Button icon={RotateCcw} onClick={() => tryExecute('retry-analysis-run', {}, 'Analysis queued')}>
          {`Retry analysis of ${sampleBarcode}`}
        </Button>
      )}
      {run.files.length > 0 && (
        <ul aria-label={`Files of the analysis of ${sampleBarcode}`} className="w-full">
          {run.files.map((file) => (
            <li key={file.id}>
              <EvidenceFileButton file={file} />
            </li>
          ))}
        </ul>
      )}
      {open === 'metrics' && (
        <FormDialog
          title={`Results of the analysis of ${sampleBarcode}`}
          submitLabel="Save results"
          schema={AnalysisMetrics}
          onSubmit={async (metrics) => {
            await execute('finish-analysis-run', { metrics, furtherMetrics, fileIds }, 'Results saved');
            close();
          }}
          onClose={close}
        >
          <p>The rule compares the figures with the limits of the analysis.</p>
          <QcFilePicker sampleBarcode={sampleBarcode} onRead={setFurtherMetrics} />
          <MetricsField name="meanCoverage" />
          <MetricsField name="percentAligned" />
          <FileChoice files={resultFiles} fileIds={fileIds} onChange={setFileIds} />
        </FormDialog>
      )}
      <ConfirmDialog
        open={open === 'fail'}
        title={`Did the analysis of ${sampleBarcode} fail?`}
        confirmLabel="Record failure"
        danger
        reasonRequired
        busy={change.isPending}
        onClose={close}
        onConfirm={(reason) => {
          tryExecute('fail-analysis-run', { reason }, 'Failure recorded');
          close();
        }}
      >
        <p>The failed run is kept. It can be tried again.</p>
      </ConfirmDialog>
    </div>
  );
}
