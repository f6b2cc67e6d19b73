import { type ReactNode, useState } from 'react';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import type { PrintSheet } from './print-sheet.ts';

type SheetJob = typeof import('./sheet-page.tsx').SheetJob;

const loadSheetJob = (): Promise<SheetJob> => import('./sheet-page.tsx').then(({ SheetJob }) => SheetJob);

/**
 * Print a sheet of paper through the browser; the drawing code is loaded with the first press. The caller
 * draws `printed`.
 */
export function usePrintSheet(): { print(sheet: PrintSheet): void; busy: boolean; printed: ReactNode } {
  const [job, setJob] = useState<{ Job: SheetJob; sheet: PrintSheet } | null>(null);
  const [busy, setBusy] = useState(false);
  const print = (sheet: PrintSheet): void => {
    setBusy(true);
    loadSheetJob()
      .then(
        (Job) => setJob({ Job, sheet }),
        () => toast.error('The sheet could not be loaded. Try again when you are online.'),
      )
      .finally(() => setBusy(false));
  };
  return {
    print,
    busy,
    printed: job && <job.Job sheet={job.sheet} onDone={() => setJob(null)} />,
  };
}
