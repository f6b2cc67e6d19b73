import { useState } from 'react';
import { signOffProcedure } from '#db/api/protocols/procedure-versions.ts';
import type { ShownProcedure } from '#db/protocols/procedures/shown-procedure.ts';
import { mayApproveMethod } from '#db/protocols/versions/version-rules.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { ApproveDialog, QueuedSpecimensTick } from '#pwa/features/protocols/versions/approve-dialog.tsx';
import { countOf } from '#pwa/format/numbers.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';

/** Approves a version with PIN: from which day, and which flows use it. */
export function SignOffDialog({ shown, onClose }: { shown: ShownProcedure; onClose(): void }) {
  const { procedure, contentHash } = shown;
  const role = useSession().session?.user.role;
  const flows = shown.flows.filter(({ clinical }) => role !== undefined && mayApproveMethod(role, clinical));
  const leftOut = shown.flows.length - flows.length;
  const [flowIds, setFlowIds] = useState<readonly string[]>(flows.map(({ id }) => id));
  const [takesQueuedSpecimens, setTakesQueuedSpecimens] = useState(false);
  const queued = flows
    .filter(({ id }) => flowIds.includes(id))
    .reduce((sum, { queuedSpecimens }) => sum + queuedSpecimens, 0);
  const signOff = useCallMutation(signOffProcedure, { invalidates: ['lab/procedures', 'lab/flows'] });
  return (
    <ApproveDialog
      title={`Approve ${procedure.code}, version ${procedure.procedureVersion}`}
      pending={signOff.isPending}
      error={signOff.error}
      onClose={onClose}
      onSign={(decision) =>
        signOff.mutate(
          {
            body: {
              procedureId: procedure.id,
              contentHash,
              updateFlowIds: [...flowIds],
              takesQueuedSpecimens: takesQueuedSpecimens && queued > 0,
              ...decision,
            },
          },
          {
            onSuccess: () => {
              toast.success(`Version ${procedure.procedureVersion} approved`);
              onClose();
            },
          },
        )
      }
    >
      {flows.length > 0 && (
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 font-medium">{`Update ${countOf(flows.length, 'flow')}`}</legend>
          {flows.map((flow) => (
            <Checkbox
              key={flow.id}
              value={flowIds.includes(flow.id)}
              label={`${flow.name}, version ${flow.flowVersion}`}
              onChange={(on) =>
                setFlowIds(
                  flows.map(({ id }) => id).filter((id) => (id === flow.id ? on : flowIds.includes(id))),
                )
              }
            />
          ))}
          <p className="text-ink-soft text-sm">
            Each gets a new version. The others keep the earlier procedure.
          </p>
        </fieldset>
      )}
      <QueuedSpecimensTick count={queued} value={takesQueuedSpecimens} onChange={setTakesQueuedSpecimens} />
      {leftOut > 0 && (
        <p className="text-ink-soft text-sm">
          {`${countOf(leftOut, 'flow')} of another director: start a new version of each.`}
        </p>
      )}
    </ApproveDialog>
  );
}
