import { useNavigate } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { changeProtocol, readProtocolContent } from '#db/api/protocols/protocol-versions.ts';
import { AppError } from '#db/errors/app-error.ts';
import { SERVICE_STATUS } from '#db/ordering/services/service.ts';
import { changesOfProtocol, ruleText, settingTexts } from '#db/protocols/protocols/protocol-text.ts';
import type { ShownProtocol } from '#db/protocols/protocols/shown-protocol.ts';
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
import { procedureDisplay } from '#pwa/features/protocols/versions/version-status.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { Badge, StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { DetailPage } from '#pwa/ui/detail-page.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { EntityBadge } from '#pwa/ui/entity-badge.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { FlowTable } from './flow-table.tsx';
import { ProtocolActions } from './protocol-actions.tsx';
import { protocolDisplay, useProtocolRights } from './protocol-status.ts';

const BREADCRUMBS = [{ label: 'Protocols', to: '/lab/protocols' }] as const;

/** The flows of the protocol, each with its rule and its state of approval. */
function Flows({ shown: { routes } }: { shown: ShownProtocol }) {
  return (
    <Section title="Flows">
      {routes.length === 0 && <p className="text-ink-soft">No flows yet.</p>}
      <ul className="divide-y divide-line">
        {routes.map(({ rule, flow }) => (
          <li key={rule.id} className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="min-w-0 flex-1">
              <VersionLink
                to="/lab/flows/$id"
                id={flow.id}
                text={`${flow.name}, ${flow.code} version ${flow.flowVersion}`}
              />
              <span className="block text-ink-soft text-sm">{ruleText(rule)}</span>
            </span>
            {rule.isDefault && <Badge>Default</Badge>}
            <StatusBadge display={procedureDisplay(flow)} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function OtherVersion({ id, shown }: { id: string; shown: ShownProtocol }) {
  const { data, error } = useCall(readProtocolContent, { params: { id } });
  if (error) return <Notice tone="danger" title={errorText(error)} />;
  if (!data) return <Skeleton lines={4} label="Loading the version" />;
  // The newer version is on the right, whichever page is open.
  const isOlder = data.protocol.protocolVersion < shown.protocol.protocolVersion;
  return <ShownChanges changes={isOlder ? changesOfProtocol(data, shown) : changesOfProtocol(shown, data)} />;
}

/** What differs between this version and another one, at first the one that it replaces. */
export function ProtocolComparison({ shown }: { shown: ShownProtocol }) {
  const { protocol, versions } = shown;
  return (
    <VersionComparison
      currentId={protocol.id}
      supersedesId={protocol.supersedesId}
      versions={versions.map((version) => ({
        id: version.id,
        number: version.protocolVersion,
        display: protocolDisplay(version),
      }))}
    >
      {(otherId) => <OtherVersion id={otherId} shown={shown} />}
    </VersionComparison>
  );
}

/** The service and price of the version, and the orders that it still has. */
function WhereUsed({ shown: { service, priced, openOrders, openSpecimens } }: { shown: ShownProtocol }) {
  return (
    <Section title="Where used">
      <KeyValues
        items={[
          { name: 'Service', value: service?.name ?? null, wide: true },
          {
            name: 'On sale',
            value: service ? <StatusBadge display={SERVICE_STATUS[service.status]} /> : null,
          },
          { name: 'Price', value: priced ? 'Set' : 'Not set' },
          { name: 'Open orders', value: countOf(openOrders, 'order') },
          { name: 'Open specimens', value: countOf(openSpecimens, 'specimen') },
        ]}
      />
    </Section>
  );
}

function Authors({ shown }: { shown: ShownProtocol }) {
  const change = useCallMutation(changeProtocol);
  const { protocol, authors, authorChoices } = shown;
  return (
    <AuthorsPanel
      authors={authors}
      choices={authorChoices}
      rights={useProtocolRights(shown)}
      onSave={(authorIds) =>
        change.mutateAsync({
          body: { operation: 'set-protocol-authors', args: { protocolId: protocol.id, authorIds } },
        })
      }
    />
  );
}

function Loaded({ shown }: { shown: ShownProtocol }) {
  const navigate = useNavigate();
  const { protocol, problems, signatures } = shown;
  const versions = shown.versions.map((version) => ({
    id: version.id,
    number: version.protocolVersion,
    display: protocolDisplay(version),
  }));
  return (
    <DetailPage
      number={protocol.code}
      name={`${protocol.name}, version ${protocol.protocolVersion}`}
      breadcrumbs={BREADCRUMBS}
      tags={<EntityBadge entity={protocol.entity} />}
      status={<StatusBadge display={protocolDisplay(protocol)} />}
      actions={
        <ProtocolActions
          shown={shown}
          onOpen={(id) => void navigate({ to: '/lab/protocols/$id', params: { id } })}
        />
      }
    >
      <VersionNotices row={protocol} problems={problems.map((message) => ({ id: message, message }))} />
      <div className="grid items-start gap-4 xl:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <ProtocolComparison shown={shown} />
          <FlowTable shown={shown} />
          <Flows shown={shown} />
          <Section title="Settings">
            <KeyValues
              items={[
                ...settingTexts(shown).map(({ name, value }) => ({ name, value })),
                { name: 'Description', value: protocol.description, wide: true },
              ]}
            />
          </Section>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Authors shown={shown} />
          <WhereUsed shown={shown} />
          <Signatures signatures={signatures} />
          <Versions currentId={protocol.id} versions={versions} to="/lab/protocols/$id" />
        </div>
      </div>
    </DetailPage>
  );
}

/** One version of a protocol: its flows, what changed, what depends on it, and the decisions about it. */
export function ProtocolPage({ id }: { id: string }) {
  const { data, error, refetch } = useCall(readProtocolContent, { params: { id } });
  if (data) return <Loaded key={id} shown={data} />;
  const missing = error instanceof AppError && error.code === 'NOT_FOUND';
  return (
    <Page title="Protocol" breadcrumbs={BREADCRUMBS}>
      {error ? (
        <EmptyState
          icon={FlaskConical}
          title={missing ? 'Protocol not found' : 'The protocol cannot be shown'}
          action={!missing && <Button onClick={() => void refetch()}>Try again</Button>}
        >
          {missing ? 'The protocol may belong to another lab.' : errorText(error)}
        </EmptyState>
      ) : (
        <Skeleton lines={8} label="Loading the protocol" />
      )}
    </Page>
  );
}
