import { Link, useNavigate } from '@tanstack/react-router';
import { FileText, ListChecks } from 'lucide-react';
import { mayOpen } from '#db/access/homes.ts';
import { changeProcedure, readProcedureContent } from '#db/api/protocols/procedure-versions.ts';
import { BATCH_STATUS_DISPLAY, BATCH_TYPE_FACTS } from '#db/batches/batch.ts';
import { AppError } from '#db/errors/app-error.ts';
import type { StoredProcedureFile } from '#db/protocols/procedures/procedure-file.ts';
import type { ShownProcedure } from '#db/protocols/procedures/shown-procedure.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall, useCallMutation } from '#pwa/api/use-call.ts';
import { openProcedureFile } from '#pwa/app/procedure-files.ts';
import { AuthorsPanel } from '#pwa/features/protocols/versions/authors-panel.tsx';
import { Signatures, VersionNotices, Versions } from '#pwa/features/protocols/versions/version-panels.tsx';
import { procedureDisplay, useProcedureRights } from '#pwa/features/protocols/versions/version-status.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { DetailPage } from '#pwa/ui/detail-page.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { ProcedureActions } from './procedure-actions.tsx';
import { ProcedureComparison } from './procedure-comparison.tsx';
import { ProcedureSectionsView } from './procedure-sections.tsx';

const BREADCRUMBS = [{ label: 'Procedures', to: '/lab/procedures' }] as const;

/** Whether only trained people sign, and for how long and from which version a training counts. */
function trainingText({
  requiresTraining,
  competenceMonths,
  trainingFromVersion,
}: ShownProcedure['procedure']): string {
  if (!requiresTraining) return 'No';
  const validity = competenceMonths === null ? [] : [`valid for ${countOf(competenceMonths, 'month')}`];
  const from = trainingFromVersion === null ? [] : [`from version ${trainingFromVersion}`];
  return ['Yes', ...validity, ...from].join(', ');
}

/** The link to who has read and is trained on the procedure, for people who may open that page. */
function TrainingLink({ code }: { code: string }) {
  const session = useSession().session;
  if (!session || !mayOpen(session, '/lab/training')) return null;
  return (
    <Link to="/lab/training" search={{ procedure: code }} className="underline">
      Reading and training
    </Link>
  );
}

/** Opens the SOP file, also from the files of this device. */
function SopButton({ document }: { document: StoredProcedureFile }) {
  return (
    <Button
      icon={FileText}
      onClick={() =>
        void openProcedureFile(document.fileId).catch((error: unknown) => toast.error(errorText(error)))
      }
    >
      {document.title}
    </Button>
  );
}

function Settings({ shown: { procedure, document } }: { shown: ShownProcedure }) {
  const controls = [
    [procedure.positiveControls, 'positive'],
    [procedure.negativeControls, 'negative'],
    [procedure.noTemplateControls, 'no-template'],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, kind]) => `${count} ${kind}`);
  const volume = (amount: string | null): string | null => (amount === null ? null : `${amount} µL`);
  return (
    <Section title="Settings">
      <KeyValues
        items={[
          { name: 'Batch type', value: BATCH_TYPE_FACTS[procedure.batchType].label },
          { name: 'Clinical', value: procedure.clinical ? 'Yes' : 'No' },
          { name: 'Samples', value: `${procedure.minSamples} to ${procedure.maxSamples}` },
          { name: 'Controls', value: controls.join(', ') || 'None' },
          { name: 'Volume from each sample', value: volume(procedure.sampleInputVolume) },
          { name: 'Output volume', value: volume(procedure.outputVolume) },
          { name: 'Director approves batches', value: procedure.requiresDirectorApproval ? 'Yes' : 'No' },
          { name: 'Reading confirmed', value: procedure.requiresReading ? 'Yes' : 'No' },
          { name: 'Training required', value: trainingText(procedure) },
          {
            name: 'People',
            value: <TrainingLink code={procedure.code} />,
          },
          { name: 'SOP file', value: document && <SopButton document={document} />, wide: true },
        ]}
      />
    </Section>
  );
}

/** What depends on the version: flows, batches and waiting samples. */
function WhereUsed({ shown: { procedure, flows, openBatches, queuedSamples } }: { shown: ShownProcedure }) {
  const ownFlows = flows.filter(({ procedureId }) => procedureId === procedure.id);
  const isUnused = ownFlows.length === 0 && openBatches.length === 0 && queuedSamples === 0;
  return (
    <Section title="Where used">
      {isUnused && <p className="text-ink-soft">Nothing uses this version.</p>}
      {ownFlows.length > 0 && (
        <p>{`Flows: ${ownFlows.map(({ name, flowVersion }) => `${name} v${flowVersion}`).join(', ')}`}</p>
      )}
      {queuedSamples > 0 && <p>{`${countOf(queuedSamples, 'sample')} in the queue`}</p>}
      {openBatches.length > 0 && (
        <ul aria-label="Open batches" className="mt-2 flex flex-col gap-1">
          {openBatches.map((batch) => (
            <li key={batch.id} className="flex min-h-8 flex-wrap items-center gap-2">
              <Link to="/lab/batches/$batchId" params={{ batchId: batch.id }} className="code underline">
                {batch.julianId}
              </Link>
              <StatusBadge display={BATCH_STATUS_DISPLAY[batch.status]} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Authors({ shown }: { shown: ShownProcedure }) {
  const change = useCallMutation(changeProcedure);
  const { procedure, authors, authorChoices } = shown;
  return (
    <AuthorsPanel
      authors={authors}
      choices={authorChoices}
      rights={useProcedureRights(shown)}
      onSave={(authorIds) =>
        change.mutateAsync({
          body: { operation: 'set-procedure-authors', args: { procedureId: procedure.id, authorIds } },
        })
      }
    />
  );
}

function Loaded({ shown }: { shown: ShownProcedure }) {
  const navigate = useNavigate();
  const { procedure, sections, problems, signatures, versions, names } = shown;
  return (
    <DetailPage
      number={procedure.code}
      name={`${procedure.name}, version ${procedure.procedureVersion}`}
      breadcrumbs={BREADCRUMBS}
      status={<StatusBadge display={procedureDisplay(procedure)} />}
      actions={
        <ProcedureActions
          shown={shown}
          onOpen={(id) => void navigate({ to: '/lab/procedures/$id', params: { id } })}
          onEdit={() => void navigate({ to: '/lab/procedures/$id/design', params: { id: procedure.id } })}
        />
      }
    >
      <VersionNotices
        row={procedure}
        problems={problems.map(({ message, fieldId, stepId, sectionId }) => ({
          id: `${sectionId}-${stepId}-${fieldId}-${message}`,
          message,
        }))}
      />
      <div className="grid items-start gap-4 xl:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <ProcedureComparison key={procedure.id} shown={shown} />
          <ProcedureSectionsView sections={sections} names={names} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Settings shown={shown} />
          <Authors shown={shown} />
          <WhereUsed shown={shown} />
          <Signatures signatures={signatures} />
          <Versions
            currentId={procedure.id}
            to="/lab/procedures/$id"
            versions={versions.map((version) => ({
              id: version.id,
              number: version.procedureVersion,
              display: procedureDisplay(version),
            }))}
          />
        </div>
      </div>
    </DetailPage>
  );
}

/** One version of a procedure: its content, what changed, what depends on it, and the decisions about it. */
export function ProcedurePage({ id }: { id: string }) {
  const { data, error, refetch } = useCall(readProcedureContent, { params: { id } });
  if (data) return <Loaded key={id} shown={data} />;
  const missing = error instanceof AppError && error.code === 'NOT_FOUND';
  return (
    <Page title="Procedure" breadcrumbs={BREADCRUMBS}>
      {error ? (
        <EmptyState
          icon={ListChecks}
          title={missing ? 'Procedure not found' : 'The procedure cannot be shown'}
          action={!missing && <Button onClick={() => void refetch()}>Try again</Button>}
        >
          {missing ? 'The procedure may belong to another lab.' : errorText(error)}
        </EmptyState>
      ) : (
        <Skeleton lines={8} label="Loading the procedure" />
      )}
    </Page>
  );
}
