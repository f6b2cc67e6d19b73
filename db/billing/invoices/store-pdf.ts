import { creditNote } from '#db/billing/credits/credit-note.ts';
import { order } from '#db/ordering/orders/order.ts';
import { s3File } from '#db/records/files/s3-file.ts';
import type { Transaction } from '#db/transaction.ts';
import { invoice } from './invoice.ts';

/** The documents whose PDF is stored when they are issued, and never made anew. */
export type IssuedDocument = { kind: 'Invoice' | 'CreditNote'; id: string };

/** A PDF whose bytes are in the store already. */
export interface StoredPdf {
  fileId: string;
  title: string;
  size: number;
  sha256: string;
}

/** The bucket of invoices and credit notes in the file store. */
const BUCKET = 'invoices';

/** Return the key of a document's PDF in the file store. */
export const pdfKey = (fileId: string): string => `${BUCKET}/${fileId}`;

/**
 * Record the PDF of an issued document, once; returns the file that the document has now. The author of its
 * order stands for the system, which stores it.
 */
export async function recordStoredPdf(
  tx: Transaction,
  { kind, id }: IssuedDocument,
  { fileId, ...file }: StoredPdf,
): Promise<string | null> {
  const entity = kind === 'Invoice' ? invoice : creditNote;
  const row = await tx.get(entity, id);
  const bill = kind === 'Invoice' ? await tx.get(invoice, id) : await invoiceOfNote(tx, id);
  const of = bill ? await tx.get(order, bill.orderId) : undefined;
  if (!row || !of || row.issuedAt === null) return null;
  if (row.pdfFileId !== null) return row.pdfFileId;
  await tx.insert(s3File, {
    id: fileId,
    entity: row.entity,
    ...file,
    type: 'application/pdf',
    fileType: 'INVOICE',
    bucket: BUCKET,
    key: pdfKey(fileId),
    status: 'STORED',
    scanStatus: 'CLEAN',
    targetType: kind,
    targetId: id,
    customerVisible: true,
    uploadedById: of.createdByUserId,
    downloadCount: 0,
  });
  await tx.patch(entity, id, { pdfFileId: fileId });
  return fileId;
}

async function invoiceOfNote(tx: Transaction, id: string) {
  const note = await tx.get(creditNote, id);
  return note ? tx.get(invoice, note.invoiceId) : undefined;
}
