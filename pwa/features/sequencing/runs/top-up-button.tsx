import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { may } from '#db/access/grants.ts';
import { changeRun } from '#db/api/sequencing/runs.ts';
import type { SampleYieldRow } from '#db/sequencing/runs/shown-run.ts';
import type { TopUpProposal } from '#db/sequencing/runs/top-up-proposal.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { formatBases } from '#pwa/format/bases.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';

/** Format a proposal: `Load 4.5 µL (12.3 fmol) again, expected 20.00 Gb`. */
export function formatTopUp({ volume, amount, expectedBases }: TopUpProposal): string {
  const inFemtomoles = amount === null ? '' : ` (${amount} fmol)`;
  const expected = expectedBases === null ? '' : `, expected ${formatBases(expectedBases)}`;
  return `Load ${volume} µL${inFemtomoles} again${expected}`;
}

type ToppedUp = Pick<SampleYieldRow, 'sampleId' | 'sampleBarcode' | 'cumulativeBases' | 'targetBases'> & {
  topUp: TopUpProposal;
};

/** Proposes what to load again, and queues the library after a confirmation; nothing for other roles. */
export function TopUpButton({ sample }: { sample: ToppedUp }) {
  const role = useSession().session?.user.role;
  const [confirming, setConfirming] = useState(false);
  const change = useCallMutation(changeRun);
  const { sampleId, sampleBarcode, cumulativeBases, targetBases, topUp } = sample;
  if (role === undefined || !may(role, 'internal/results:update')) return null;
  const queue = (): void =>
    change.mutate(
      { body: { operation: 'top-up-sample', args: { sampleId } } },
      {
        onSuccess: () => {
          toast.success(`${sampleBarcode} queued for sequencing`);
          setConfirming(false);
        },
        onError: (error) => toast.error(errorText(error)),
      },
    );
  return (
    <>
      <Button icon={FlaskConical} onClick={() => setConfirming(true)}>
        {`Top up ${sampleBarcode}`}
      </Button>
      <ConfirmDialog
        open={confirming}
        title={`Continue sequencing ${sampleBarcode}?`}
        confirmLabel="Queue for sequencing"
        busy={change.isPending}
        onClose={() => setConfirming(false)}
        onConfirm={queue}
      >
        <p>{`${formatTopUp(topUp)}.`}</p>
        <p>
          {`All runs that count gave ${formatBases(cumulativeBases)}${targetBases === null ? '' : ` of ${formatBases(targetBases)}`}. `}
          {topUp.isEnough ? '' : 'The rest of the library may not reach the target. '}
          The customer sees that sequencing continues.
        </p>
      </ConfirmDialog>
    </>
  );
}
