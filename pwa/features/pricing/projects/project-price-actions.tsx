import { useState } from 'react';
import { hasNotCounted } from '#db/billing/project-price-actions.ts';
import type { ShownProjectPrice } from '#db/billing/shown-prices.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { DecisionDialog } from '../decision-dialog.tsx';
import { errorText } from '../use-prices.ts';
import { EndDialog } from './end-dialog.tsx';
import { comparisonText } from './project-price-text.ts';
import { useProjectPriceOperations } from './use-project-prices.ts';

interface ProjectPriceActionsProps {
  row: ShownProjectPrice;
  day: string;
}

function Decision({ row, open, onClose }: { row: ShownProjectPrice; open: boolean; onClose(): void }) {
  const { decide } = useProjectPriceOperations();
  const close = () => {
    decide.reset();
    onClose();
  };
  return (
    <DecisionDialog
      open={open}
      title={`Decide price: ${row.projectName}`}
      own={!row.acts.includes('approve')}
      busy={decide.isPending}
      onClose={close}
      onDecide={(decision, reason) => decide.mutate({ id: row.id, decision, reason }, { onSuccess: close })}
    >
      {decide.error && <Notice tone="danger" title={errorText(decide.error)} />}
      <p className="font-medium">{`${row.protocolName}: ${formatMoney(row.amount)} each specimen`}</p>
      <p className="tabular-nums">{comparisonText(row)}</p>
      <p className="text-ink-soft">
        {row.proposedBy ? `Proposed by ${row.proposedBy} for ${row.companyName}.` : `For ${row.companyName}.`}
      </p>
    </DecisionDialog>
  );
}

/** Decides or ends a project price, for permitted users. */
export function ProjectPriceActions({ row, day }: ProjectPriceActionsProps) {
  const [openDialog, setOpenDialog] = useState<'decide' | 'end' | null>(null);
  const close = () => setOpenDialog(null);
  const { acts: actions, projectName, protocolName } = row;
  const name = `${projectName}, ${protocolName}`;
  const ending = hasNotCounted(row, day) ? 'Withdraw' : 'End today';
  if (actions.length === 0) return null;
  return (
    <span className="relative z-10 flex flex-wrap gap-2">
      {actions.includes('reject') && (
        <Button variant="primary" aria-label={`Decide ${name}`} onClick={() => setOpenDialog('decide')}>
          Decide
        </Button>
      )}
      {actions.includes('end') && (
        <Button
          className="whitespace-nowrap"
          aria-label={`${ending}: ${name}`}
          onClick={() => setOpenDialog('end')}
        >
          {ending}
        </Button>
      )}
      <Decision row={row} open={openDialog === 'decide'} onClose={close} />
      <EndDialog row={row} ending={ending} open={openDialog === 'end'} onClose={close} />
    </span>
  );
}
