import { Archive, Ban, ListChecks, RotateCcw, Undo2, Workflow } from 'lucide-react';
import { useState } from 'react';
import { ulid } from 'ulid';
import { readProtocolRecord } from '#db/api/protocols/procedure-files.ts';
import {
  approveProtocol,
  changeProtocol,
  rejectProtocol,
  startProtocolVersion,
} from '#db/api/protocols/protocol-versions.ts';
import type { PinnedProcedures } from '#db/protocols/flow.ts';
import { ownFlowOf } from '#db/protocols/protocols/own-flow.ts';
import { ruleOf, settingsOf } from '#db/protocols/protocols/protocol-content.ts';
import type { ShownProtocol } from '#db/protocols/protocols/shown-protocol.ts';
import { callUrl } from '#pwa/api/call.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { EditProceduresDialog } from '#pwa/features/protocols/flows/flow-form.tsx';
import { ApproveDialog } from '#pwa/features/protocols/versions/approve-dialog.tsx';
import { VersionButtons } from '#pwa/features/protocols/versions/version-buttons.tsx';
import { type VersionDialog, VersionDialogs } from '#pwa/features/protocols/versions/version-dialogs.tsx';
import { DetailMenu } from '#pwa/ui/detail-header.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { EditProtocolDialog } from './edit-protocol-dialog.tsx';
import { EditRulesDialog } from './edit-rules-dialog.tsx';
import { useProtocolRights } from './protocol-status.ts';

/** The acts that end a version or bring it back; each asks for a reason. */
const RETIREMENTS = {
  'deprecate-protocol': {
    label: 'Deprecate',
    done: 'Version deprecated',
    icon: Archive,
    text: 'No new orders; running work continues. The service goes off sale.',
  },
  'reinstate-protocol': {
    label: 'Reinstate',
    done: 'Version reinstated',
    icon: RotateCcw,
    text: 'The version can be ordered again once its service is on sale.',
  },
  'discontinue-protocol': {
    label: 'Discontinue',
    done: 'Version discontinued',
    icon: Ban,
    text: 'The version ends for good. All its specimens must be finished.',
  },
} as const;
type Retirement = keyof typeof RETIREMENTS;

/** Run the changes of a version; a refusal is shown as a toast, or in the dialog that waits for it. */
function useChanges({ protocol, routes }: ShownProtocol, onOpen: (id: string) => void) {
  const change = useCallMutation(changeProtocol, { invalidates: ['lab/services', 'lab/flows'] });
  const reject = useCallMutation(rejectProtocol);
  const start = useCallMutation(startProtocolVersion);
  const showProblem = (error: unknown): void => toast.error(errorText(error));
  const { id: protocolId } = protocol;
  const run = (operation: string, args: Record<string, unknown>, done: string) =>
    change
      .mutateAsync({ body: { operation, args: { protocolId, ...args } } })
      .then(() => toast.success(done));
  const content = {
    seenVersion: protocol.version,
    settings: settingsOf(protocol),
    flows: routes.map(({ rule }) => ruleOf(rule)),
  };
  return {
    change: run,
    tryChange: (operation: string, args: Record<string, unknown>, done: string) =>
      void run(operation, args, done).catch(showProblem),
    save: (changes: Partial<typeof content & { procedures: PinnedProcedures }>) =>
      run('save-protocol-draft', { ...content, ...changes }, 'Draft saved'),
    reject: (reason: string) =>
      reject.mutate(
        { body: { protocolId, reason } },
        { onSuccess: () => toast.success('Version rejected'), onError: showProblem },
      ),
    start: (research: boolean) => {
      const nextId = ulid();
      start.mutate(
        { body: { protocolId: nextId, sourceId: protocolId, research } },
        { onSuccess: () => onOpen(nextId), onError: showProblem },
      );
    },
  };
}

function ApproveProtocolDialog({ shown, onClose }: { shown: ShownProtocol; onClose(): void }) {
  const { protocol, contentHash, priced } = shown;
  const approve = useCallMutation(approveProtocol, { invalidates: ['lab/services', 'lab/price'] });
  return (
    <ApproveDialog
      title={`Approve ${protocol.code}, version ${protocol.protocolVersion}`}
      pending={approve.isPending}
      error={approve.error}
      onClose={onClose}
      onSign={(decision) =>
        approve.mutate(
          { body: { protocolId: protocol.id, contentHash, ...decision } },
          {
            onSuccess: () => {
              toast.success(`Version ${protocol.protocolVersion} approved`);
              onClose();
            },
          },
        )
      }
    >
      {!priced && <p className="text-ink-soft text-sm">No price is set. Set one in Protocol Pricing.</p>}
    </ApproveDialog>
  );
}

/** The next action of a version, and the menu of the others. */
export function ProtocolActions({
  shown,
  onOpen,
}: {
  shown: ShownProtocol;
  onOpen(protocolId: string): void;
}) {
  const { protocol, routes } = shown;
  const rights = useProtocolRights(shown);
  const changes = useChanges(shown, onOpen);
  const [open, setOpen] = useState<VersionDialog | 'approve' | 'edit' | 'rules' | 'procedures' | null>(null);
  const [retirement, setRetirement] = useState<Retirement | null>(null);
  const close = (): void => setOpen(null);
  const research = protocol.status === 'RESEARCH';
  const title = `${protocol.code}, version ${protocol.protocolVersion}`;
  const retirements: Retirement[] = [
    ...(rights.deprecates ? (['deprecate-protocol'] as const) : []),
    ...(rights.reinstates ? (['reinstate-protocol'] as const) : []),
    ...(rights.discontinues ? (['discontinue-protocol'] as const) : []),
  ];
  const ownFlow = ownFlowOf(protocol, routes);
  const menu = [
    ...(rights.edits && ownFlow
      ? [{ label: 'Edit procedures', icon: ListChecks, onSelect: () => setOpen('procedures') }]
      : []),
    ...(rights.edits ? [{ label: 'Edit flows', icon: Workflow, onSelect: () => setOpen('rules') }] : []),
    ...(rights.withdraws
      ? [
          {
            label: 'Withdraw',
            icon: Undo2,
            onSelect: () => changes.tryChange('withdraw-protocol', {}, 'Version withdrawn'),
          },
        ]
      : []),
    ...retirements.map((name) => ({
      label: RETIREMENTS[name].label,
      icon: RETIREMENTS[name].icon,
      danger: name === 'discontinue-protocol',
      onSelect: () => setRetirement(name),
    })),
  ];
  return (
    <>
      <VersionButtons
        rights={rights}
        recordUrl={callUrl(readProtocolRecord, { params: { id: protocol.id } })}
        onEdit={() => setOpen('edit')}
        onSubmit={() => setOpen('submit')}
        onReject={() => setOpen('reject')}
        onApprove={() => setOpen('approve')}
        onStart={changes.start}
      />
      {menu.length > 0 && <DetailMenu actions={menu} />}
      {open === 'edit' && (
        <EditProtocolDialog
          title={`Edit ${title}`}
          settings={settingsOf(protocol)}
          research={research}
          onSave={(settings) => changes.save({ settings })}
          onClose={close}
        />
      )}
      {open === 'rules' && (
        <EditRulesDialog
          title={`Flows of ${title}`}
          rules={routes.map(({ rule }) => ruleOf(rule))}
          types={protocol.acceptedSpecimenTypes}
          research={research}
          onSave={(flows) => changes.save({ flows })}
          onClose={close}
        />
      )}
      {open === 'procedures' && ownFlow && (
        <EditProceduresDialog
          title={`Procedures of ${title}`}
          procedures={{
            samplePreparationProcedureId: ownFlow.samplePreparationProcedureId,
            extractionProcedureId: ownFlow.extractionProcedureId,
            libraryPreparationProcedureId: ownFlow.libraryPreparationProcedureId,
            sequencingProcedureId: ownFlow.sequencingProcedureId,
          }}
          onSave={(procedures) => changes.save({ procedures })}
          onClose={close}
        />
      )}
      {open === 'approve' && <ApproveProtocolDialog shown={shown} onClose={close} />}
      <VersionDialogs
        open={open === 'submit' || open === 'reject' ? open : null}
        versionNumber={protocol.protocolVersion}
        changeSummary={protocol.changeSummary}
        onSubmit={(changeSummary) =>
          changes.change('submit-protocol', { changeSummary }, 'Submitted for approval')
        }
        onReject={changes.reject}
        onClose={close}
      />
      {retirement && (
        <ConfirmDialog
          open
          title={`${RETIREMENTS[retirement].label} version ${protocol.protocolVersion}?`}
          confirmLabel={`${RETIREMENTS[retirement].label} version`}
          danger={retirement !== 'reinstate-protocol'}
          reasonRequired
          onClose={() => setRetirement(null)}
          onConfirm={(reason) => {
            setRetirement(null);
            changes.tryChange(retirement, { reason }, RETIREMENTS[retirement].done);
          }}
        >
          <p>{RETIREMENTS[retirement].text}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
