import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { ulid } from 'ulid';
import type { ShownInvoice } from '#db/billing/invoices/shown-invoice.ts';
import { type IssuedDocument, pdfKey, recordStoredPdf } from '#db/billing/invoices/store-pdf.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { BusinessEntity } from '#db/values/business-entity.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { writeAsSystem } from '#sync-server/jobs/write-as.ts';
import { readInvoice } from '#sync-server/services/billing/invoices/read-invoice.ts';
import { fileStoreOf } from '#sync-server/services/records/files/file-store-of.ts';
import { renderCreditNotePdf } from './credit-note-pdf.ts';
import { renderInvoicePdf } from './invoice-pdf.ts';
import { payeeOf } from './payee.ts';

type Services = Pick<AppServices, 'pool' | 'env' | 'now'>;

const DOCUMENT: Record<IssuedDocument['kind'], string> = {
  Invoice: `SELECT i.id AS "invoiceId", i.entity, i.company_id AS "companyId", i.pdf_file_id AS "pdfFileId"
      FROM invoice i WHERE i.id = $1 AND i.issued_at IS NOT NULL`,
  CreditNote: `SELECT n.invoice_id AS "invoiceId", n.entity, n.company_id AS "companyId", n.pdf_file_id AS "pdfFileId"
      FROM credit_note n WHERE n.id = $1`,
};

interface Known {
  invoiceId: string;
  entity: BusinessEntity;
  companyId: string;
  pdfFileId: string | null;
}

async function findDocument({ pool }: Services, { kind, id }: IssuedDocument): Promise<Known> {
  const [row] = (await pool.query<Known>(DOCUMENT[kind], [id])).rows;
  if (!row) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return { ...row, entity: BusinessEntity.parse(row.entity) };
}

/** Read an invoice as its company may see it, without internal texts of the lab. */
export const readForCompany = (
  { pool, env, now }: Services,
  { invoiceId, entity, companyId }: Pick<Known, 'invoiceId' | 'entity' | 'companyId'>,
): Promise<ShownInvoice> =>
  readInvoice(
    pool,
    { entity, companyId, role: 'COMPANY_MANAGER' },
    invoiceId,
    labDayOf(now().toISOString(), env.LAB_TIMEZONE),
  );

async function render(
  services: Services,
  { kind, id }: IssuedDocument,
  known: Known,
): Promise<{ title: string; bytes: Buffer }> {
  const invoiceView = await readForCompany(services, known);
  const payee = payeeOf(services, known.entity);
  if (kind === 'Invoice')
    return {
      title: `${invoiceView.invoice.invoiceNumber}.pdf`,
      bytes: await renderInvoicePdf(invoiceView, payee),
    };
  const note = invoiceView.creditNotes.find((one) => one.id === id);
  if (!note) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return {
    title: `${note.creditNoteNumber}.pdf`,
    bytes: await renderCreditNotePdf(invoiceView, note, payee),
  };
}

/** Render and store the PDF of an issued document; of two concurrent calls one stores it. */
async function storePdf(services: Services, document: IssuedDocument, known: Known): Promise<string> {
  const { pool, env, now } = services;
  const { title, bytes } = await render(services, document, known);
  const fileId = ulid();
  const store = fileStoreOf(env);
  await store.write(pdfKey(fileId), bytes);
  const file = {
    fileId,
    title,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
  const settings = { now: now(), timeZone: env.LAB_TIMEZONE };
  const recordedFileId = await writeAsSystem(pool, known.entity, settings, (tx) =>
    recordStoredPdf(tx, document, file),
  );
  if (recordedFileId !== fileId) await store.remove(pdfKey(fileId));
  if (recordedFileId === null) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return recordedFileId;
}

/**
 * Return the stored PDF of an issued document; it is stored when the document is issued, at the latest when
 * it is read for the first time, and the same bytes are returned ever after.
 */
export async function readStoredPdf(services: Services, document: IssuedDocument): Promise<Buffer> {
  const known = await findDocument(services, document);
  const fileId = known.pdfFileId ?? (await storePdf(services, document, known));
  return buffer(await fileStoreOf(services.env).read(pdfKey(fileId)));
}

/** How many documents one operation issues at most; others wait for the job. */
const ISSUED_AT_ONCE = 2;

/** Store what was just issued; a failing store leaves it to the job, and the issue stays. */
export async function storeIssuedPdfs(services: AppServices): Promise<void> {
  try {
    await storeMissingPdfs(services, ISSUED_AT_ONCE);
  } catch (error) {
    services.logger.warn({ err: error }, 'the PDF of an issued document was not stored; it is tried again');
  }
}

const MISSING = `
  SELECT 'Invoice' AS kind, id, issued_at FROM invoice WHERE issued_at IS NOT NULL AND pdf_file_id IS NULL AND NOT deleted
  UNION ALL
  SELECT 'CreditNote', id, issued_at FROM credit_note WHERE pdf_file_id IS NULL AND NOT deleted
   ORDER BY issued_at DESC LIMIT $1`;

/** Store the PDFs of issued documents that have none yet, the newest first; returns how many. */
export async function storeMissingPdfs(services: Services, limit = 20): Promise<number> {
  const { rows } = await services.pool.query<IssuedDocument>(MISSING, [limit]);
  for (const document of rows) await storePdf(services, document, await findDocument(services, document));
  return rows.length;
}
