import type { ReactNode } from 'react';
import { workedOnFailed } from '#db/samples/failing/worked-on-failed.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { useUpdates } from '#pwa/replica/hooks/use-updates.ts';
import { type UpdateItem, UpdatesNotice } from '#pwa/ui/updates-notice.tsx';

// No device is offline for longer; users have seen older failures in the batch.
const weekBefore = (at: string): string => new Date(Date.parse(at) - 7 * 86_400_000).toISOString();

/**
 * Notify a user that a colleague had failed a sample for which they recorded values, until they dismiss the notice;
 * undefined while it is read.
 */
export function useWorkedOnFailedNotice(isShown: boolean): ReactNode | undefined {
  const read = useRuleRead(
    ['samples', 'assigned-sections'],
    `worked-on-failed ${isShown}`,
    async (tx, context) =>
      isShown ? workedOnFailed(tx, context.actor.userId, weekBefore(context.occurredAt)) : [],
  );
  const failed = useUpdates<UpdateItem>(
    'worked-on-failed-known',
    read === undefined
      ? undefined
      : (read ?? []).map(({ sampleId, barcode, failedAt, by }) => ({
          key: `${sampleId}|${failedAt}`,
          link: { to: '/lab/samples/$id', params: { id: sampleId } },
          code: barcode,
          text: `failed by ${by}, ${formatDate(failedAt, 'shortAtTime')}`,
        })),
  );
  if (!failed) return undefined;
  return (
    <UpdatesNotice
      {...failed}
      title={
        failed.updates.length === 1
          ? 'A sample had failed before you worked on it'
          : `${failed.updates.length} samples had failed before you worked on them`
      }
      lead="The failure counts. What you recorded is kept."
    />
  );
}
