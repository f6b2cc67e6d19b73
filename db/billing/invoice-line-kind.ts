import { z } from 'zod';

/** What a line of an invoice is about. */
export const INVOICE_LINE_KINDS = ['SPECIMENS', 'ADJUSTMENT'] as const;
export const InvoiceLineKind = z.enum(INVOICE_LINE_KINDS);
export type InvoiceLineKind = z.infer<typeof InvoiceLineKind>;
