import { Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { LABEL_STOCK } from '#db/labels/label-kind.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { deviceQueue } from '#pwa/printing/print-provider.tsx';
import type { QueuedJob } from '#pwa/printing/print-queue.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';

const labelsOf = ({ job }: QueuedJob): string => {
  const n = job.labels.length * job.copies;
  return `${n} ${LABEL_STOCK[job.kind].label.toLowerCase()} ${n === 1 ? 'label' : 'labels'}`;
};

/** Print jobs that the server has not taken yet; a refused one says why and can be given up. */
export function WaitingPrintJobs() {
  const { userId } = useReplica().actor;
  const [jobs, setJobs] = useState<readonly QueuedJob[]>([]);
  useEffect(() => deviceQueue().watch(userId, setJobs), [userId]);
  return (
    <Section
      title={`Labels that wait: ${jobs.length}`}
      actions={jobs.length > 0 && <Button onClick={() => void deviceQueue().send(userId)}>Send now</Button>}
    >
      {jobs.length === 0 && <p className="text-ink-soft">Everything printed here is known to the server.</p>}
      <ul className="flex flex-col divide-y divide-line">
        {jobs.map((queued) => (
          <li key={queued.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span>{labelsOf(queued)}</span>
            <StatusBadge
              tone={queued.refusal === null ? 'info' : 'danger'}
              label={queued.refusal === null ? 'Waiting' : 'Refused'}
            />
            <span className="text-ink-soft text-sm">
              {queued.refusal ?? formatDate(queued.queuedAt, 'shortAtTime')}
            </span>
            {queued.refusal !== null && (
              <Button icon={Trash2} onClick={() => void deviceQueue().remove(queued.id)}>
                Give it up
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
