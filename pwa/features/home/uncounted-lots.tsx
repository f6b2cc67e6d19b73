import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { mustBeCounted } from '#db/inventory/must-be-counted.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { Notice } from '#pwa/ui/notice.tsx';

/** Links to over-drawn lots (domain 5.11, case 25); renders nothing when there are none. */
export function UncountedLots() {
  const lots = (useRows(inventoryItem) ?? []).filter(mustBeCounted).length;
  if (lots === 0) return null;
  return (
    <Notice
      tone="warning"
      title={lots === 1 ? '1 lot must be counted' : `${lots} lots must be counted`}
      action={
        <a
          href="/lab/inventory/storage-management"
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-2"
        >
          {lots === 1 ? 'Count it' : 'Count them'}
        </a>
      }
    />
  );
}
