import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useReactToPrint } from 'react-to-print';
import { ulid } from 'ulid';
import { AppError } from '#db/errors/app-error.ts';
import type { LabelContent, LabelDpi, LabelKind } from '#db/labels/label-kind.ts';
import { LOCAL_PRINTERS, type PrintJobInput, REPRINT_REASON_MISSING } from '#db/labels/print-job.ts';
import { zplJob } from '#db/labels/zpl.ts';
import { saveFile } from '#pwa/api/save-file.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { labelPageStyle } from './label-sheet.tsx';
import type { PrintQueue, QueuedJob } from './print-queue.ts';
import { type PrinterSettings, printerSettings, savePrinterSettings } from './printer-settings.ts';

/**
 * Print the sheet through the browser at the label's exact size; resolves when the print dialog was closed.
 */
function useBrowserPrint(kind: LabelKind): {
  sheet: RefObject<HTMLDivElement | null>;
  print(): Promise<void>;
} {
  const sheet = useRef<HTMLDivElement>(null);
  const settle = useRef<{ done: () => void; failed: (error: Error) => void }>(null);
  const open = useReactToPrint({
    contentRef: sheet,
    pageStyle: labelPageStyle(kind),
    documentTitle: 'Labels',
    onAfterPrint: () => settle.current?.done(),
    onPrintError: (_location, error) => settle.current?.failed(error),
  });
  const print = useCallback(
    () =>
      new Promise<void>((done, failed) => {
        settle.current = { done, failed };
        open();
      }),
    [open],
  );
  return { sheet, print };
}

/** Save the labels as a ZPL file, for a printer's own program. */
function downloadZpl(kind: LabelKind, labels: readonly LabelContent[], dpi: LabelDpi, copies: number): void {
  const file = new Blob([zplJob(kind, labels, dpi, copies)], { type: 'application/x-zpl' });
  saveFile(file, `labels-${labels[0]?.barcode ?? 'none'}.zpl`);
}

export interface PrintOrder {
  kind: LabelKind;
  labels: readonly LabelContent[];
  queue: PrintQueue;
  userId: string;
  /** Codes that the replica knows as printed, also on other devices. */
  alreadyPrinted: readonly string[];
  onPrinted(): void;
}

export type PrintPhase = 'choosing' | 'busy' | 'confirming';

const useEarlierPrints = ({ labels, queue, alreadyPrinted }: PrintOrder): readonly string[] => {
  const [printedCodes, setHere] = useState<readonly string[]>([]);
  useEffect(() => {
    let isActive = true;
    const codes = labels.map(({ barcode }) => barcode);
    queue.timesPrinted(codes).then((counts) => {
      if (isActive) setHere([...counts.keys()]);
    });
    return () => {
      isActive = false;
    };
  }, [labels, queue]);
  const known = new Set([...printedCodes, ...alreadyPrinted]);
  return labels.map(({ barcode }) => barcode).filter((code) => known.has(code));
};

const isLocal = ({ printer }: PrintJobInput): boolean => LOCAL_PRINTERS.some((local) => local === printer);

/** How long the dialog waits for a lab printer; a later answer is reported when it arrives. */
const ANSWER_MS = 8000;

/** Send the job; an error of a lab printer or the server is thrown, and the job is not stored then. */
async function sendNow(queue: PrintQueue, userId: string, job: PrintJobInput): Promise<void> {
  const find = async () => (await queue.waiting(userId)).find(({ id }) => id === job.id);
  const sending = queue.send(userId).catch(() => undefined);
  if (!isLocal(job)) {
    await Promise.race([sending, new Promise((resolve) => setTimeout(resolve, ANSWER_MS))]);
    const queuedJob = await find();
    const against = queuedJob?.refusal ?? queuedJob?.trouble;
    if (against) {
      await queue.remove(job.id);
      throw new AppError('UNAVAILABLE', against);
    }
  }
  void sending.then(async () => reportPrintResult(job, await find()));
}

/** The dialog of the job is closed by then. */
function reportPrintResult(job: PrintJobInput, queuedJob: QueuedJob | undefined): void {
  if (queuedJob?.refusal) toast.error(queuedJob.refusal);
  else if (isLocal(job)) return;
  else if (queuedJob)
    toast.info(`Labels are queued on this device. ${job.printer} prints them when you are online.`);
  else toast.success(`Sent to ${job.printer}.`);
}

/** Keep the state of one print dialog: the choices, the missing fields, and the effect of Print. */
export function usePrintJob(order: PrintOrder) {
  const { kind, labels, queue, userId, onPrinted } = order;
  const [settings, setSettings] = useState<PrinterSettings>(printerSettings);
  const [copies, setCopies] = useState(1);
  const [reason, setReason] = useState('');
  const [phase, setPhase] = useState<PrintPhase>('choosing');
  const [problem, setProblem] = useState<string | null>(null);
  const { sheet, print } = useBrowserPrint(kind);
  const reprints = useEarlierPrints(order);

  const keep = async (printReason: string): Promise<void> => {
    const job = {
      id: ulid(),
      printer: settings.printer,
      kind,
      labels: labels.map(({ barcode, lines }) => ({ barcode, lines: [...lines] })),
      copies,
      reprintReason: printReason.trim() === '' ? null : printReason.trim(),
      printedAt: new Date().toISOString(),
    };
    await queue.add(job, userId);
    await sendNow(queue, userId, job);
    onPrinted();
  };
  const run = async (action: () => Promise<void>, failed: PrintPhase): Promise<void> => {
    setProblem(null);
    setPhase('busy');
    try {
      await action();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The labels were not printed. Try again.');
      setPhase(failed);
    }
  };
  /** Print; a usual reason for printing again comes with the press. */
  const start = (usualReason?: string): Promise<void> | undefined => {
    const printReason = usualReason ?? reason;
    if (usualReason !== undefined) setReason(usualReason);
    if (reprints.length > 0 && printReason.trim() === '') {
      setProblem(REPRINT_REASON_MISSING);
      return undefined;
    }
    savePrinterSettings(settings);
    return run(async () => {
      if (settings.printer === 'BROWSER') {
        await print();
        // The browser does not report whether the user printed or canceled.
        setPhase('confirming');
        return;
      }
      if (settings.printer === 'ZPL_FILE') downloadZpl(kind, labels, settings.dpi, copies);
      await keep(printReason);
    }, 'choosing');
  };
  const confirm = (printed: boolean): Promise<void> | void =>
    printed ? run(() => keep(reason), 'confirming') : setPhase('choosing');
  return {
    settings,
    setSettings,
    copies,
    setCopies,
    reason,
    setReason,
    phase,
    problem,
    sheet,
    reprints,
    start,
    confirm,
  };
}
