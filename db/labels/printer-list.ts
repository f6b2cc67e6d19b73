import { z } from 'zod';
import { LABEL_DPI } from './label-kind.ts';

/** A label printer of the lab as devices know it; only the server knows its address. */
export const LabelPrinterInfo = z.object({
  name: z.string().min(1).max(60),
  dpi: z.literal([...LABEL_DPI]),
});
export type LabelPrinterInfo = z.infer<typeof LabelPrinterInfo>;

/** The answer of `GET /api/lab/printers`. */
export const PrinterList = z.object({ printers: z.array(LabelPrinterInfo) });
export type PrinterList = z.infer<typeof PrinterList>;
