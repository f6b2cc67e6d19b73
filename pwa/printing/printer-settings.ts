import { z } from 'zod';
import { LABEL_DPI, type LabelDpi } from '#db/labels/label-kind.ts';

/** The printer that this device used last, and its resolution. */
const PrinterSettings = z.object({ printer: z.string().min(1).max(60), dpi: z.literal([...LABEL_DPI]) });
export interface PrinterSettings {
  printer: string;
  dpi: LabelDpi;
}

const KEY = 'benchside.printer';
const FIRST: PrinterSettings = { printer: 'BROWSER', dpi: 203 };

/** Read the settings of this device; unreadable ones count as not set. */
export function printerSettings(): PrinterSettings {
  try {
    const parsed = PrinterSettings.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
    return parsed.success ? parsed.data : FIRST;
  } catch {
    return FIRST;
  }
}

/** Store the printer for the next labels of this device. */
export function savePrinterSettings(settings: PrinterSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Without storage the user chooses again next time.
  }
}
