import { createHash } from 'node:crypto';
import PDFDocument from 'pdfkit';
import type { DemoWorld } from '#db/demo/demo-world.ts';
import { type Order, order } from '#db/ordering/order.ts';
import { company } from '#db/organizations/company.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { bucketOf } from '#db/records/announce-document.ts';
import { s3File } from '#db/records/s3-file.ts';
import { sample } from '#db/samples/sample.ts';
import { unfinishedWork } from '#db/specimens/finished-work.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { csvOf } from '#db/values/csv.ts';
import { moneyText } from '#db/values/money.ts';

/** The bytes of a demo file and where they go in the store. */
export interface DemoFile {
  key: string;
  bytes: Buffer;
}

interface Made {
  title: string;
  type: string;
  subType: 'PURCHASE_ORDER' | 'LAB_RESULTS' | 'CLINICAL_REPORT';
  bytes: Buffer;
  uploadedById: string;
  at: string;
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

/** What a run gave for each specimen, in figures that differ from tube to tube. */
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

/** A page of paper with a title, as a PDF. */
async function paperOf(
  title: string,
  at: string,
  write: (paper: PDFKit.PDFDocument) => void,
): Promise<Buffer> {
  const info = { Title: title, CreationDate: new Date(at) };
  const paper = new PDFDocument({ size: 'LETTER', margin: 72, info });
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    paper.on('data', (chunk: Buffer) => chunks.push(chunk));
    paper.on('end', resolve);
    paper.on('error', reject);
  });
  paper.fontSize(14).text(title).moveDown();
  paper.fontSize(11);
  write(paper);
  paper.end();
  await done;
  return Buffer.concat(chunks);
}

/** A purchase order as a customer's own system prints it. */
function purchaseOrderOf(row: Order, customer: string, at: string): Promise<Buffer> {
  const { purchaseOrderNumber, orderNumber, subtotal } = row;
  return paperOf(`Purchase order ${purchaseOrderNumber}`, at, (paper) => {
    paper.text(customer).moveDown();
    paper.text(`For your order ${orderNumber}, dated ${at.slice(0, 10)}.`);
    paper.text(`Not to exceed ${moneyText(subtotal)}.`);
  });
}

/** What a laboratory tells of a specimen, without whose it is. */
function reportOf({ requisitionNumber, julianId, collectedAt }: Specimen, at: string): Promise<Buffer> {
  return paperOf(`Report on ${requisitionNumber}`, at, (paper) => {
    paper.text(
      `Julian ID ${julianId ?? ''}, collected ${collectedAt?.slice(0, 10) ?? 'on a day not given'}.`,
    );
    paper.text(
      'Methylation of native DNA was called at a mean coverage of 31x; all measures of quality are met.',
    );
  });
}

function put(demo: DemoWorld, target: { order: Order } | { specimen: Specimen }, made: Made): DemoFile {
  const id = demo.id();
  const orderId = 'order' in target ? target.order.id : null;
  const fileType = orderId === null ? 'SPECIMEN_DOCUMENT' : 'ORDER_DOCUMENT';
  const bucket = bucketOf(fileType);
  const key = `${bucket}/${id}`;
  demo.put(
    s3File,
    {
      id,
      title: made.title,
      size: made.bytes.length,
      type: made.type,
      fileType,
      subType: made.subType,
      bucket,
      key,
      status: 'STORED',
      sha256: createHash('sha256').update(made.bytes).digest('hex'),
      scanStatus: 'CLEAN',
      ...('order' in target
        ? { targetType: 'Order', targetId: target.order.id }
        : { targetType: 'Specimen', targetId: target.specimen.id }),
      customerVisible: true,
      uploadedById: made.uploadedById,
      createdById: made.uploadedById,
      downloadCount: 0,
    },
    made.at,
  );
  if (made.subType === 'PURCHASE_ORDER' && orderId !== null) {
    const now = demo.world.one(order, orderId);
    if (now) demo.world.put(order, { ...now, purchaseOrderFileId: id });
  }
  return { key, bytes: made.bytes };
}

/** Of which specimens of an order there are results, and since when: those released, or all when all work was done. */
function resultsAt(
  demo: DemoWorld,
  specimens: readonly Specimen[],
): { of: readonly Specimen[]; at: string; released: boolean } | null {
  const out = specimens.filter(({ resultsReleasedAt }) => resultsReleasedAt !== null);
  const [first] = out;
  if (first?.resultsReleasedAt) return { of: out, at: first.resultsReleasedAt, released: true };
  if (specimens.length === 0) return null;
  const isDone = ({ id, status }: Specimen): boolean =>
    status === 'IN_PROGRESS' && unfinishedWork(demo.world.where(sample, { specimenId: id })).length === 0;
  return specimens.every(isDone) ? { of: specimens, at: demo.ago(1), released: false } : null;
}

/** The results of an order: a table of all, and where a director has to approve them a report on each. */
async function resultFiles(demo: DemoWorld, row: Order): Promise<DemoFile[]> {
  const specimens = demo.world.where(specimen, { orderId: row.id });
  const ready = resultsAt(demo, specimens);
  if (!ready) return [];
  const { of, at, released } = ready;
  const by = { uploadedById: demo.actor('PROJECT_MANAGER').userId, at };
  const table = { title: `${row.orderNumber}-results.csv`, type: 'text/csv', bytes: resultsOf(of) };
  const files = [put(demo, { order: row }, { ...table, ...by, subType: 'LAB_RESULTS' })];
  if (released || demo.world.one(protocol, row.protocolId)?.clinical !== true) return files;
  // The report on the last of them is still being written.
  for (const each of of.slice(0, -1)) {
    const title = `${each.requisitionNumber}-report.pdf`;
    const report = { title, type: 'application/pdf', bytes: await reportOf(each, at) };
    files.push(put(demo, { specimen: each }, { ...report, ...by, subType: 'CLINICAL_REPORT' }));
  }
  return files;
}

/** Puts the purchase orders that customers sent and the results of what is done, and answers their bytes. */
export async function putDemoFiles(demo: DemoWorld): Promise<DemoFile[]> {
  const files: DemoFile[] = [];
  for (const row of demo.world.all(order)) {
    const { purchaseOrderNumber, submittedAt, createdByUserId } = row;
    if (purchaseOrderNumber !== null && submittedAt !== null) {
      const customer = demo.world.one(company, row.companyId)?.name ?? '';
      const bytes = await purchaseOrderOf(row, customer, submittedAt);
      const about = {
        title: `${purchaseOrderNumber}.pdf`,
        type: 'application/pdf',
        uploadedById: createdByUserId,
      };
      files.push(put(demo, { order: row }, { ...about, subType: 'PURCHASE_ORDER', bytes, at: submittedAt }));
    }
    files.push(...(await resultFiles(demo, row)));
  }
  return files;
}
