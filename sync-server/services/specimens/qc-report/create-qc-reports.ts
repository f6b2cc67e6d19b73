import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ulid } from 'ulid';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { order } from '#db/ordering/orders/order.ts';
import { announceDocument, bucketOf } from '#db/records/files/announce-document.ts';
import type { OrderResults } from '#db/specimens/results/results-of-order.ts';
import { readOrderResults } from '#db/specimens/results/results-of-order.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { readRow } from '#sync-server/reads/list-rows.ts';
import { tenantOf } from '#sync-server/reads/tenant.ts';
import { readInLab } from '#sync-server/services/protocols/read-version.ts';
import { storeUploadedDocument } from '#sync-server/services/records/files/receive-file.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { writeQcReport } from './qc-report-document.ts';
import { readQcReport } from './read-qc-report.ts';

/** A report that is written but not stored yet. */
interface WrittenReport {
  title: string;
  content: Buffer;
  target: { targetType: 'Order' | 'Specimen'; targetId: string };
  /** The report of the same record that it replaces. */
  supersedesId: string | null;
}

/**
 * Create the sequencing QC report of each specimen, or with null one of the whole order, as a file that customers
 * get with the results. It shows the figures of this moment and stays as it is; a new one replaces it.
 */
export async function createQcReports(
  services: AppServices,
  session: Session,
  orderId: string,
  specimenIds: readonly string[] | null,
): Promise<void> {
  const of = await readRow(services.pool, order, orderId, tenantOf(session));
  if (of.deleted || of.orderNumber === null) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  const at = services.now().toISOString();
  const reports = await readInLab(services, session, async (tx) => {
    const all = await readOrderResults(tx, of);
    const specimens =
      specimenIds === null ? all.specimens : all.specimens.filter(({ id }) => specimenIds.includes(id));
    if (specimenIds !== null && specimens.length < new Set(specimenIds).size)
      throw new AppError('NOT_FOUND', MESSAGES.notFound);
    requireUnreleased(all, specimens);
    const write = async (
      rows: readonly Specimen[],
      name: string,
      target: WrittenReport['target'],
    ): Promise<WrittenReport> => {
      const title = `Sequencing QC report ${name}`;
      const report = await readQcReport(tx, all, rows, session.userId);
      const content = await writeQcReport(report, { entity: of.entity, title, at });
      return { title: `${title}.pdf`, content, target, supersedesId: earlierReport(all, target.targetId) };
    };
    if (specimenIds === null)
      return [await write(specimens, of.orderNumber ?? '', { targetType: 'Order', targetId: of.id })];
    return Promise.all(
      specimens.map((row) =>
        write([row], row.julianId ?? row.requisitionNumber, { targetType: 'Specimen', targetId: row.id }),
      ),
    );
  });
  for (const report of reports) await storeReport(services, session, of.entity, report);
}

/** Refuse specimens without sequencing, and released ones: their results do not change without a recall. */
function requireUnreleased(all: OrderResults, specimens: readonly Specimen[]): void {
  const sequenced = specimens.filter(({ id }) => (all.sequenced.get(id) ?? []).length > 0);
  const missing = specimens.find((row) => !sequenced.includes(row));
  if (sequenced.length === 0 || (missing && specimens.length === 1))
    throw new AppError('NOT_READY', 'Nothing of it was sequenced yet. Import its runs first.');
  const released = specimens.find(({ resultsReleasedAt }) => resultsReleasedAt !== null);
  if (released)
    throw new AppError(
      'RESULTS_RELEASED',
      `The results of ${released.julianId ?? released.requisitionNumber} are released. Recall them for a corrected report first.`,
    );
}

const earlierReport = (all: OrderResults, targetId: string): string | null =>
  (all.files.get(targetId) ?? []).findLast(
    ({ subType, title }) => subType === 'SEQUENCING_QC_REPORT' && title.startsWith('Sequencing QC report '),
  )?.id ?? null;

async function storeReport(
  services: AppServices,
  session: Session,
  entity: BusinessEntity,
  { title, content, target, supersedesId }: WrittenReport,
): Promise<void> {
  const id = ulid();
  const fileType = target.targetType === 'Order' ? 'ORDER_DOCUMENT' : 'SPECIMEN_DOCUMENT';
  await executeOperation(engineOf(services), session, announceDocument, {
    fileId: id,
    title,
    size: content.length,
    fileType,
    subType: 'SEQUENCING_QC_REPORT',
    ...target,
    customerVisible: true,
    partSize: null,
    supersedesId,
  });
  const folder = path.join(services.env.DATA_DIR, 'files', 'incoming');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const place = path.join(folder, `${id}.${randomBytes(6).toString('hex')}`);
  await writeFile(place, content, { mode: 0o600, flush: true });
  const file = { id, entity, title, key: `${bucketOf(fileType)}/${id}`, type: 'application/pdf' };
  const sha256 = createHash('sha256').update(content).digest('hex');
  await storeUploadedDocument(services, session, { ...file, size: content.length }, { place, sha256 });
}
