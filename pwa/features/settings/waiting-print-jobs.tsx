import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { LABEL_STOCK } from '#db/labels/label-kind.ts';
import { LOCAL_PRINTERS, REPRINT_REASON_MISSING } from '#db/labels/print-job.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { deviceQueue } from '#pwa/printing/print-provider.tsx';
import type { QueuedJob } from '#pwa/printing/print-queue.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { Section } from '#pwa/ui/page.tsx';
import type { Tone } from '#pwa/ui/tone.ts';
import { ToneBadge } from '#pwa/ui/tone-badge.tsx';

const labelsOf = ({ job }: QueuedJob): string => {
  const n = job.labels.length * job.copies;
  return `${n} ${LABEL_STOCK[job.kind].label.toLowerCase()} ${n === 1 ? 'label' : 'labels'}`;
};

/** Jobs that are already printed wait only for the log. */
const isPrinted = ({ job }: QueuedJob): boolean => LOCAL_PRINTERS.some((local) => local === job.printer);

function jobDisplay(queued: QueuedJob): { tone: Tone; label: string; explanation: string } {
  const when = formatDate(queued.queuedAt, 'shortAtTime');
  if (queued.refusal !== null) return { tone: 'danger', label: 'Refused', explanation: queued.refusal };
  if (queued.trouble)
    return { tone: 'warning', label: 'Not printed', explanation: `${queued.trouble} ${when}` };
  return { tone: 'info', label: 'Waiting', explanation: when };
}

function WaitingJob({ queued, onSend }: { queued: QueuedJob; onSend(): Promise<void> }) {
  const [asking, setAsking] = useState<'REASON' | 'GIVE_UP' | null>(null);
  const display = jobDisplay(queued);
  const close = (): void => setAsking(null);
  const reprint = async (reason: string): Promise<void> => {
    close();
    await deviceQueue().giveReason(queued.id, reason);
    await onSend();
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 flex-1 basis-48">
        {`${labelsOf(queued)}, `}
        <span className="code wrap-anywhere">{queued.job.labels[0]?.barcode}</span>
        {queued.job.labels.length > 1 && ' …'}
      </span>
      <ToneBadge tone={display.tone} label={display.label} />
      <span className="w-full text-ink-soft text-sm">{display.explanation}</span>
      {queued.refusal === REPRINT_REASON_MISSING && (
        <Button icon={Pencil} onClick={() => setAsking('REASON')}>
          Give a reason…
        </Button>
      )}
      {(queued.refusal !== null || queued.trouble) && (
        <Button icon={Trash2} onClick={() => setAsking('GIVE_UP')}>
          Give it up…
        </Button>
      )}
      <ConfirmDialog
        open={asking === 'REASON'}
        title={`Why ${labelsOf(queued)} again?`}
        confirmLabel={isPrinted(queued) ? 'Send to the print log' : 'Print with this reason'}
        reasonRequired
        onConfirm={(reason) => void reprint(reason)}
        onClose={close}
      >
        <p>Another device had printed it before. Your reason stands in the print log.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'GIVE_UP'}
        title={`Give up ${labelsOf(queued)}?`}
        confirmLabel="Give it up"
        danger
        onConfirm={() => {
          close();
          void deviceQueue().remove(queued.id);
        }}
        onClose={close}
      >
        <p>
          {isPrinted(queued)
            ? 'They were printed here, but the print log will not have them.'
            : 'They will not be printed. They can be printed again from the page they came from.'}
        </p>
      </ConfirmDialog>
    </li>
  );
}

/** Print jobs that server or printer have not taken yet, with reasons and actions. */
export function WaitingPrintJobs() {
  const { userId } = useReplica().actor;
  const [jobs, setJobs] = useState<readonly QueuedJob[]>([]);
  const [sending, setSending] = useState(false);
  useEffect(() => deviceQueue().watch(userId, setJobs), [userId]);
  const send = async (): Promise<void> => {
    setSending(true);
    await deviceQueue()
      .send(userId)
      .finally(() => setSending(false));
  };
  return (
    <Section
      title={`Labels that wait: ${jobs.length}`}
      actions={
        jobs.length > 0 && (
          <Button busy={sending} onClick={() => void send()}>
            Send now
          </Button>
        )
      }
    >
      {jobs.length === 0 && <p className="text-ink-soft">Everything printed here is known to the server.</p>}
      <ul className="flex flex-col divide-y divide-line">
        {jobs.map((queued) => (
          <WaitingJob key={queued.id} queued={queued} onSend={send} />
        ))}
      </ul>
    </Section>
  );
}
