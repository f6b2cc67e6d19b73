import { useState } from 'react';
import type { PriceRow } from '#db/billing/price-for.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { kindText } from './price-dialog.tsx';
import { kindOf, type TierRow } from './price-rows.ts';
import { errorText, usePriceOperations } from './use-prices.ts';

interface TierDialogProps {
  row: TierRow | null;
  day: string;
  mayChange: boolean;
  onSet(row: TierRow): void;
  onClose(): void;
}

const sinceText = ({ effectiveFrom, effectiveTo }: PriceRow, day: string): string => {
  const from = `${effectiveFrom > day ? 'from' : 'since'} ${formatDate(effectiveFrom)}`;
  return effectiveTo === null ? from : `${from}, until ${formatDate(effectiveTo)}`;
};

/** Current and planned prices of one tier; a current one can be ended, a planned one withdrawn. */
export function TierDialog({ row, day, mayChange, onSet, onClose }: TierDialogProps) {
  const { end } = usePriceOperations();
  const [confirmingId, setConfirmingId] = useState<string | null>(null);
  const close = () => {
    end.reset();
    setConfirmingId(null);
    onClose();
  };
  const prices = row?.line.prices.filter(({ minQuantity }) => minQuantity === row.minQuantity) ?? [];
  return (
    <Dialog
      open={row !== null}
      title={row ? `${row.line.protocol.name}: ${row.minQuantity} or more specimens` : ''}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Close</Button>
          {mayChange && row && (
            <Button variant="primary" onClick={() => onSet(row)}>
              Set price
            </Button>
          )}
        </>
      }
    >
      {end.error && <Notice tone="danger" title={errorText(end.error)} />}
      {prices.length === 0 && <p>No price is set for this service.</p>}
      <ul className="flex flex-col">
        {prices.map((one) => {
          const planned = one.effectiveFrom > day;
          const actionLabel = planned ? 'Withdraw' : 'End today';
          return (
            <li
              key={one.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2 last:border-b-0"
            >
              <span className="min-w-0 flex-1 basis-48">
                <span className="font-medium tabular-nums">{`${kindText(kindOf(one.companyType))}: ${formatMoney(one.amount)}`}</span>
                <span className="block text-ink-soft text-sm">{sinceText(one, day)}</span>
              </span>
              {mayChange && (planned || one.effectiveTo === null || one.effectiveTo > day) && (
                <Button
                  variant={confirmingId === one.id ? 'danger' : 'secondary'}
                  busy={end.isPending && confirmingId === one.id}
                  onClick={() => {
                    if (confirmingId !== one.id) setConfirmingId(one.id);
                    else
                      end.mutate(
                        { id: one.id, lastDay: planned ? null : day },
                        { onSettled: () => setConfirmingId(null) },
                      );
                  }}
                >
                  {confirmingId === one.id ? `${actionLabel}: press again` : actionLabel}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
