import type { ReactNode } from 'react';
import { doubtedLots } from '#db/inventory/review-uses.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { useUpdates } from '#pwa/replica/hooks/use-updates.ts';
import { type UpdateItem, UpdatesNotice } from '#pwa/ui/updates-notice.tsx';

/**
 * Notify a user that a colleague quarantined a lot that they have used, until they dismiss the notice; undefined
 * while it is read.
 */
export function useDoubtedLotsNotice(isShown: boolean): ReactNode | undefined {
  const read = useRuleRead(
    ['inventory-items', 'assigned-sections', 'samples'],
    `doubted-lots ${isShown}`,
    async (tx, { actor }) => (isShown ? doubtedLots(tx, actor.userId) : []),
  );
  const doubted = useUpdates<UpdateItem>(
    'doubted-lots-known',
    read === undefined
      ? undefined
      : (read ?? []).map(({ lotId, lot, batchId, julianId }) => ({
          key: `${lotId}|${batchId}`,
          link: { to: '/lab/batches/$batchId', params: { batchId } },
          code: lot,
          text: `in batch ${julianId}`,
        })),
  );
  if (!doubted) return undefined;
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
