import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import { proposedBatches } from '#db/batches/failures/failure-proposal.ts';
import { FAILED_SAMPLE_REASON } from '#db/samples/failing/failed-sample-reason.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { Notice } from '#pwa/ui/notice.tsx';

/**
 * List the batches that a colleague proposes to fail, for lab managers and directors; undefined while they are read,
 * null when there are none.
 */
export function useProposedBatchesNotice(isShown: boolean): ReactNode | undefined {
  const decides = hasCapability(useReplica().actor.role, 'decideQuality') && isShown;
  const proposals = useRuleRead(['batches'], `proposed batches ${decides}`, async (tx) =>
    decides ? proposedBatches(tx) : [],
  );
  if (!proposals?.length) return proposals === undefined ? undefined : null;
  return (
    <Notice
      tone="warning"
      title={
        proposals.length === 1
          ? '1 batch proposed to fail QC needs your decision'
          : `${proposals.length} batches proposed to fail QC need your decision`
      }
    >
      <ul>
        {proposals.map(({ batch, proposal }) => (
          <li key={batch.id}>
            <Link
              to="/lab/batches/$batchId"
              params={{ batchId: batch.id }}
              className="flex min-h-11 flex-col justify-center py-1.5 sm:flex-row sm:items-center sm:justify-start sm:gap-2"
            >
              <span className="font-medium underline">{`${batch.julianId} ${batch.name}`}</span>
              <span>{`${FAILED_SAMPLE_REASON[proposal.reason]}, by ${proposal.by}`}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
