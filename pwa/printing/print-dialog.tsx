import { useId } from 'react';
import type { LabelContent } from '#db/labels/label-content.ts';
import { LABEL_DPI, LABEL_STOCK, type LabelKind } from '#db/labels/label-kind.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { LabelSheet } from './label-sheet.tsx';
import { LabelSvg } from './label-svg.tsx';
import type { PrintQueue } from './print-queue.ts';
import { usePrintJob } from './use-print-job.ts';

export interface PrintDialogProps {
  open: boolean;
  onClose(): void;
  onPrinted?(): void;
  kind: LabelKind;
  labels: readonly LabelContent[];
  /** Names of the lab's own printers; the browser and a ZPL file are always offered. */
  printers: readonly string[];
  queue: PrintQueue;
  userId: string;
  alreadyPrinted?: readonly string[];
}

type Job = ReturnType<typeof usePrintJob>;

const BOX = 'min-h-11 w-full rounded-md border border-line-strong bg-surface px-2';

const PrinterChoice = ({ job, printers }: { job: Job; printers: readonly string[] }) => {
  const id = useId();
  const { settings, setSettings } = job;
  return (
    <div className="grid grid-cols-2 gap-3">
      <label htmlFor={`${id}-printer`} className="col-span-2 grid gap-1 font-medium">
        Printer
        <select
          id={`${id}-printer`}
          value={settings.printer}
          onChange={(event) => setSettings({ ...settings, printer: event.target.value })}
          className={BOX}
        >
          <option value="BROWSER">Browser</option>
          <option value="ZPL_FILE">ZPL file</option>
          {[...new Set([...printers, settings.printer])]
            .filter((name) => name !== 'BROWSER' && name !== 'ZPL_FILE')
            .map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
        </select>
      </label>
      <label htmlFor={`${id}-copies`} className="grid gap-1 font-medium">
        Copies
        <input
          id={`${id}-copies`}
          type="number"
          inputMode="numeric"
          min={1}
          max={20}
          value={job.copies}
          onChange={(event) =>
            job.setCopies(Math.min(20, Math.max(1, Math.trunc(Number(event.target.value)) || 1)))
          }
          className={BOX}
        />
      </label>
      <label htmlFor={`${id}-dpi`} className="grid gap-1 font-medium">
        Resolution
        <select
          id={`${id}-dpi`}
          value={settings.dpi}
          onChange={(event) =>
            setSettings({
              ...settings,
              dpi: LABEL_DPI.find((dpi) => String(dpi) === event.target.value) ?? 203,
            })
          }
          className={BOX}
        >
          {LABEL_DPI.map((dpi) => (
            <option key={dpi} value={dpi}>
              {dpi} dpi
            </option>
          ))}
        </select>
      </label>
    </div>
  );
};

const ReprintReason = ({ job }: { job: Job }) => {
  const id = useId();
  if (job.reprints.length === 0) return null;
  return (
    <div className="grid gap-1">
      <Notice
        tone="warning"
        title={`Printed before: ${job.reprints.slice(0, 5).join(', ')}${job.reprints.length > 5 ? ' …' : ''}`}
      />
      <label htmlFor={id} className="font-medium">
        Reason for printing again
      </label>
      <input
        id={id}
        value={job.reason}
        maxLength={500}
        onChange={(event) => job.setReason(event.target.value)}
        className={BOX}
      />
    </div>
  );
};

const Confirmation = ({ job }: { job: Job }) => (
  <Notice tone="info" title="Did the labels print?">
    <div className="mt-2 flex gap-2">
      <Button variant="primary" onClick={() => job.confirm(true)}>
        Yes, all of them
      </Button>
      <Button onClick={() => job.confirm(false)}>No</Button>
    </div>
  </Notice>
);

const PrintForm = (props: PrintDialogProps) => {
  const { kind, labels, printers, queue, userId, alreadyPrinted = [], onClose, onPrinted } = props;
  const close = (): void => {
    onPrinted?.();
    onClose();
  };
  const job = usePrintJob({ kind, labels, queue, userId, alreadyPrinted, onPrinted: close });
  const [first] = labels;
  const total = labels.length * job.copies;
  return (
    <div className="grid gap-4">
      {first && (
        <figure className="grid justify-items-center gap-1 overflow-x-auto rounded-lg bg-sunken p-3">
          <LabelSvg kind={kind} content={first} dpi={job.settings.dpi} />
          <figcaption>
            {total} {total === 1 ? 'label' : 'labels'}, {LABEL_STOCK[kind].widthMm} ×{' '}
            {LABEL_STOCK[kind].heightMm} mm
          </figcaption>
        </figure>
      )}
      {job.phase === 'confirming' ? (
        <Confirmation job={job} />
      ) : (
        <>
          <PrinterChoice job={job} printers={printers} />
          <ReprintReason job={job} />
          <Button variant="primary" size="large" busy={job.phase === 'busy'} onClick={() => job.start()}>
            Print {total}
          </Button>
        </>
      )}
      {job.problem !== null && <Notice tone="danger" title={job.problem} />}
      <div hidden>
        <LabelSheet ref={job.sheet} kind={kind} labels={labels} copies={job.copies} dpi={job.settings.dpi} />
      </div>
    </div>
  );
};

/** Chooses printer and copies, asks for a reason when a label was printed before, prints, and keeps count. */
export function PrintDialog(props: PrintDialogProps) {
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={`Print ${LABEL_STOCK[props.kind].label.toLowerCase()} labels`}
    >
      {props.open && <PrintForm {...props} />}
    </Dialog>
  );
}
