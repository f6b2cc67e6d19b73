import { Trash2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { LABEL_STOCK } from '#db/labels/label-kind.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { deviceQueue } from '#pwa/printing/print-provider.tsx';
import type { QueuedJob } from '#pwa/printing/print-queue.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';

/** Print jobs that the server has not taken yet; a refused one says why and can be given up. */
export function WaitingPrintJobs() {
  const { userId } = useReplica().actor;
  const [jobs, setJobs] = useState<readonly QueuedJob[]>([]);
  const read = useCallback(() => {
    deviceQueue()
      .waiting(userId)
      .then(setJobs)
      .catch(() => undefined);
  }, [userId]);
  useEffect(read, [read]);
  const send = async (): Promise<void> => {
    await deviceQueue().send(userId);
    read();
  };
  return (
    <Section
      title={`Labels that wait: ${jobs.length}`}
      actions={jobs.length > 0 && <Button onClick={() => void send()}>Send now</Button>}
    >
      {jobs.length === 0 && <p className="text-ink-soft">Everything printed here is known to the server.</p>}
      <ul className="flex flex-col divide-y divide-line">
        {jobs.map((queued) => (
          <li key={queued.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span>{`${queued.job.labels.length} ${LABEL_STOCK[queued.job.kind].label.toLowerCase()} labels`}</span>
            <StatusBadge
              tone={queued.refusal === null ? 'info' : 'danger'}
              label={queued.refusal === null ? 'Waiting' : 'Refused'}
            />
            <span className="text-ink-soft text-sm">
              {queued.refusal ?? formatDate(queued.queuedAt, 'shortAtTime')}
            </span>
            {queued.refusal !== null && (
              <Button icon={Trash2} onClick={() => void deviceQueue().remove(queued.id).then(read)}>
                Give it up
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
