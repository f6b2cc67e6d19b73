import { useState } from 'react';
import type { ShownAdjustment } from '#db/billing/shown-prices.ts';
import { Button } from '#pwa/ui/button.tsx';
import { DecideAdjustmentDialog } from './decide-adjustment-dialog.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

/** Decides or withdraws a proposal, for those who may; its windows stand beside its buttons. */
export function AdjustmentActs({ row }: { row: ShownAdjustment }) {
  const [asked, setAsked] = useState<'decide' | 'withdraw' | null>(null);
  const close = () => setAsked(null);
  const { acts, label } = row;
  const decides = acts.includes('reject');
  if (acts.length === 0) return null;
  return (
    <span className="relative z-10 flex flex-wrap gap-2">
      {decides && (
        <Button variant="primary" aria-label={`Decide ${label}`} onClick={() => setAsked('decide')}>
          Decide
        </Button>
      )}
      {acts.includes('withdraw') && (
        <Button aria-label={`Withdraw ${label}`} onClick={() => setAsked('withdraw')}>
          Withdraw
        </Button>
      )}
      <DecideAdjustmentDialog row={asked === 'decide' ? row : null} onClose={close} />
      <WithdrawDialog row={asked === 'withdraw' ? row : null} onClose={close} />
    </span>
  );
}
