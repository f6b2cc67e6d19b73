import { useState } from 'react';
import type { ShownAdjustment } from '#db/billing/shown-prices.ts';
import { Button } from '#pwa/ui/button.tsx';
import { DecideAdjustmentDialog } from './decide-adjustment-dialog.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

/** Decides or withdraws a proposal, for permitted users; renders its dialogs too. */
export function AdjustmentActions({ row }: { row: ShownAdjustment }) {
  const [openDialog, setOpenDialog] = useState<'decide' | 'withdraw' | null>(null);
  const close = () => setOpenDialog(null);
  const { acts: actions, label } = row;
  const canDecide = actions.includes('reject');
  if (actions.length === 0) return null;
  return (
    <span className="relative z-10 flex flex-wrap gap-2">
      {canDecide && (
        <Button variant="primary" aria-label={`Decide ${label}`} onClick={() => setOpenDialog('decide')}>
          Decide
        </Button>
      )}
      {actions.includes('withdraw') && (
        <Button aria-label={`Withdraw ${label}`} onClick={() => setOpenDialog('withdraw')}>
          Withdraw
        </Button>
      )}
      <DecideAdjustmentDialog row={openDialog === 'decide' ? row : null} onClose={close} />
      <WithdrawDialog row={openDialog === 'withdraw' ? row : null} onClose={close} />
    </span>
  );
}
