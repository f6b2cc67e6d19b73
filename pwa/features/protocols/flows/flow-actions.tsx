import { Archive, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { ulid } from 'ulid';
import { approveFlow, changeFlow, rejectFlow, startFlowVersion } from '#db/api/protocols/flows.ts';
import { readFlowRecord } from '#db/api/protocols/procedure-files.ts';
import { settingsOf } from '#db/protocols/flows/flow-content.ts';
import type { ShownFlow } from '#db/protocols/flows/shown-flow.ts';
import { callUrl } from '#pwa/api/call.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { ApproveDialog, QueuedSpecimensTick } from '#pwa/features/protocols/versions/approve-dialog.tsx';
import { VersionButtons } from '#pwa/features/protocols/versions/version-buttons.tsx';
import { type VersionDialog, VersionDialogs } from '#pwa/features/protocols/versions/version-dialogs.tsx';
import { useFlowRights } from '#pwa/features/protocols/versions/version-status.ts';
import { DetailMenu } from '#pwa/ui/detail-header.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { EditFlowDialog } from './flow-form.tsx';

/** Run the changes of a version; a refusal is shown as a toast, or in the dialog that waits for it. */
function useChanges({ flow }: ShownFlow, onOpen: (id: string) => void) {
  const change = useCallMutation(changeFlow);
  const reject = useCallMutation(rejectFlow);
  const start = useCallMutation(startFlowVersion);
  const showProblem = (error: unknown): void => toast.error(errorText(error));
  const { id: flowId } = flow;
  return {
    change: (operation: string, args: Record<string, unknown>, done: string) =>
      change.mutateAsync({ body: { operation, args: { flowId, ...args } } }).then(() => toast.success(done)),
    tryChange: (operation: string, args: Record<string, unknown>, done: string) =>
      change.mutate(
        { body: { operation, args: { flowId, ...args } } },
        { onSuccess: () => toast.success(done), onError: showProblem },
      ),
    reject: (reason: string) =>
      reject.mutate(
        { body: { flowId, reason } },
        { onSuccess: () => toast.success('Version rejected'), onError: showProblem },
      ),
    start: (research: boolean) => {
      const nextId = ulid();
      start.mutate(
        { body: { flowId: nextId, sourceId: flowId, research } },
        { onSuccess: () => onOpen(nextId), onError: showProblem },
      );
    },
  };
}

function ApproveFlowDialog({ shown, onClose }: { shown: ShownFlow; onClose(): void }) {
  const { flow, contentHash, queuedSpecimens } = shown;
  const [takesQueuedSpecimens, setTakesQueuedSpecimens] = useState(false);
  const approve = useCallMutation(approveFlow, { invalidates: ['lab/protocols'] });
  return (
    <ApproveDialog
      title={`Approve ${flow.code}, version ${flow.flowVersion}`}
      pending={approve.isPending}
      error={approve.error}
      onClose={onClose}
      onSign={(decision) =>
        approve.mutate(
          { body: { flowId: flow.id, contentHash, takesQueuedSpecimens, ...decision } },
          {
            onSuccess: () => {
              toast.success(`Version ${flow.flowVersion} approved`);
              onClose();
            },
          },
        )
      }
    >
      <QueuedSpecimensTick
        count={queuedSpecimens}
        value={takesQueuedSpecimens}
        onChange={setTakesQueuedSpecimens}
      />
    </ApproveDialog>
  );
}

/** The next action of a version, and the menu of the others. */
export function FlowActions({ shown, onOpen }: { shown: ShownFlow; onOpen(flowId: string): void }) {
  const { flow } = shown;
  const rights = useFlowRights(shown);
  const changes = useChanges(shown, onOpen);
  const [open, setOpen] = useState<VersionDialog | 'approve' | 'edit' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <>
      <VersionButtons
        rights={rights}
        recordUrl={callUrl(readFlowRecord, { params: { id: flow.id } })}
        onEdit={() => setOpen('edit')}
        onSubmit={() => setOpen('submit')}
        onReject={() => setOpen('reject')}
        onApprove={() => setOpen('approve')}
        onStart={changes.start}
      />
      {(rights.withdraws || rights.archives) && (
        <DetailMenu
          actions={[
            ...(rights.withdraws
              ? [
                  {
                    label: 'Withdraw',
                    icon: Undo2,
                    onSelect: () => changes.tryChange('withdraw-flow', {}, 'Version withdrawn'),
                  },
                ]
              : []),
            ...(rights.archives
              ? [{ label: 'Archive', icon: Archive, danger: true, onSelect: () => setOpen('archive') }]
              : []),
          ]}
        />
      )}
      {open === 'edit' && (
        <EditFlowDialog
          title={`Edit ${flow.code}, version ${flow.flowVersion}`}
          settings={settingsOf(flow)}
          onSave={(settings) =>
            changes.change('save-flow-draft', { seenVersion: flow.version, settings }, 'Draft saved')
          }
          onClose={close}
        />
      )}
      {open === 'approve' && <ApproveFlowDialog shown={shown} onClose={close} />}
      <VersionDialogs
        open={open === 'approve' || open === 'edit' ? null : open}
        versionNumber={flow.flowVersion}
        changeSummary={flow.changeSummary}
        archiveText="No specimen takes an archived flow. Specimens that follow it finish with it."
        onSubmit={(changeSummary) =>
          changes.change('submit-flow', { changeSummary }, 'Submitted for approval')
        }
        onReject={changes.reject}
        onArchive={(reason) => changes.tryChange('archive-flow', { reason }, 'Version archived')}
        onClose={close}
      />
    </>
  );
}
