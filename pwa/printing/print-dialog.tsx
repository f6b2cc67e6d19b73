import { type RefObject, useEffect, useRef } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import {
  LABEL_DPI,
  LABEL_STOCK,
  type LabelContent,
  type LabelDpi,
  type LabelKind,
} from '#db/labels/label-kind.ts';
import { layoutLabel } from '#db/labels/label-layout.ts';
import { REPRINT_REASON_MISSING } from '#db/labels/print-job.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { LabelSheet, LabelSvg } from './label-sheet.tsx';
import type { PrintQueue } from './print-queue.ts';
import { usePrintJob } from './use-print-job.ts';

export interface PrintDialogProps {
  open: boolean;
  onClose(): void;
  onPrinted?(): void;
  kind: LabelKind;
  labels: readonly LabelContent[];
  /** Names of the lab's own printers; the browser and a ZPL file are always available. */
  printers: readonly string[];
  queue: PrintQueue;
  userId: string;
  alreadyPrinted?: readonly string[];
}

type Job = Omit<ReturnType<typeof usePrintJob>, 'sheet'>;

const LOCAL = [
  { value: 'BROWSER', label: 'Browser' },
  { value: 'ZPL_FILE', label: 'ZPL file' },
];
const RESOLUTIONS = LABEL_DPI.map((dpi) => ({ value: String(dpi), label: `${dpi} dpi` }));

const PrinterChoice = ({ job, printers }: { job: Job; printers: readonly string[] }) => {
  const { settings, setSettings } = job;
  const own = [...new Set([...printers, settings.printer])]
    .filter((name) => !LOCAL.some(({ value }) => value === name))
    .map((name) => ({ value: name, label: name }));
  return (
    <div className="grid grid-cols-2 gap-3">
      <div className="col-span-2">
        <Field label="Printer" filter>
          {(control) => (
            <Select
              {...control}
              options={[...LOCAL, ...own]}
              value={settings.printer}
              onChange={(printer) => setSettings({ ...settings, printer: printer || 'BROWSER' })}
            />
          )}
        </Field>
      </div>
      <Field label="Copies" filter>
        {(control) => (
          <NumberInput
            {...control}
            value={String(job.copies)}
            onChange={(text) => job.setCopies(Math.min(20, Math.max(1, Math.trunc(Number(text)) || 1)))}
          />
        )}
      </Field>
      <Field label="Resolution" filter>
        {(control) => (
          <Select
            {...control}
            options={RESOLUTIONS}
            value={String(settings.dpi)}
            onChange={(text) =>
              setSettings({ ...settings, dpi: LABEL_DPI.find((dpi) => String(dpi) === text) ?? 203 })
            }
          />
        )}
      </Field>
    </div>
  );
};

/** The usual reasons, in the order of how often they occur; a press prints. */
const REPRINT_REASONS = ['Unreadable', 'Lost', 'Printer fault'] as const;

/** Put the focus on what is pressed or typed next; the Enter of a scan presses nothing in a dialog. */
function useNextFocus<E extends HTMLElement>(isNext: boolean): RefObject<E | null> {
  const next = useRef<E>(null);
  useEffect(() => {
    if (!isNext) return;
    // The dialog focuses its heading first.
    const frame = requestAnimationFrame(() => next.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [isNext]);
  return next;
}

const UsualReasons = ({ job }: { job: Job }) => {
  const first = useNextFocus<HTMLButtonElement>(true);
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="mb-1 font-medium text-sm">Print again because</legend>
      {REPRINT_REASONS.map((reason, index) => (
        <Button
          key={reason}
          {...(index === 0 ? { ref: first } : {})}
          busy={job.phase === 'busy'}
          onClick={() => job.start(reason)}
        >
          {reason}
        </Button>
      ))}
    </fieldset>
  );
};

const ReprintReason = ({ job }: { job: Job }) => {
  // The server knows labels that another device printed meanwhile, and then requires a reason.
  if (job.reprints.length === 0 && job.problem !== REPRINT_REASON_MISSING && job.reason === '') return null;
  return (
    <>
      {job.reprints.length > 0 && (
        <Notice
          tone="warning"
          title={`Printed before: ${job.reprints.slice(0, 5).join(', ')}${job.reprints.length > 5 ? ' …' : ''}`}
        />
      )}
      {job.reprints.length > 0 && <UsualReasons job={job} />}
      <Field
        label="Reason for printing again"
        required
        error={job.problem === REPRINT_REASON_MISSING ? job.problem : null}
      >
        {(control) => <TextInput {...control} value={job.reason} maxLength={500} onChange={job.setReason} />}
      </Field>
    </>
  );
};

const Confirmation = ({ job }: { job: Job }) => {
  const yes = useNextFocus<HTMLButtonElement>(true);
  return (
    <Notice tone="info" title="Did the labels print?">
      <div className="mt-2 flex gap-2">
        <Button ref={yes} variant="primary" command={['YES', 'OK']} onClick={() => job.confirm(true)}>
          Yes, all of them
        </Button>
        <Button command="NO" onClick={() => job.confirm(false)}>
          No
        </Button>
      </div>
    </Notice>
  );
};

/** Return why a label cannot be drawn at that resolution, for example because its code is too long. */
const drawingProblem = (kind: LabelKind, labels: readonly LabelContent[], dpi: LabelDpi): string | null => {
  try {
    for (const label of labels) layoutLabel(kind, label, dpi);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
};

const PrintForm = (props: PrintDialogProps) => {
  const { kind, labels, printers, queue, userId, alreadyPrinted = [], onClose, onPrinted } = props;
  const close = (): void => {
    onPrinted?.();
    onClose();
  };
  const { sheet, ...job } = usePrintJob({ kind, labels, queue, userId, alreadyPrinted, onPrinted: close });
  const printButton = useNextFocus<HTMLButtonElement>(job.reprints.length === 0);
  const undrawn = drawingProblem(kind, labels, job.settings.dpi);
  const [first] = undrawn === null ? labels : [];
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
          <Button
            ref={printButton}
            variant="primary"
            size="large"
            command={['PRINT', 'OK']}
            busy={job.phase === 'busy'}
            disabled={undrawn !== null}
            onClick={() => job.start()}
          >
            Print {total}
          </Button>
        </>
      )}
      {job.problem !== null && job.problem !== REPRINT_REASON_MISSING && (
        <Notice tone="danger" title={job.problem} />
      )}
      {undrawn !== null && <Notice tone="danger" title={undrawn} />}
      <div hidden>
        <LabelSheet
          ref={sheet}
          kind={kind}
          labels={undrawn === null ? labels : []}
          copies={job.copies}
          dpi={job.settings.dpi}
        />
      </div>
    </div>
  );
};

/** A dialog that prints labels: printer, copies, a reason for reprints; it counts the prints. */
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
