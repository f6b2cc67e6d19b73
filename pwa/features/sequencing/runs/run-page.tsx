import { Gavel } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { may } from '#db/access/grants.ts';
import { readRun } from '#db/api/sequencing/runs.ts';
import { RUN_VERDICT_DISPLAY } from '#db/sequencing/runs/batch-result.ts';
import { phaseLabel } from '#db/sequencing/runs/run-phase.ts';
import { interpretRunState, RUN_STATUS_DISPLAY, type RunState } from '#db/sequencing/runs/run-state.ts';
import type { RunSample, ShownRun } from '#db/sequencing/runs/shown-run.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { DetailPage } from '#pwa/ui/detail-page.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { useNow } from '#pwa/ui/use-now.ts';
import { RunChecks } from './run-checks.tsx';
import { RunPlots } from './run-plots.tsx';
import { RunSamples } from './run-samples.tsx';
import { explainRun, formatReads, formatRunTime, formatYield } from './run-text.ts';
import { JudgeRunDialog, JudgeSampleDialog } from './verdict-dialogs.tsx';

const BREADCRUMBS = [{ label: 'Sequencing', to: '/internal/results' }] as const;

function nextStepOf(run: ShownRun['run'], state: RunState): string {
  if (run.rawState === null && run.isFinal) return 'Import the report of the run: report_*.json.';
  return run.qcVerdict === 'PENDING' ? state.nextStep : 'The verdict is given.';
}

/** What the state of the run means, and what to do next. */
function RunStateNotice({ run }: Pick<ShownRun, 'run'>) {
  const state = interpretRunState(run.rawState);
  const tone = state.isUnknown || state.data === 'none' ? 'warning' : 'info';
  const origin = run.stopOrigin === null ? '' : ` It was ended by ${run.stopOrigin}.`;
  return (
    <Notice
      tone={RUN_STATUS_DISPLAY[run.runStatus].tone === 'bad' ? 'danger' : tone}
      title={`${explainRun(run)}${origin}`}
    >
      <p>{nextStepOf(run, state)}</p>
      {!run.isFinal && state.hasEnded && (
        <p>The final summary was not among the files: the figures may still grow.</p>
      )}
    </Notice>
  );
}

function RunDetails({ shown: { run, sequencer, verdictBy } }: { shown: ShownRun }) {
  const now = useNow();
  return (
    <Section title="Run">
      <KeyValues
        items={[
          { name: 'Yield', value: formatYield(run) },
          { name: 'Reads passed', value: formatReads(run.readsPass) },
          { name: 'Reads failed', value: formatReads(run.readsFail) },
          { name: 'Time', value: formatRunTime(run.startedAt, run.endedAt, now) },
          { name: 'Started', value: <Time value={run.startedAt} /> },
          { name: 'Ended', value: <Time value={run.endedAt} /> },
          { name: 'Instrument', value: sequencer?.name ?? run.instrumentSerial },
          { name: 'Position', value: run.positionName },
          { name: 'Flow cell type', value: run.flowCellProductCode },
          { name: 'Pores at the start', value: run.poresAtStart?.toLocaleString('en-US') ?? null },
          { name: 'Kit', value: run.kit },
          { name: 'MinKNOW', value: run.softwareVersion },
          { name: 'State', value: run.rawState ?? 'Not in the files', wide: true },
          { name: 'Run id', value: <span className="code">{run.minknowRunId}</span>, wide: true },
          {
            name: 'Verdict',
            value: run.verdictAt && (
              <>
                {`${RUN_VERDICT_DISPLAY[run.qcVerdict].label} by ${verdictBy ?? 'unknown'}, `}
                <Time value={run.verdictAt} />
              </>
            ),
            wide: true,
          },
          { name: 'Reason', value: run.verdictReason, wide: true },
        ]}
      />
    </Section>
  );
}

/** The phases of the run in their order, and the warnings of the instrument. */
function RunTimeline({ run: { plots } }: Pick<ShownRun, 'run'>) {
  const entries = [
    ...plots.phases.map(({ phase, at, origin }) => ({ at, text: phaseLabel(phase), note: origin })),
    ...plots.warnings.map(({ at, text }) => ({ at: at ?? '', text, note: 'warning of the instrument' })),
  ].sort((a, b) => (a.at < b.at ? -1 : 1));
  if (entries.length === 0) return null;
  return (
    <Section title="Time line">
      <ol className="flex flex-col gap-2">
        {entries.map(({ at, text, note }) => (
          <li key={`${at} ${text}`} className="flex flex-wrap gap-x-3">
            <span className="w-40 text-ink-soft tabular-nums">{at && <Time value={at} />}</span>
            <span className="min-w-0 flex-1 basis-48">
              {text}
              {note && <span className="text-ink-soft">{` (${note})`}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function RunFiles({ run: { importedFrom } }: Pick<ShownRun, 'run'>) {
  return (
    <Section title="Imported files">
      <ul className="flex flex-col gap-2">
        {importedFrom.map(({ name, sha256 }) => (
          <li key={`${name} ${sha256}`} className="min-w-0 wrap-anywhere">
            {name}
            <span className="code block text-ink-soft text-sm">{`SHA-256 ${sha256.slice(0, 16)}…`}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Loaded({ shown, documents }: { shown: ShownRun; documents: ReactNode }) {
  const { run, batch } = shown;
  const role = useSession().session?.user.role;
  const [judging, setJudging] = useState<'run' | RunSample | null>(null);
  const mayJudge = role !== undefined && may(role, 'internal/results:update');
  const close = (): void => setJudging(null);
  return (
    <DetailPage
      number={batch.julianId}
      name={`Flow cell ${run.flowCellId ?? 'unknown'}, run ${run.attempt}`}
      breadcrumbs={BREADCRUMBS}
      status={
        <span className="flex flex-wrap gap-2">
          <StatusBadge display={RUN_STATUS_DISPLAY[run.runStatus]} />
          {run.runStatus !== 'IN_PROGRESS' && <StatusBadge display={RUN_VERDICT_DISPLAY[run.qcVerdict]} />}
        </span>
      }
      actions={
        mayJudge &&
        run.runStatus !== 'IN_PROGRESS' && (
          <Button
            variant={run.qcVerdict === 'PENDING' ? 'primary' : 'secondary'}
            icon={Gavel}
            onClick={() => setJudging('run')}
          >
            {run.qcVerdict === 'PENDING' ? 'Give verdict' : 'Change verdict'}
          </Button>
        )
      }
    >
      <RunStateNotice run={run} />
      <div className="grid items-start gap-4 xl:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <RunSamples shown={shown} onJudge={mayJudge ? setJudging : null} />
          <RunPlots shown={shown} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <RunDetails shown={shown} />
          <RunTimeline run={run} />
          <RunFiles run={run} />
          <RunChecks run={run} />
          {documents}
        </div>
      </div>
      {judging === 'run' && <JudgeRunDialog shown={shown} onClose={close} />}
      {judging !== null && judging !== 'run' && <JudgeSampleDialog sample={judging} onClose={close} />}
    </DetailPage>
  );
}

/** A run of a sequencer: its state, yields, plots, samples, verdicts and documents. */
export function RunPage({ id, documents }: { id: string; documents: ReactNode }) {
  const { data, error } = useCall(readRun, { params: { id } });
  if (data) return <Loaded key={data.run.id} shown={data} documents={documents} />;
  return (
    <Page title="Run" breadcrumbs={BREADCRUMBS}>
      {error ? (
        <Notice tone="danger" title={errorText(error)} />
      ) : (
        <Skeleton lines={8} label="Loading the run" />
      )}
    </Page>
  );
}
