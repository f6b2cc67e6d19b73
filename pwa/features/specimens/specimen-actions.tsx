import { CirclePlay, CircleStop, Link2, MessageCircleQuestion, PauseCircle, RotateCcw } from 'lucide-react';
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
import type { MenuAction } from '#pwa/ui/actions-menu.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { DetailMenu } from '#pwa/ui/detail-header.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import {
  type CustomerReason,
  CustomerReasonFields,
  CustomerReasonForm,
} from '#pwa/ui/form/customer-reason.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { ReasonField } from '#pwa/ui/form/schema-field.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { LinkDialog } from './linking/link-dialog.tsx';

interface SpecimenActionDialogProps {
  specimen: Specimen;
  open: boolean;
  onClose(): void;
  /** The operation with the reason and the note for the lab; null while its arguments are incomplete. */
  callWith(reason: string, internalReason: string | null): BenchCall | null;
  /** The action, as its button names it. */
  label: string;
  /** Who reads the reason: the customer, beside a note for the lab, or the lab alone. */
  readBy: 'customer' | 'lab';
  /** The consequences and any further information. */
  children: ReactNode;
}

/** Warns of an irreversible action on a specimen and asks for the reason. */
function SpecimenActionDialog(props: SpecimenActionDialogProps) {
  const { specimen, open, onClose, callWith, label, readBy, children } = props;
  const run = useRunOperation();
  const send = async ({ reason, internalReason }: CustomerReason): Promise<void> => {
    const call = callWith(reason, internalReason);
    if (!call) return;
    requireAccepted(await run(call.name, call.args));
    onClose();
  };
  return (
    <FormDialog
      open={open}
      title={`${label}: ${specimen.julianId ?? specimen.requisitionNumber}`}
      submitLabel={label}
      danger
      schema={CustomerReasonForm}
      onSubmit={send}
      onClose={onClose}
    >
      {children}
      {readBy === 'customer' ? (
        <CustomerReasonFields customer={false} />
      ) : (
        <ReasonField name="reason" hint="The customer reads “Being repeated”, not your reason." />
      )}
    </FormDialog>
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

interface SpecimenDialogProps {
  specimen: Specimen;
  open: boolean;
  onClose(): void;
}

/** Restarts a specimen from its first stage. */
function RestartDialog({ specimen, open, onClose }: SpecimenDialogProps) {
  const offlineLetter = useOfflineLetter();
  const samples = useRows(sample, { specimenId: specimen.id });
  const sampleIds = samples && samplesInWork(samples).map(({ id }) => id);
  const [from, setFrom] = useState<RestartFrom>('MATERIAL_ON_HAND');
  return (
    <SpecimenActionDialog
      {...{ specimen, open, onClose }}
      callWith={(reason) => {
        const args = { specimenId: specimen.id, from, childSuffixLetter: offlineLetter, sampleIds, reason };
        return { name: 'restart-specimen', args };
      }}
      label="Restart"
      readBy="lab"
    >
      <p>
        Work restarts from the first stage. Samples in batches and queues are discarded. This cannot be
        undone.
      </p>
      <Segmented<RestartFrom> label="Restart from" options={FROM} value={from} onChange={setFrom} />
      <p>{FROM.find(({ value }) => value === from)?.follows}</p>
    </SpecimenActionDialog>
  );
}

/** Stops the work on a failed specimen. */
function StopDialog({ specimen, open, onClose }: SpecimenDialogProps) {
  return (
    <SpecimenActionDialog
      {...{ specimen, open, onClose }}
      callWith={(reason, internalReason) => ({
        name: 'stop-specimen',
        args: { specimenId: specimen.id, reason, internalReason },
      })}
      label="Stop work"
      readBy="customer"
    >
      <p>
        Its failed samples are not worked on any more. This cannot be undone. It is charged when the material
        was the cause, and not when the lab was.
      </p>
      <p>The customer gets an email that work stopped.</p>
    </SpecimenActionDialog>
  );
}

type Hold = (typeof HOLDS)[number];

interface SpecimenActionsProps {
  specimen: Specimen;
  /** Actions of the page that follow those of this user's role. */
  moreActions?: readonly MenuAction[];
}

/** What this user may do with the specimen now: the next action as a button, all others in the menu. */
export function SpecimenActions({ specimen, moreActions = [] }: SpecimenActionsProps) {
  const { role } = useReplica().actor;
  const run = useRunOperation();
  const [asking, setAsking] = useState<'hold' | 'release' | 'link' | 'restart' | 'stop' | null>(null);
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
  const actions: (MenuAction & { isVisible: boolean })[] = [
    {
      label: 'Link an unexpected tube',
      icon: Link2,
      onSelect: () => setAsking('link'),
      isVisible: awaitsMaterial(specimen) && hasCapability(role, 'completeSpecimenInfo'),
    },
    {
      label: 'Release',
      icon: CirclePlay,
      onSelect: () => setAsking('release'),
      isVisible: releaseCapability !== undefined && hasCapability(role, releaseCapability),
    },
    {
      label: isCustomerQuestion ? 'Ask the customer' : 'Set aside',
      icon: isCustomerQuestion ? MessageCircleQuestion : PauseCircle,
      onSelect: () => setAsking('hold'),
      isVisible: target !== undefined,
    },
    {
      label: 'Restart',
      icon: RotateCcw,
      onSelect: () => setAsking('restart'),
      isVisible: RESTARTABLE.includes(specimen.status) && hasCapability(role, 'restartSpecimens'),
    },
    {
      label: 'Stop work',
      icon: CircleStop,
      onSelect: () => setAsking('stop'),
      isVisible: specimen.status === 'FAILED_QC' && hasCapability(role, 'stopSpecimens'),
    },
  ];
  const [next, ...otherActions] = actions
    .filter((one) => one.isVisible)
    .map(({ isVisible, ...action }) => action);
  const close = () => setAsking(null);
  return (
    <>
      {next && (
        <Button {...(next.icon ? { icon: next.icon } : {})} onClick={next.onSelect}>
          {next.label}
        </Button>
      )}
      <DetailMenu actions={[...otherActions, ...moreActions]} />
      {asking === 'link' && <LinkDialog specimenId={specimen.id} onClose={close} />}
      <RestartDialog specimen={specimen} open={asking === 'restart'} onClose={close} />
      <StopDialog specimen={specimen} open={asking === 'stop'} onClose={close} />
      {target && (
        <FormDialog
          open={asking === 'hold'}
          title={isCustomerQuestion ? 'Ask the customer to decide' : 'Set this specimen aside'}
          submitLabel={isCustomerQuestion ? 'Ask the customer' : SPECIMEN_STATUS[target].label}
          schema={CustomerReasonForm}
          onSubmit={(values) =>
            runOperation('hold-specimen', { specimenId: specimen.id, status: target, ...values })
          }
          onClose={close}
        >
          {holds.length > 1 && (
            <Segmented
              label="Set aside as"
              options={holds.map((value) => ({ value, label: SPECIMEN_STATUS[value].label }))}
              value={target}
              onChange={(next) => setSelectedHold(next)}
            />
          )}
          {target === 'ACTION_REQUIRED' && <p>The customer is asked by email what to do.</p>}
          <CustomerReasonFields customer={false} />
        </FormDialog>
      )}
      <ConfirmDialog
        open={asking === 'release'}
        title="Release this specimen"
        confirmLabel="Release"
        reasonRequired
        onClose={close}
        onConfirm={(note) => void runOperation('release-specimen', { specimenId: specimen.id, note })}
      >
        <p>The samples go back to the queue. The customer reads your reason.</p>
      </ConfirmDialog>
    </>
  );
}
