import { doubtedLots } from '#db/inventory/review-uses.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { useUpdates } from '#pwa/replica/hooks/use-updates.ts';
import { type UpdateItem, UpdatesNotice } from '#pwa/ui/updates-notice.tsx';

/** A notice that a colleague quarantined a lot that the user has used, until the user dismisses it. */
export function DoubtedLotsNotice() {
  const read = useRuleRead(
    ['inventory-items', 'assigned-sections', 'samples'],
    'doubted-lots',
    (tx, { actor }) => doubtedLots(tx, actor.userId),
  );
  const doubted = useUpdates<UpdateItem>(
    'doubted-lots-known',
    read?.map(({ lotId, lot, batchId, julianId }) => ({
      key: `${lotId}|${batchId}`,
      link: { to: '/lab/batches/$batchId', params: { batchId } },
      code: lot,
      text: `in batch ${julianId}`,
    })),
  );
  return (
    <UpdatesNotice
      {...doubted}
      title={
        doubted.updates.length === 1
          ? 'A lot that you used is in quarantine'
          : 'Lots that you used are in quarantine'
      }
      lead="What you recorded is kept. The samples are flagged for review."
    />
  );
}
