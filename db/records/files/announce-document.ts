import { z } from 'zod';
import { may } from '#db/access/grants.ts';
import { seesAllCompanies } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { order } from '#db/ordering/orders/order.ts';
import { findLicense, requireLicenseEditor } from '#db/patients/open-license.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { entityOfRecord, recordEvent } from '#db/records/events/record-event.ts';
import { seesRecord } from '#db/records/record-company.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { bool, ref } from '#db/values/field-types.ts';
import {
  type DOCUMENT_EXTENSIONS,
  extensionOf,
  fileNameEnding,
  UPLOAD_EXTENSIONS,
} from '#db/values/file-name.ts';
import {
  DOCUMENT_RULES,
  documentRule,
  fileLimits,
  MAX_DATA_FILE_SIZE,
  PART_SIZE,
  subTypesFor,
} from './document-rules.ts';
import { FileSubtype, FileTargetType, FileType } from './file-type.ts';
import { isReport } from './result-files.ts';
import { s3File } from './s3-file.ts';

const TYPES: Record<(typeof DOCUMENT_EXTENSIONS)[number], string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
  json: 'application/json',
  zip: 'application/zip',
  gz: 'application/gzip',
  html: 'text/html',
};

/** The MIME type of a document by its extension; the content is checked on arrival. */
const DOCUMENT_TYPE: Readonly<Record<string, string>> = TYPES;

/** List the released specimens whose customers would see a new file of this record at once. */
async function releasedOf(
  tx: Transaction,
  { targetType, targetId }: { targetType: FileTargetType; targetId: string },
): Promise<Specimen[]> {
  if (targetType === 'Specimen') {
    const row = await tx.get(specimen, targetId);
    return row && row.resultsReleasedAt !== null ? [row] : [];
  }
  if (targetType !== 'Order') return [];
  const rows = (await tx.find(specimen, { orderId: targetId })).filter(
    ({ status }) => status !== 'CANCELED' && status !== 'FAILED_QC_CANCELED',
  );
  return rows.every(({ resultsReleasedAt }) => resultsReleasedAt !== null) ? rows : [];
}

/**
 * Refuse a clinical report while results are released. A report needs approval before anybody gets it (domain
 * 6.6), so the results are recalled first and the corrected report waits for its approval and release.
 */
async function requireRecalled(
  tx: Transaction,
  target: { targetType: FileTargetType; targetId: string },
): Promise<void> {
  const [released] = await releasedOf(tx, target);
  if (!released || (await tx.get(protocol, released.protocolId))?.clinical !== true) return;
  throw refuse(
    'RESULTS_RELEASED',
    'The results are released. Recall them for a corrected report first; then it can be attached, approved and released.',
  );
}

/** Return the store folder for a kind of document. */
export const bucketOf = (fileType: FileType): string => `${fileType.toLowerCase().replace(/_/g, '-')}s`;

const Announced = z.strictObject({
  fileId: ref,
  title: fileNameEnding(UPLOAD_EXTENSIONS),
  size: z.int().min(1, 'The file is empty.').max(MAX_DATA_FILE_SIZE, 'The file is larger than 5 GB.'),
  fileType: FileType,
  subType: FileSubtype.nullable(),
  targetType: FileTargetType.nullable(),
  targetId: ref.nullable(),
  customerVisible: bool.nullable(),
  /** Size of its parts in bytes; null when the file is sent whole. */
  partSize: z.int().min(1).max(PART_SIZE).nullable(),
  supersedesId: ref.nullable(),
});
type Announced = z.infer<typeof Announced>;

/** Refuse a person who may not attach such a document to the record in its current state. */
async function requireAttachable(
  tx: Transaction,
  context: OperationContext,
  about: Pick<Announced, 'fileType' | 'subType' | 'targetType' | 'targetId' | 'customerVisible'>,
): Promise<void> {
  const rule = documentRule(about.fileType);
  if (!rule)
    throw refuse('VALIDATION', `Choose one of these kinds: ${Object.keys(DOCUMENT_RULES).join(', ')}.`);
  const { role } = context.actor;
  const staff = seesAllCompanies(role);
  if (!(staff ? rule.staff : rule.customers).some((grant) => may(role, grant)))
    throw refuse('FORBIDDEN', MESSAGES.forbidden);
  const subTypes = subTypesFor(about.fileType, staff);
  if (about.subType !== null && !subTypes.includes(about.subType))
    throw refuse('VALIDATION', `Such a document is one of: ${subTypes.join(', ')}.`);
  const { targetType, targetId } = about;
  if (targetType !== rule.target || (targetId === null) !== (rule.target === null))
    throw refuse('VALIDATION', 'Say which record the document belongs to.');
  if (targetType === null || targetId === null) return;
  if (!(await seesRecord(tx, context, { targetType, targetId }, staff)))
    throw refuse('NOT_FOUND', MESSAGES.notFound);
  if (targetType === 'ClinicianLicense')
    await requireLicenseEditor(tx, context, (await findLicense(tx, targetId)).userId);
  if (targetType === 'Order') await requireOpenOrder(tx, targetId, about.subType, staff);
  if (about.customerVisible === true && isReport(about.subType))
    await requireRecalled(tx, { targetType, targetId });
}

async function requireOpenOrder(
  tx: Transaction,
  orderId: string,
  subType: FileSubtype | null,
  staff: boolean,
): Promise<void> {
  const status = (await tx.get(order, orderId))?.status;
  if (subType === 'PURCHASE_ORDER' && status !== 'DRAFT')
    throw refuse('NOT_A_DRAFT', 'A purchase order is uploaded while the order is a draft.');
  if (!staff && (status === 'COMPLETED' || status === 'CANCELED'))
    throw refuse('ORDER_CLOSED', 'This order is closed. Write to support to add a document.');
}

/** Refuse a name or size that this kind of document does not allow. */
function requireLimits({ title, size, subType }: Announced): void {
  const { extensions, largest, tooLarge } = fileLimits(subType);
  const name = fileNameEnding(extensions).safeParse(title);
  if (!name.success) throw refuse('VALIDATION', name.error.issues[0]?.message ?? MESSAGES.fixForm);
  if (size > largest) throw refuse('VALIDATION', tooLarge);
}

/** Refuse a new version unless the earlier one is a stored file of the same kind and record. */
async function requireEarlier(tx: Transaction, args: Announced): Promise<void> {
  if (args.supersedesId === null) return;
  const earlier = await tx.get(s3File, args.supersedesId);
  const isReplaceable =
    earlier?.status === 'STORED' &&
    !earlier.deleted &&
    earlier.fileType === args.fileType &&
    earlier.targetId !== null &&
    earlier.targetId === args.targetId;
  if (!isReplaceable) throw refuse('NOT_FOUND', 'The file that this one replaces is not there any more.');
  const newer = await tx.find(s3File, { supersedesId: args.supersedesId });
  if (newer.some(({ status, deleted }) => status === 'STORED' && !deleted))
    throw refuse('CONFLICT', 'This file was already replaced. Replace its newest version.');
}

/** Announce a document; its bytes follow to a signed address. */
export const announceDocument = defineOperation({
  name: 'announce-document',
  version: 1,
  kind: 'intent',
  title: 'Upload document',
  grant: 's3:create',
  args: Announced,
  subjects: () => [],
  async run(tx, args, context) {
    onlineOnly(context);
    requireLimits(args);
    await requireAttachable(tx, context, args);
    await requireEarlier(tx, args);
    const staff = seesAllCompanies(context.actor.role);
    const bucket = bucketOf(args.fileType);
    await tx.insert(s3File, {
      id: args.fileId,
      entity: await entityOfRecord(tx, context, args.targetType, args.targetId),
      title: args.title,
      size: args.size,
      type: DOCUMENT_TYPE[extensionOf(args.title)] ?? 'application/octet-stream',
      fileType: args.fileType,
      subType: args.subType,
      bucket,
      key: `${bucket}/${args.fileId}`,
      status: 'PENDING',
      sha256: null,
      partSize: args.partSize,
      scanStatus: 'WAITING',
      scanFinding: null,
      supersedesId: args.supersedesId,
      targetType: args.targetType,
      targetId: args.targetId,
      // Customers see their own uploads; uploads of staff are internal by default.
      customerVisible: !staff || args.subType === 'PURCHASE_ORDER' || args.customerVisible === true,
      uploadedById: context.actor.userId,
      downloadCount: 0,
    });
    return applied;
  },
});

/** Mark a document as stored after it has arrived whole and was checked. */
export const storeDocument = defineOperation({
  name: 'store-document',
  version: 1,
  kind: 'intent',
  title: 'Store document',
  grant: 's3:create',
  args: z.strictObject({ fileId: ref, size: z.int().min(1), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  subjects: () => [],
  async run(tx, { fileId, size, sha256 }, context) {
    onlineOnly(context);
    const file = await tx.get(s3File, fileId);
    if (file?.uploadedById !== context.actor.userId || file.deleted)
      throw refuse('NOT_FOUND', 'This file was not announced. Choose it again.');
    if (file.status !== 'PENDING')
      throw refuse('ALREADY_STORED', 'This file has already been sent. Choose it again.');
    const targetType = file.targetType === null ? null : FileTargetType.parse(file.targetType);
    // Since the announcement the order may have advanced, or the person may have changed company.
    await requireAttachable(tx, context, { ...file, targetType });
    await tx.patch(s3File, fileId, { status: 'STORED', size, sha256 });
    await recordEvent(tx, context, {
      type: 'FILE_UPLOADED',
      targetType: file.targetType ?? 'S3File',
      targetId: file.targetId ?? fileId,
      data: { file: file.title },
      customerVisible: file.customerVisible && file.targetType !== null,
    });
    return applied;
  },
});
