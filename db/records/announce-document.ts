import { z } from 'zod';
import { may } from '#db/access/grants.ts';
import { seesAllCompanies } from '#db/access/scope.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { order } from '#db/ordering/order.ts';
import { licenceOf, requireLicenceEditor } from '#db/patients/open-licence.ts';
import type { Transaction } from '#db/transaction.ts';
import { bool, ref } from '#db/values/field-types.ts';
import { DOCUMENT_EXTENSIONS, extensionOf, fileNameEnding } from '#db/values/file-name.ts';
import { DOCUMENT_RULES, documentRule, LARGEST_DOCUMENT } from './document-rules.ts';
import { DOCUMENT_TYPE } from './document-type.ts';
import { FileSubtype } from './file-subtype.ts';
import { FileTargetType } from './file-target-type.ts';
import { FileType } from './file-type.ts';
import { seesRecord } from './record-company.ts';
import { s3File } from './s3-file.ts';

/** The folder of a kind of document in the store. */
export const bucketOf = (fileType: FileType): string => `${fileType.toLowerCase().replace(/_/g, '-')}s`;

const Announced = z.strictObject({
  fileId: ref,
  title: fileNameEnding(DOCUMENT_EXTENSIONS),
  size: z.int().min(1, 'The file is empty.').max(LARGEST_DOCUMENT, 'The file is larger than 50 MB.'),
  fileType: FileType,
  subType: FileSubtype.nullable(),
  targetType: FileTargetType.nullable(),
  targetId: ref.nullable(),
  customerVisible: bool.nullable(),
});
type Announced = z.infer<typeof Announced>;

/** Refuses whoever may not attach such a document to that record, as it stands now. */
export async function requireAttachable(
  tx: Transaction,
  context: OperationContext,
  about: Pick<Announced, 'fileType' | 'subType' | 'targetType' | 'targetId'>,
): Promise<void> {
  const rule = documentRule(about.fileType);
  if (!rule)
    throw refuse('VALIDATION', `Choose one of these kinds: ${Object.keys(DOCUMENT_RULES).join(', ')}.`);
  const { role } = context.actor;
  const staff = seesAllCompanies(role);
  if (!(staff ? rule.staff : rule.customers).some((grant) => may(role, grant)))
    throw refuse('FORBIDDEN', MESSAGES.forbidden);
  if (about.subType !== null && !rule.subTypes.includes(about.subType))
    throw refuse('VALIDATION', `Such a document is one of: ${rule.subTypes.join(', ')}.`);
  const { targetType, targetId } = about;
  if (targetType !== rule.target || (targetId === null) !== (rule.target === null))
    throw refuse('VALIDATION', 'Say which record the document belongs to.');
  if (targetType === null || targetId === null) return;
  if (!(await seesRecord(tx, context, { targetType, targetId }, staff)))
    throw refuse('NOT_FOUND', MESSAGES.notFound);
  if (targetType === 'ClinicianLicense')
    await requireLicenceEditor(tx, context, (await licenceOf(tx, targetId)).userId);
  if (targetType === 'Order') await requireOpenOrder(tx, targetId, about.subType, staff);
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

/** Notes that a document will come; its bytes follow to a signed address. */
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
    await requireAttachable(tx, context, args);
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
      targetType: args.targetType,
      targetId: args.targetId,
      // What customers send, they see; what staff add stays inside unless they say so.
      customerVisible: !staff || args.subType === 'PURCHASE_ORDER' || args.customerVisible === true,
      uploadedById: context.actor.userId,
      downloadCount: 0,
    });
    return applied;
  },
});
