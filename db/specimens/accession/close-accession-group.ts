import type { OperationContext } from '#db/operation.ts';
import { writeSignature } from '#db/protocols/signing/write-signature.ts';
import type { ConflictKind } from '#db/records/conflicts/conflict-kind.ts';
import { openConflict } from '#db/records/conflicts/open-conflict.ts';
import type { Transaction } from '#db/transaction.ts';
import { canonicalJson, sha256 } from '#db/values/canonical-json.ts';
import type { AccessionArgs } from './accession-args.ts';
import { accessionGroup } from './accession-group.ts';
import type { ReceivingSession } from './receiving-session.ts';

/** The kind of conflict of a receipt with an invalid signature. */
const RECEIPT_SIGNATURE = 'receipt-signature';

/**
 * A receipt signature that does not verify, or that covers other content than was received: the material
 * stays received.
 */
export const receiptSignatureConflict: ConflictKind = {
  kind: RECEIPT_SIGNATURE,
  title: 'Receipt not verified',
  labels: { KEEP_A: 'Seen; the receipt was checked with the receiver' },
  async resolve() {},
};

/** Write the closed session: the package, the counts, and the signature of the receiver. */
export async function closeAccessionGroup(
  tx: Transaction,
  context: OperationContext,
  session: ReceivingSession,
  args: AccessionArgs,
  counts: { expected: number; missing: number },
): Promise<void> {
  const signatureId = await sign(tx, context, session, args);
  await tx.insert(accessionGroup, {
    id: args.accessionGroupId,
    groupNumber: args.groupNumber,
    orderIds: [...session.orderIds],
    receivedAt: context.occurredAt,
    receivedById: context.actor.userId,
    packageCondition: args.packageCondition,
    packageTemperature: args.packageTemperature,
    coolantState: args.coolantState,
    trackingNumber: args.trackingNumber,
    packageCount: args.packageCount,
    expectedCount: counts.expected,
    // Every received specimen counts, whichever session arrives first.
    receivedCount: session.received.size + session.receivedAgain.size,
    missingCount: counts.missing,
    unexpectedCount: session.unexpected,
    quarantinedCount: session.quarantined,
    photoFileIds: photosOfPackage(args, session),
    notes: args.packageNote,
    closedAt: context.occurredAt,
    signatureId,
  });
}

// A photo of a tube without a problem belongs to the package, so that every photo has an owner.
function photosOfPackage(args: AccessionArgs, { photosHeld }: ReceivingSession): string[] {
  const ofThings = [...args.tubes, ...args.plates].flatMap(({ photoFileIds }) => photoFileIds ?? []);
  return [...new Set([...args.photoFileIds, ...ofThings.filter((id) => !photosHeld.has(id))])];
}

/** Return the signed content: the session without the signature itself. */
export function signedContent({ signature: _, ...content }: AccessionArgs): Omit<AccessionArgs, 'signature'> {
  return content;
}

// A proof of other content is not valid for this session.
async function verify(context: OperationContext, args: AccessionArgs): Promise<'OK' | 'FAILED' | 'PENDING'> {
  const { contentHash, proof, passwordProof } = args.signature;
  if ((await sha256(canonicalJson(signedContent(args)))) !== contentHash) return 'FAILED';
  return context.verifyProof(contentHash, proof, { passwordProof });
}

async function sign(
  tx: Transaction,
  context: OperationContext,
  session: ReceivingSession,
  args: AccessionArgs,
): Promise<string> {
  const { contentHash, proof } = args.signature;
  const verified = await verify(context, args);
  const id = context.newId();
  const { printedName } = await writeSignature(tx, context, 'RECEIVED', context.actor, {
    id,
    targetType: 'AccessionGroup',
    targetId: args.accessionGroupId,
    contentHash,
    verified,
    signatureProof: proof,
  });
  if (verified === 'FAILED') {
    const message = `The signature on ${args.groupNumber} could not be verified. A lab manager checks the receipt.`;
    await openConflict(tx, context, {
      kind: RECEIPT_SIGNATURE,
      targetType: 'AccessionGroup',
      targetId: args.accessionGroupId,
      action: `Check the receipt ${args.groupNumber} with ${printedName}`,
      mine: { label: `Signed by ${printedName}`, value: { signatureId: id } },
      theirs: null,
    });
    session.findings.push({ outcome: 'CONFLICT', code: 'SIGNATURE_FAILED', message });
  }
  return id;
}
