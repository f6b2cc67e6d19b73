import { CirclePlay, Link2, MessageCircleQuestion, PauseCircle } from 'lucide-react';
import { useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import type { BenchArgs, BenchOperationName } from '#db/bench-operations.ts';
import { canSetAside, HOLDS } from '#db/specimens/hold-specimen.ts';
import { awaitsMaterial } from '#db/specimens/link-unexpected-sample.ts';
import { MAY_RELEASE } from '#db/specimens/release-specimen.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { SPECIMEN_STATUS } from '#db/specimens/specimen-status.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { toast } from '#pwa/ui/toast.tsx';
import { LinkDialog } from '../linking/link-dialog.tsx';
import { RestartSpecimen } from './restart-specimen.tsx';
import { StopSpecimen } from './stop-specimen.tsx';

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
