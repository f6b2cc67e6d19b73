import { createHash } from 'node:crypto';
import PDFDocument from 'pdfkit';
import type { DemoWorld } from '#db/demo/demo-world.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { company } from '#db/organizations/company.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { bucketOf } from '#db/records/files/announce-document.ts';
import { s3File } from '#db/records/files/s3-file.ts';
import { sample } from '#db/samples/sample.ts';
import { unfinishedWork } from '#db/specimens/results/finished-work.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { csvOf } from '#db/values/csv.ts';
import { moneyText } from '#db/values/money.ts';

/** The bytes of a demo file and its key in the store. */
export interface DemoFile {
  id: string;
  key: string;
  bytes: Buffer;
}

interface DemoDocument {
  title: string;
  type: string;
  subType: 'PURCHASE_ORDER' | 'LAB_RESULTS' | 'CLINICAL_REPORT' | 'SEQUENCING_QC_REPORT';
  bytes: Buffer;
  uploadedById: string;
  at: string;
  supersedesId?: string | null;
}

const COLUMNS = [
  'Sample ID',
  'Requisition',
  'Specimen',
  'Reads passed',
  'Yield (Gb)',
  'Read N50 (kb)',
  'Mean quality',
];

/** Create sequencing results of each specimen, with figures that differ from tube to tube. */
function resultsOf(specimens: readonly Specimen[]): Buffer {
  const lines = specimens.map(({ customerSampleId, requisitionNumber, julianId, orderRow }) => [
    customerSampleId,
    requisitionNumber,
    julianId ?? '',
    9_800_000 + ((orderRow * 7_919) % 2_400) * 1_000,
    ((orderRow * 37) % 180) / 10 + 92,
    ((orderRow * 53) % 90) / 10 + 14,
    ((orderRow * 11) % 30) / 10 + 19,
  ]);
  return Buffer.from(csvOf([COLUMNS, ...lines]));
}

/** Create a one-page PDF with a title. */
async function renderPdf(
  title: string,
  at: string,
  write: (pdfDocument: PDFKit.PDFDocument) => void,
): Promise<Buffer> {
  const info = { Title: title, CreationDate: new Date(at) };
  const pdfDocument = new PDFDocument({ size: 'LETTER', margin: 72, info });
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    pdfDocument.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdfDocument.on('end', resolve);
    pdfDocument.on('error', reject);
  });
  pdfDocument.fontSize(14).text(title).moveDown();
  pdfDocument.fontSize(11);
  write(pdfDocument);
  pdfDocument.end();
  await done;
  return Buffer.concat(chunks);
}

/** Create a purchase order like those of a customer's own system. */
function purchaseOrderOf(row: Order, customer: string, at: string): Promise<Buffer> {
  const { purchaseOrderNumber, orderNumber, subtotal } = row;
  return renderPdf(`Purchase order ${purchaseOrderNumber}`, at, (pdfDocument) => {
    pdfDocument.text(customer).moveDown();
    pdfDocument.text(`For your order ${orderNumber}, dated ${at.slice(0, 10)}.`);
    pdfDocument.text(`Not to exceed ${moneyText(subtotal)}.`);
  });
}

/** Create a specimen's report without the patient. */
function reportOf({ requisitionNumber, julianId, collectedAt }: Specimen, at: string): Promise<Buffer> {
  return renderPdf(`Report on ${requisitionNumber}`, at, (pdfDocument) => {
    pdfDocument.text(
      `Julian ID ${julianId ?? ''}, collected ${collectedAt?.slice(0, 10) ?? 'on a day not given'}.`,
    );
    pdfDocument.text(
      'Methylation of native DNA was called at a mean coverage of 31x; all measures of quality are met.',
    );
  });
}

/** Insert the row of a file that customers see, and return its bytes. */
export function storeFile(
  demo: DemoWorld,
  target: { order: Order } | { specimen: Specimen },
  demoDocument: DemoDocument,
): DemoFile {
  const id = demo.id();
  const orderId = 'order' in target ? target.order.id : null;
  const fileType = orderId === null ? 'SPECIMEN_DOCUMENT' : 'ORDER_DOCUMENT';
  const bucket = bucketOf(fileType);
  const key = `${bucket}/${id}`;
  demo.putRow(
    s3File,
    {
      id,
      title: demoDocument.title,
      size: demoDocument.bytes.length,
      type: demoDocument.type,
      fileType,
      subType: demoDocument.subType,
      bucket,
      key,
      status: 'STORED',
      sha256: createHash('sha256').update(demoDocument.bytes).digest('hex'),
      scanStatus: 'CLEAN',
      supersedesId: demoDocument.supersedesId ?? null,
      ...('order' in target
        ? { targetType: 'Order', targetId: target.order.id }
        : { targetType: 'Specimen', targetId: target.specimen.id }),
      customerVisible: true,
      uploadedById: demoDocument.uploadedById,
      createdById: demoDocument.uploadedById,
      downloadCount: 0,
    },
    demoDocument.at,
  );
  if (demoDocument.subType === 'PURCHASE_ORDER' && orderId !== null) {
    const now = demo.world.one(order, orderId);
    if (now) demo.world.putRow(order, { ...now, purchaseOrderFileId: id });
  }
  return { id, key, bytes: demoDocument.bytes };
}

/**
 * Return the specimens of an order with results and their time: released ones, or all if all work is done.
 */
function resultsAt(
  demo: DemoWorld,
  specimens: readonly Specimen[],
): { of: readonly Specimen[]; at: string; released: boolean } | null {
  const out = specimens.filter(({ resultsReleasedAt }) => resultsReleasedAt !== null);
  const [first] = out;
  if (first?.resultsReleasedAt) return { of: out, at: first.resultsReleasedAt, released: true };
  if (specimens.length === 0) return null;
  const isDone = ({ id, status }: Specimen): boolean =>
    status === 'IN_PROGRESS' && unfinishedWork(demo.world.select(sample, { specimenId: id })).length === 0;
  return specimens.every(isDone) ? { of: specimens, at: demo.ago(1), released: false } : null;
}

/** Return the results of an order: a table of all, and a report for each if a director must approve them. */
async function resultFiles(demo: DemoWorld, row: Order): Promise<DemoFile[]> {
  const specimens = demo.world.select(specimen, { orderId: row.id });
  const ready = resultsAt(demo, specimens);
  if (!ready) return [];
  const { of, at, released } = ready;
  const by = { uploadedById: demo.actor('PROJECT_MANAGER').userId, at };
  const table = { title: `${row.orderNumber}-results.csv`, type: 'text/csv', bytes: resultsOf(of) };
  const files = [storeFile(demo, { order: row }, { ...table, ...by, subType: 'LAB_RESULTS' })];
  if (released || demo.world.one(protocol, row.protocolId)?.clinical !== true) return files;
  // The report on the last of them is not written yet.
  for (const each of of.slice(0, -1)) {
    const title = `${each.requisitionNumber}-report.pdf`;
    const report = { title, type: 'application/pdf', bytes: await reportOf(each, at) };
    files.push(storeFile(demo, { specimen: each }, { ...report, ...by, subType: 'CLINICAL_REPORT' }));
  }
  return files;
}

/** Insert customers' purchase orders and results of completed work, and return their bytes. */
export async function putDemoFiles(demo: DemoWorld): Promise<DemoFile[]> {
  const files: DemoFile[] = [];
  for (const row of demo.all(order)) {
    const { purchaseOrderNumber, submittedAt, createdByUserId } = row;
    if (purchaseOrderNumber !== null && submittedAt !== null) {
      const customer = demo.world.one(company, row.companyId)?.name ?? '';
      const bytes = await purchaseOrderOf(row, customer, submittedAt);
      const about = {
        title: `${purchaseOrderNumber}.pdf`,
        type: 'application/pdf',
        uploadedById: createdByUserId,
      };
      files.push(
        storeFile(demo, { order: row }, { ...about, subType: 'PURCHASE_ORDER', bytes, at: submittedAt }),
      );
    }
    files.push(...(await resultFiles(demo, row)));
  }
  return files;
}
