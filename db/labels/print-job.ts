import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { instant, int, longText, requiredText } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';
import { LABEL_DPI, LabelContent, LabelKind } from './label-kind.ts';

/** Printers that need no server: the browser's own dialog, and a file for a printer's program. */
export const LOCAL_PRINTERS = ['BROWSER', 'ZPL_FILE'] as const;

export const REPRINT_REASON_MISSING = 'Give a reason for printing this label again.';

/** A job as a device sends it; `printedAt` is when it was printed there. */
export const PrintJobInput = z.strictObject({
  id: Id,
  printer: z.string().trim().min(1).max(60),
  kind: LabelKind,
  labels: z.array(LabelContent).min(1).max(500),
  copies: z.int().min(1).max(20),
  reprintReason: z.string().trim().max(500).nullable().default(null),
  printedAt: instant.optional(),
});
export type PrintJobInput = z.infer<typeof PrintJobInput>;

/** The print log: what was printed, by whom, where, and why it was reprinted. */
export const printJob = defineEntity({
  name: 'PrintJob',
  table: 'print_job',
  schema: z.object({
    ...tenantFields,
    printer: requiredText,
    kind: LabelKind,
    labels: z.array(LabelContent),
    copies: int,
    reprintReason: longText.nullable(),
    printedAt: instant,
  }),
  list: { sort: ['printedAt', 'printer'], filter: ['printer', 'kind', 'createdById'], search: ['printer'] },
  indexes: ['createdById'],
  replica: null,
  appendOnly: true,
});
export type PrintJob = Row<typeof printJob>;

/** A label printer of the lab as devices know it; only the server knows its address. */
export const LabelPrinterInfo = z.object({
  name: z.string().min(1).max(60),
  dpi: z.literal([...LABEL_DPI]),
});
export type LabelPrinterInfo = z.infer<typeof LabelPrinterInfo>;

/** The answer of `GET /api/lab/printers`. */
export const PrinterList = z.object({ printers: z.array(LabelPrinterInfo) });
export type PrinterList = z.infer<typeof PrinterList>;
