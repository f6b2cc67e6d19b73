import { Link, useNavigate } from '@tanstack/react-router';
import { Sigma } from 'lucide-react';
import type { ReactNode } from 'react';
import { readAnalysisContent } from '#db/api/sequencing/analyses.ts';
import { AppError } from '#db/errors/app-error.ts';
import { PROTOCOL_STATUS_DISPLAY } from '#db/protocols/protocol.ts';
import { FILE_SUBTYPE_LABEL } from '#db/records/files/file-type.ts';
import { ANALYSIS_STATUS_DISPLAY } from '#db/sequencing/analyses/analysis.ts';
import type { ShownAnalysis } from '#db/sequencing/analyses/shown-analysis.ts';
import { ANALYSIS_RUN_STATUS_DISPLAY } from '#db/sequencing/analysis-runs/analysis-run.ts';
import { SOURCE_SPECIES } from '#db/specimens/specimen-material.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { Signatures, VersionLink, Versions } from '#pwa/features/protocols/versions/version-panels.tsx';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { DetailPage } from '#pwa/ui/detail-page.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { AnalysisActions, useAnalysisRights } from './analysis-actions.tsx';

const BREADCRUMBS = [{ label: 'Analysis', to: '/lab/analysis' }] as const;

const limitText = (value: string | null, unit: string): string =>
  value === null ? 'None' : `${value} ${unit}`;

function Settings({ shown: { analysis } }: { shown: ShownAnalysis }) {
  const { sourceSpecies, outputs } = analysis;
  return (
    <Section title="Settings">
      <KeyValues
        items={[
          { name: 'Pipeline', value: analysis.pipelineUri, wide: true },
          { name: 'Reference genome', value: analysis.referenceGenome },
          { name: 'Species', value: sourceSpecies.map((one) => SOURCE_SPECIES[one]).join(', ') || 'Any' },
          { name: 'Outputs', value: outputs.map((one) => FILE_SUBTYPE_LABEL[one]).join(', ') },
          { name: 'Minimum yield', value: limitText(analysis.minYieldGb, 'Gb') },
          { name: 'Minimum mean quality', value: limitText(analysis.minMeanQ, 'Q') },
          { name: 'Minimum coverage', value: limitText(analysis.minCoverage, 'x') },
          { name: 'Description', value: analysis.description, wide: true },
          {
            name: 'Parameters',
            value: <pre className="code overflow-x-auto">{JSON.stringify(analysis.parameters, null, 2)}</pre>,
            wide: true,
          },
        ]}
      />
    </Section>
  );
}

function WhereUsed({ shown: { protocols } }: { shown: ShownAnalysis }) {
  return (
    <Section title="Where used">
      {protocols.length === 0 && <p className="text-ink-soft">No protocol uses this analysis.</p>}
      <ul aria-label="Protocols" className="flex flex-col gap-1">
        {protocols.map(({ id, name, code, protocolVersion, status }) => (
          <li key={id} className="flex min-h-8 flex-wrap items-center gap-2">
            <VersionLink
              to="/lab/protocols/$id"
              id={id}
              text={`${name}, ${code} version ${protocolVersion}`}
            />
            <StatusBadge display={PROTOCOL_STATUS_DISPLAY[status]} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Runs({ shown: { runs } }: { shown: ShownAnalysis }) {
  return (
    <Section title="Newest runs">
      {runs.length === 0 && <p className="text-ink-soft">No sample was analyzed with this version.</p>}
      <ul aria-label="Runs of the analysis" className="divide-y divide-line">
        {runs.map((run) => (
          <li key={run.id} className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <Link
              to="/internal/results/$id"
              params={{ id: run.batchResultId }}
              className="code inline-flex min-h-6 items-center text-accent-ink underline"
            >
              {run.sampleBarcode}
            </Link>
            <StatusBadge display={ANALYSIS_RUN_STATUS_DISPLAY[run.status]} />
            <Time value={run.endedAt ?? run.createdAt} />
            {run.message && <span className="text-ink-soft text-sm">{run.message}</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Renders the validation files of a version, with the upload for those who may. */
type FilesSlot = (uploads: boolean) => ReactNode;

function Loaded({ shown, filesPanel }: { shown: ShownAnalysis; filesPanel: FilesSlot }) {
  const navigate = useNavigate();
  const rights = useAnalysisRights(shown);
  const { analysis, authors, validationFiles } = shown;
  return (
    <DetailPage
      number={analysis.code}
      name={`${analysis.name}, version ${analysis.analysisVersion}`}
      breadcrumbs={BREADCRUMBS}
      status={<StatusBadge display={ANALYSIS_STATUS_DISPLAY[analysis.status]} />}
      actions={
        <AnalysisActions
          shown={shown}
          onOpen={(id) => void navigate({ to: '/lab/analysis/$id', params: { id } })}
        />
      }
    >
      {analysis.status === 'DRAFT' && analysis.returnReason && (
        <Notice tone="warning" title="This version was returned">
          <p className="wrap-anywhere">{analysis.returnReason}</p>
        </Notice>
      )}
      {analysis.status === 'PENDING' && validationFiles === 0 && (
        <Notice tone="info" title="Attach the validation file">
          <p>A version is approved with the file that shows its validation.</p>
        </Notice>
      )}
      {rights.abstains && (
        <Notice tone="info" title="You wrote this version, so another person approves it." />
      )}
      {analysis.changeSummary && (
        <Section title="Change summary">
          <p className="max-w-prose whitespace-pre-line">{analysis.changeSummary}</p>
        </Section>
      )}
      <div className="grid items-start gap-4 xl:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <Settings shown={shown} />
          {filesPanel(rights.uploads)}
          <Runs shown={shown} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <WhereUsed shown={shown} />
          <Section title="Authors">
            <p>{authors.map(({ name }) => name).join(', ')}</p>
          </Section>
          <Signatures signatures={shown.signatures} />
          <Versions
            currentId={analysis.id}
            to="/lab/analysis/$id"
            versions={shown.versions.map(({ id, analysisVersion, status }) => ({
              id,
              number: analysisVersion,
              display: ANALYSIS_STATUS_DISPLAY[status],
            }))}
          />
        </div>
      </div>
    </DetailPage>
  );
}

/** One version of an analysis: its settings and limits, its validation, what uses it and its newest runs. */
export function AnalysisPage({ id, validationFiles }: { id: string; validationFiles: FilesSlot }) {
  const { data, error, refetch } = useCall(readAnalysisContent, { params: { id } });
  if (data) return <Loaded key={id} shown={data} filesPanel={validationFiles} />;
  const missing = error instanceof AppError && error.code === 'NOT_FOUND';
  return (
    <Page title="Analysis" breadcrumbs={BREADCRUMBS}>
      {error ? (
        <EmptyState
          icon={Sigma}
          title={missing ? 'Analysis not found' : 'The analysis cannot be shown'}
          action={!missing && <Button onClick={() => void refetch()}>Try again</Button>}
        >
          {missing ? 'The analysis may belong to another lab.' : errorText(error)}
        </EmptyState>
      ) : (
        <Skeleton lines={8} label="Loading the analysis" />
      )}
    </Page>
  );
}
