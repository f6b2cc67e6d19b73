import { z } from 'zod';

/** The subject of an invoice line. */
export const INVOICE_LINE_KINDS = ['SPECIMENS', 'ADJUSTMENT'] as const;
export const InvoiceLineKind = z.enum(INVOICE_LINE_KINDS);
export type InvoiceLineKind = z.infer<typeof InvoiceLineKind>;
