import { Pencil, Printer, RefreshCw, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { LABEL_DPI, LABEL_STOCK } from '#db/labels/label-kind.ts';
import { LOCAL_PRINTERS, REPRINT_REASON_MISSING } from '#db/labels/print-job.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { deviceQueue } from '#pwa/printing/print-provider.tsx';
import type { QueuedJob } from '#pwa/printing/print-queue.ts';
import { useLabPrinters } from '#pwa/printing/printer-list.ts';
import { printerSettings, savePrinterSettings } from '#pwa/printing/printer-settings.ts';
import { usePrintLabels } from '#pwa/printing/use-print-labels.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import type { Tone } from '#pwa/ui/tone.ts';
import { PartNotLoaded, useOnlinePart } from '#pwa/ui/use-online-part.tsx';

const load = () => import('./print-log.tsx').then(({ PrintLog }) => PrintLog);

/** The print log, shown with the printers; stored on the server. */
export function PrintLogPart() {
  const { reachable } = useSyncStatus();
  const { part: Log, failed } = useOnlinePart(reachable, load);
  return (
    <Section title="Print log">
      {Log ? (
        <Log />
      ) : !reachable ? (
        <p className="text-ink-soft">The print log needs the network. What was printed here is kept above.</p>
      ) : failed ? (
        <PartNotLoaded text="The print log could not be loaded." />
      ) : (
        <Skeleton lines={3} label="Loading the print log" />
      )}
    </Section>
  );
}

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
        <p>Another device printed this label before. Your reason is in the print log.</p>
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
            ? 'These labels were printed here, but the print log will not have them.'
            : 'These labels will not be printed. Print them again from the page they came from.'}
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
      title={`Labels waiting: ${jobs.length}`}
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

const LOCAL = [
  { value: 'BROWSER', label: 'Browser' },
  { value: 'ZPL_FILE', label: 'ZPL file' },
];
const RESOLUTIONS = LABEL_DPI.map((dpi) => ({ value: String(dpi), label: `${dpi} dpi` }));

/** Printers of this device, and waiting print jobs. */
export function PrintersPart() {
  const replica = useReplica();
  const { printers, refresh } = useLabPrinters(replica);
  const print = usePrintLabels();
  const [settings, setSettings] = useState(printerSettings);
  const [problem, setProblem] = useState<string | null>(null);
  const known = printers.map(({ name, dpi }) => ({ value: name, label: `${name}, ${dpi} dpi` }));
  const choose = (changes: Partial<typeof settings>): void => {
    const next = { ...settings, ...changes };
    setSettings(next);
    savePrinterSettings(next);
  };
  const ask = (): void => {
    setProblem(null);
    refresh().catch((error: unknown) =>
      setProblem(error instanceof Error ? error.message : 'The printers could not be read. Try again.'),
    );
  };
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <Section
        title="Printer of this device"
        actions={
          <Button icon={RefreshCw} onClick={ask}>
            Look for printers
          </Button>
        }
      >
        <div className="grid gap-4 sm:grid-cols-2">
          {problem && (
            <div className="sm:col-span-2">
              <Notice tone="danger" title={problem} />
            </div>
          )}
          <Field label="Printer" required>
            {(control) => (
              <Select
                {...control}
                options={[...LOCAL, ...known]}
                value={settings.printer}
                onChange={(printer) => {
                  if (printer === '') return;
                  const dpi = printers.find(({ name }) => name === printer)?.dpi ?? settings.dpi;
                  choose({ printer, dpi });
                }}
              />
            )}
          </Field>
          <Field label="Resolution" required>
            {(control) => (
              <Select
                {...control}
                options={RESOLUTIONS}
                value={String(settings.dpi)}
                onChange={(text) => {
                  const dpi = LABEL_DPI.find((one) => String(one) === text);
                  if (dpi) choose({ dpi });
                }}
              />
            )}
          </Field>
          <div>
            <Button
              icon={Printer}
              onClick={() =>
                void print({ kind: 'TUBE', labels: [{ barcode: 'TEST-LABEL', lines: ['Test label'] }] })
              }
            >
              Print a test label
            </Button>
          </div>
        </div>
      </Section>
      <WaitingPrintJobs />
      <div className="xl:col-span-2">
        <PrintLogPart />
      </div>
    </div>
  );
}
