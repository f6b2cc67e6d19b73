import {
  CirclePlay,
  CircleStop,
  Link2,
  type LucideIcon,
  MessageCircleQuestion,
  PauseCircle,
  RotateCcw,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import type { BenchArgs, BenchCall, BenchOperationName } from '#db/bench-operations.ts';
import { sample } from '#db/samples/sample.ts';
import { awaitsMaterial } from '#db/specimens/accession/link-unexpected-sample.ts';
import { canSetAside, HOLDS, MAY_RELEASE } from '#db/specimens/holding/hold-specimen.ts';
import { RESTARTABLE, type RestartFrom, samplesInWork } from '#db/specimens/restart-specimen.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { SPECIMEN_STATUS } from '#db/specimens/specimen-status.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { requireAccepted } from '#pwa/replica/hooks/use-checked-operation.ts';
import { useOfflineLetter } from '#pwa/replica/hooks/use-offline-letter.ts';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { ReasonField, ReasonForm } from '#pwa/ui/form/schema-field.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { LinkDialog } from './linking/link-dialog.tsx';

interface SpecimenActionWindowProps {
  specimen: Specimen;
  /** The operation with the reason; null while its arguments are incomplete. */
  callWith(reason: string): BenchCall | null;
  /** The action, as its button names it. */
  label: string;
  icon: LucideIcon;
  reasonHint?: string;
  /** The consequences and any further information. */
  children: ReactNode;
}

/** A button for an irreversible action on a specimen, with a dialog that warns and asks for the reason. */
function SpecimenActionWindow(props: SpecimenActionWindowProps) {
  const { specimen, callWith, label, icon, reasonHint, children } = props;
  const run = useRunOperation();
  const [open, setOpen] = useState(false);
  const send = async (reason: string): Promise<void> => {
    const call = callWith(reason);
    if (!call) return;
    requireAccepted(await run(call.name, call.args));
    setOpen(false);
  };
  return (
    <>
      <Button icon={icon} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <FormDialog
        open={open}
        title={`${label}: ${specimen.julianId ?? specimen.requisitionNumber}`}
        submitLabel={label}
        danger
        schema={ReasonForm}
        onSubmit={({ reason }) => send(reason)}
        onClose={() => setOpen(false)}
      >
        {children}
        <ReasonField name="reason" hint={reasonHint} />
      </FormDialog>
    </>
  );
}

const FROM: readonly { value: RestartFrom; label: string; follows: string }[] = [
  {
    value: 'MATERIAL_ON_HAND',
    label: 'Material on hand',
    follows: 'The remaining material joins the first stage’s queue under a new label.',
  },
  {
    value: 'REPLACEMENT',
    label: 'Replacement',
    follows: 'The customer is asked by email to send new material.',
  },
];

/** Restarts a specimen from its first stage; for lab and project managers while it is in work or failed. */
function RestartSpecimen({ specimen }: { specimen: Specimen }) {
  const { role } = useReplica().actor;
  const offlineLetter = useOfflineLetter();
  const samples = useRows(sample, { specimenId: specimen.id });
  const sampleIds = samples && samplesInWork(samples).map(({ id }) => id);
  const [from, setFrom] = useState<RestartFrom>('MATERIAL_ON_HAND');
  if (!RESTARTABLE.includes(specimen.status) || !hasCapability(role, 'restartSpecimens')) return null;
  return (
    <SpecimenActionWindow
      specimen={specimen}
      callWith={(reason) => {
        const args = { specimenId: specimen.id, from, childSuffixLetter: offlineLetter, sampleIds, reason };
        return { name: 'restart-specimen', args };
      }}
      label="Restart"
      icon={RotateCcw}
      reasonHint="The customer reads “Being repeated”, not your reason."
    >
      <p>
        Work restarts from the first stage. Samples in batches and queues are discarded. This cannot be
        undone.
      </p>
      <Segmented<RestartFrom> label="Restart from" options={FROM} value={from} onChange={setFrom} />
      <p>{FROM.find(({ value }) => value === from)?.follows}</p>
    </SpecimenActionWindow>
  );
}

/** Stops the work on a failed specimen; for users who decide about it. */
function StopSpecimen({ specimen }: { specimen: Specimen }) {
  const { role } = useReplica().actor;
  if (specimen.status !== 'FAILED_QC' || !hasCapability(role, 'stopSpecimens')) return null;
  return (
    <SpecimenActionWindow
      specimen={specimen}
      callWith={(reason) => ({ name: 'stop-specimen', args: { specimenId: specimen.id, reason } })}
      label="Stop work"
      icon={CircleStop}
    >
      <p>
        Its failed samples are not worked on any more. This cannot be undone. It is charged when the material
        was the cause, and not when the lab was.
      </p>
      <p>The customer gets an email that work stopped, and sees your reason.</p>
    </SpecimenActionWindow>
  );
}

type Hold = (typeof HOLDS)[number];

/** Holds and releases that this user may do now. */
export function SpecimenActions({ specimen }: { specimen: Specimen }) {
  const { role } = useReplica().actor;
  const run = useRunOperation();
  const [asking, setAsking] = useState<'hold' | 'release' | 'link' | null>(null);
  const holds = HOLDS.filter(
    (one) =>
      specimen.receivedAt !== null &&
      canSetAside(specimen.status, one) &&
      hasCapability(role, one === 'RECEIVED_QUARANTINED' ? 'quarantineSpecimens' : 'holdSpecimens'),
  );
  const [selectedHold, setSelectedHold] = useState<Hold | null>(null);
  const target = holds.find((one) => one === selectedHold) ?? holds[0];
  const isCustomerQuestion = holds.length === 1 && target === 'ACTION_REQUIRED';
  const releaseCapability = MAY_RELEASE[specimen.status];
  const runOperation = async <Name extends BenchOperationName>(
    name: Name,
    args: BenchArgs[Name],
  ): Promise<void> => {
    setAsking(null);
    const result = await run(name, args);
    if (result.outcome === 'REJECTED') toast.error(result.message ?? 'That was refused.');
  };
  return (
    <>
      {awaitsMaterial(specimen) && hasCapability(role, 'completeSpecimenInfo') && (
        <Button icon={Link2} onClick={() => setAsking('link')}>
          Link an unexpected tube
        </Button>
      )}
      {asking === 'link' && <LinkDialog specimenId={specimen.id} onClose={() => setAsking(null)} />}
      {releaseCapability && hasCapability(role, releaseCapability) && (
        <Button icon={CirclePlay} onClick={() => setAsking('release')}>
          Release
        </Button>
      )}
      {target && (
        <Button
          icon={isCustomerQuestion ? MessageCircleQuestion : PauseCircle}
          onClick={() => setAsking('hold')}
        >
          {isCustomerQuestion ? 'Ask the customer' : 'Set aside'}
        </Button>
      )}
      <RestartSpecimen specimen={specimen} />
      <StopSpecimen specimen={specimen} />
      {target && (
        <ConfirmDialog
          open={asking === 'hold'}
          title={isCustomerQuestion ? 'Ask the customer to decide' : 'Set this specimen aside'}
          confirmLabel={isCustomerQuestion ? 'Ask the customer' : SPECIMEN_STATUS[target].label}
          reasonRequired
          onClose={() => setAsking(null)}
          onConfirm={(reason) =>
            void runOperation('hold-specimen', { specimenId: specimen.id, status: target, reason })
          }
        >
          {holds.length > 1 && (
            <Segmented
              label="Set aside as"
              options={holds.map((value) => ({ value, label: SPECIMEN_STATUS[value].label }))}
              value={target}
              onChange={(next) => setSelectedHold(next)}
            />
          )}
          {target === 'ACTION_REQUIRED' && (
            <p className="mt-3">The customer is asked by email what to do and reads your reason.</p>
          )}
        </ConfirmDialog>
      )}
      <ConfirmDialog
        open={asking === 'release'}
        title="Release this specimen"
        confirmLabel="Release"
        reasonRequired
        onClose={() => setAsking(null)}
        onConfirm={(note) => void runOperation('release-specimen', { specimenId: specimen.id, note })}
      >
        <p>Its samples go back to the queue.</p>
      </ConfirmDialog>
    </>
  );
}
