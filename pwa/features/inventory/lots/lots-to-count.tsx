import { Scale } from 'lucide-react';
import { useState } from 'react';
import { may } from '#db/access/grants.ts';
import { type InventoryItem, inventoryItem } from '#db/inventory/inventory-item.ts';
import { type InventoryType, inventoryType } from '#db/inventory/inventory-type.ts';
import { lotName, mustBeCounted } from '#db/inventory/lot-problem.ts';
import { measurementUnit } from '#db/inventory/measurement-unit.ts';
import { bookedIn } from '#db/inventory/stock-level.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { amountText } from './lot-actions.ts';
import { LotWindow } from './lot-card.tsx';

const MAX_VISIBLE = 5;

/** The most over-drawn first. */
const compareOverdrawn = (a: InventoryItem, b: InventoryItem): number =>
  bookedIn(a).comparedTo(bookedIn(b)) || lotName(a).localeCompare(lotName(b));

function LotLine({ item, onCount }: { item: InventoryItem; onCount?(type: InventoryType): void }) {
  const type = useRow(inventoryType, item.inventoryTypeId);
  const unit = useRow(measurementUnit, type?.measurementUnitId ?? null);
  if (!type) return null;
  const over = amountText(bookedIn(item).negated().toFixed(), unit?.symbol);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1">
      <span className="min-w-0">
        <span className="code font-semibold">{lotName(item)}</span>
        {` ${type.name}, over-drawn by ${over}`}
      </span>
      {onCount && (
        <Button icon={Scale} aria-label={`Count lot ${lotName(item)}`} onClick={() => onCount(type)}>
          Count
        </Button>
      )}
    </li>
  );
}

/**
 * Lists over-drawn lots (domain 5.11, case 25): each is counted here; renders nothing when there are none.
 */
export function LotsToCount() {
  const { actor } = useReplica();
  const items = useRows(inventoryItem);
  const [counting, setCounting] = useState<{ item: InventoryItem; type: InventoryType } | null>(null);
  const lots = (items ?? []).filter(mustBeCounted).sort(compareOverdrawn);
  const close = (): void => setCounting(null);
  const mayCount = may(actor.role, 'lab/inventory-item:update');
  const more = lots.length - MAX_VISIBLE;
  return (
    <>
      {lots.length > 0 && (
        <Notice
          tone="warning"
          title={lots.length === 1 ? '1 lot must be counted' : `${lots.length} lots must be counted`}
        >
          <p>More was used than the book had. Look how much is really left.</p>
          <ul className="mt-1 divide-y divide-tone-line">
            {lots.slice(0, MAX_VISIBLE).map((item) => (
              <LotLine
                key={item.id}
                item={item}
                {...(mayCount ? { onCount: (type: InventoryType) => setCounting({ item, type }) } : {})}
              />
            ))}
          </ul>
          {more > 0 && <p>{`And ${more} more, when these are counted.`}</p>}
        </Notice>
      )}
      {counting && <LotWindow action="count" {...counting} onClose={close} onDone={close} />}
    </>
  );
}
