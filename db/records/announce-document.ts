import { z } from 'zod';
import { may } from '#db/access/grants.ts';
import { seesAllCompanies } from '#db/access/scope.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { order } from '#db/ordering/order.ts';
import { findLicense, requireLicenseEditor } from '#db/patients/open-license.ts';
import type { Transaction } from '#db/transaction.ts';
import { bool, ref } from '#db/values/field-types.ts';
import { extensionOf, fileNameEnding, UPLOAD_EXTENSIONS } from '#db/values/file-name.ts';
import { DOCUMENT_RULES, documentRule } from './document-rules.ts';
import { DOCUMENT_TYPE } from './document-type.ts';
import { fileLimits, MAX_DATA_FILE_SIZE, PART_SIZE } from './file-limits.ts';
import { FileSubtype } from './file-subtype.ts';
import { FileTargetType } from './file-target-type.ts';
import { FileType } from './file-type.ts';
import { seesRecord } from './record-company.ts';
import { requireRecalled } from './require-recalled.ts';
import { holdsResults, isReport, RESULT_SUBTYPES } from './result-files.ts';
import { s3File } from './s3-file.ts';

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
export async function requireAttachable(
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
  // Only the lab uploads results; files of customers are never results.
  const subTypes =
    staff && holdsResults(about.fileType) ? [...rule.subTypes, ...RESULT_SUBTYPES] : rule.subTypes;
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
