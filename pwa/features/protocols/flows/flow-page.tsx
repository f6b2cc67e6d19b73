import { useNavigate } from '@tanstack/react-router';
import { Workflow } from 'lucide-react';
import { changeFlow, readFlowContent } from '#db/api/protocols/flows.ts';
import { BATCH_TYPE_FACTS } from '#db/batches/batch.ts';
import { AppError } from '#db/errors/app-error.ts';
import { changesOfFlow } from '#db/protocols/flows/flow-changes.ts';
import type { ShownFlow } from '#db/protocols/flows/shown-flow.ts';
import { PROTOCOL_STATUS_DISPLAY } from '#db/protocols/protocol.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall, useCallMutation } from '#pwa/api/use-call.ts';
import { AuthorsPanel } from '#pwa/features/protocols/versions/authors-panel.tsx';
import {
  ShownChanges,
  Signatures,
  VersionComparison,
  VersionLink,
  VersionNotices,
  Versions,
} from '#pwa/features/protocols/versions/version-panels.tsx';
import { procedureDisplay, useFlowRights } from '#pwa/features/protocols/versions/version-status.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { DetailPage } from '#pwa/ui/detail-page.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { EntityBadge } from '#pwa/ui/entity-badge.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { FlowActions } from './flow-actions.tsx';

const BREADCRUMBS = [{ label: 'Flows', to: '/lab/flows' }] as const;

/** The four stages in the order of work, each with its procedure and that procedure's state of approval. */
export function FlowStages({ shown: { slots } }: { shown: ShownFlow }) {
  return (
    <Section title="Stages">
      <ol className="divide-y divide-line">
        {slots.map(({ batchType, procedure }) => (
          <li key={batchType} className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="w-44 font-medium">{BATCH_TYPE_FACTS[batchType].label}</span>
            {procedure ? (
              <>
                <span className="min-w-0 flex-1 basis-48">
                  <VersionLink
                    to="/lab/procedures/$id"
                    id={procedure.id}
                    text={`${procedure.name}, ${procedure.code} version ${procedure.procedureVersion}`}
                  />
                </span>
                <StatusBadge display={procedureDisplay(procedure)} />
              </>
            ) : (
              <span className="text-ink-soft">Not in this flow</span>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function OtherVersion({ id, shown }: { id: string; shown: ShownFlow }) {
  const { data, error } = useCall(readFlowContent, { params: { id } });
  if (error) return <Notice tone="danger" title={errorText(error)} />;
  if (!data) return <Skeleton lines={4} label="Loading the version" />;
  // The newer version is on the right, whichever page is open.
  const isOlder = data.flow.flowVersion < shown.flow.flowVersion;
  return <ShownChanges changes={isOlder ? changesOfFlow(data, shown) : changesOfFlow(shown, data)} />;
}

/** What differs between this version and another one, at first the one that it replaces. */
export function FlowComparison({ shown }: { shown: ShownFlow }) {
  const { flow, versions } = shown;
  return (
    <VersionComparison
      currentId={flow.id}
      supersedesId={flow.supersedesId}
      versions={versions.map((version) => ({
        id: version.id,
        number: version.flowVersion,
        display: procedureDisplay(version),
      }))}
    >
      {(otherId) => <OtherVersion id={otherId} shown={shown} />}
    </VersionComparison>
  );
}

/** What depends on the version: protocols and waiting samples. */
function WhereUsed({ shown: { protocols, queuedSamples } }: { shown: ShownFlow }) {
  return (
    <Section title="Where used">
      {protocols.length === 0 && queuedSamples === 0 && (
        <p className="text-ink-soft">Nothing uses this version.</p>
      )}
      {queuedSamples > 0 && <p>{`${countOf(queuedSamples, 'sample')} in the queue`}</p>}
      {protocols.length > 0 && (
        <ul aria-label="Protocols" className="mt-2 flex flex-col gap-1">
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
      )}
    </Section>
  );
}

function Authors({ shown }: { shown: ShownFlow }) {
  const change = useCallMutation(changeFlow);
  const { flow, authors, authorChoices } = shown;
  return (
    <AuthorsPanel
      authors={authors}
      choices={authorChoices}
      rights={useFlowRights(shown)}
      onSave={(authorIds) =>
        change.mutateAsync({ body: { operation: 'set-flow-authors', args: { flowId: flow.id, authorIds } } })
      }
    />
  );
}

function Loaded({ shown }: { shown: ShownFlow }) {
  const navigate = useNavigate();
  const { flow, clinical, problems, signatures } = shown;
  const versions = shown.versions.map((version) => ({
    id: version.id,
    number: version.flowVersion,
    display: procedureDisplay(version),
  }));
  return (
    <DetailPage
      number={flow.code}
      name={`${flow.name}, version ${flow.flowVersion}`}
      breadcrumbs={BREADCRUMBS}
      tags={<EntityBadge entity={flow.entity} />}
      status={<StatusBadge display={procedureDisplay(flow)} />}
      actions={
        <FlowActions shown={shown} onOpen={(id) => void navigate({ to: '/lab/flows/$id', params: { id } })} />
      }
    >
      <VersionNotices row={flow} problems={problems.map((message) => ({ id: message, message }))} />
      <div className="grid items-start gap-4 xl:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <FlowComparison shown={shown} />
          <FlowStages shown={shown} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Section title="Settings">
            <KeyValues items={[{ name: 'Clinical', value: clinical ? 'Yes' : 'No' }]} />
          </Section>
          <Authors shown={shown} />
          <WhereUsed shown={shown} />
          <Signatures signatures={signatures} />
          <Versions currentId={flow.id} versions={versions} to="/lab/flows/$id" />
        </div>
      </div>
    </DetailPage>
  );
}

/** One version of a flow: its stages, what changed, what depends on it, and the decisions about it. */
export function FlowPage({ id }: { id: string }) {
  const { data, error, refetch } = useCall(readFlowContent, { params: { id } });
  if (data) return <Loaded key={id} shown={data} />;
  const missing = error instanceof AppError && error.code === 'NOT_FOUND';
  return (
    <Page title="Flow" breadcrumbs={BREADCRUMBS}>
      {error ? (
        <EmptyState
          icon={Workflow}
          title={missing ? 'Flow not found' : 'The flow cannot be shown'}
          action={!missing && <Button onClick={() => void refetch()}>Try again</Button>}
        >
          {missing ? 'The flow may belong to another lab.' : errorText(error)}
        </EmptyState>
      ) : (
        <Skeleton lines={8} label="Loading the flow" />
      )}
    </Page>
  );
}
