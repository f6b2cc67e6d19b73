import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readFlowContent } from '#db/api/protocols/flows.ts';
import { readProcedureContent } from '#db/api/protocols/procedure-versions.ts';
import { readProtocolContent } from '#db/api/protocols/protocol-versions.ts';
import type { VersionToApprove } from '#db/batches/directors/director-work.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { FlowActions } from '#pwa/features/protocols/flows/flow-actions.tsx';
import { FlowComparison, FlowStages } from '#pwa/features/protocols/flows/flow-page.tsx';
import { ProcedureActions } from '#pwa/features/protocols/procedures/procedure-actions.tsx';
import { ProcedureComparison } from '#pwa/features/protocols/procedures/procedure-comparison.tsx';
import { ProtocolActions } from '#pwa/features/protocols/protocols/protocol-actions.tsx';
import { ProtocolComparison } from '#pwa/features/protocols/protocols/protocol-page.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { VersionLink } from './version-panels.tsx';

interface Read<Shown> {
  data: Shown | undefined;
  error: Error | null;
  refetch(): Promise<unknown>;
}

/** A version with its comparison above the buttons of its page; its loading and error states. */
function Decision<Shown>({
  read: { data, error, refetch },
  children,
  actions,
  link,
}: {
  read: Read<Shown>;
  children(version: Shown): ReactNode;
  actions(version: Shown): ReactNode;
  link: ReactNode;
}) {
  if (error)
    return (
      <Notice
        tone="danger"
        title={errorText(error)}
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    );
  if (data === undefined) return <Skeleton lines={4} label="Loading the version" />;
  return (
    <div className="flex flex-col gap-3">
      {children(data)}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex flex-wrap gap-2">{actions(data)}</div>
        {link}
      </div>
    </div>
  );
}

function ProcedureDecision({ id }: { id: string }) {
  const navigate = useNavigate();
  const read = useCall(readProcedureContent, { params: { id } });
  const open = (to: '/lab/procedures/$id' | '/lab/procedures/$id/design', next: string): void =>
    void navigate({ to, params: { id: next } });
  return (
    <Decision
      read={read}
      link={<VersionLink to="/lab/procedures/$id" id={id} text="Open procedure" />}
      actions={(version) => (
        <ProcedureActions
          shown={version}
          onOpen={(next) => open('/lab/procedures/$id', next)}
          onEdit={() => open('/lab/procedures/$id/design', id)}
        />
      )}
    >
      {(version) => <ProcedureComparison shown={version} />}
    </Decision>
  );
}

function FlowDecision({ id }: { id: string }) {
  const navigate = useNavigate();
  const read = useCall(readFlowContent, { params: { id } });
  return (
    <Decision
      read={read}
      link={<VersionLink to="/lab/flows/$id" id={id} text="Open flow" />}
      actions={(version) => (
        <FlowActions
          shown={version}
          onOpen={(next) => void navigate({ to: '/lab/flows/$id', params: { id: next } })}
        />
      )}
    >
      {(version) => (
        <>
          <FlowComparison shown={version} />
          <FlowStages shown={version} />
        </>
      )}
    </Decision>
  );
}

function ProtocolDecision({ id }: { id: string }) {
  const navigate = useNavigate();
  const read = useCall(readProtocolContent, { params: { id } });
  return (
    <Decision
      read={read}
      link={<VersionLink to="/lab/protocols/$id" id={id} text="Open protocol" />}
      actions={(version) => (
        <ProtocolActions
          shown={version}
          onOpen={(next) => void navigate({ to: '/lab/protocols/$id', params: { id: next } })}
        />
      )}
    >
      {(version) => <ProtocolComparison shown={version} />}
    </Decision>
  );
}

const DECISIONS = { Procedure: ProcedureDecision, Flow: FlowDecision, Protocol: ProtocolDecision } as const;

/** Approves or rejects a submitted version where it is listed, after its comparison. */
export function VersionDecision({ type, id }: Pick<VersionToApprove, 'type' | 'id'>) {
  const Panel = DECISIONS[type];
  return <Panel id={id} />;
}
