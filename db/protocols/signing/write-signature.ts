import { ROLE_LABELS } from '#db/access/role-labels.ts';
import type { Role } from '#db/access/roles.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { canonicalJson, sha256 } from '#db/values/canonical-json.ts';
import { type Signature, type SignatureType, signature } from './signature.ts';

/** The meaning of each kind of signature, in the words that are printed with it. */
export const SIGNATURE_MEANINGS = {
  PERFORMED: { type: 'SIGNED', meaning: 'Performed by' },
  REVIEWED: { type: 'REVIEWED', meaning: 'Reviewed by' },
  RECEIVED: { type: 'SIGNED', meaning: 'Received by' },
  APPROVED: { type: 'REVIEWED', meaning: 'Reviewed and approved by' },
  SIGNED_OFF: { type: 'REVIEWED', meaning: 'Approved by' },
  READ: { type: 'SIGNED', meaning: 'Read by' },
} as const satisfies Record<string, { type: SignatureType; meaning: string }>;
export type SignatureMeaning = keyof typeof SIGNATURE_MEANINGS;

/** The person who signs, as the session or the list of people names them, never as a device does. */
export interface Signer {
  userId: string;
  name: string;
  role: Role;
}

/** The signed record, with the proof and the result of its check. */
export type SignedRecord = Pick<
  Signature,
  'id' | 'targetType' | 'targetId' | 'contentHash' | 'verified' | 'signatureProof'
>;

type HashedField =
  | 'type'
  | 'userId'
  | 'printedName'
  | 'role'
  | 'meaning'
  | 'targetType'
  | 'targetId'
  | 'contentHash'
  | 'occurredAt'
  | 'signatureProof';

/** Format a signature for the screen: `Performed by Tess Tech, Lab Tech`. */
export const signatureText = ({
  meaning,
  printedName,
  role,
}: Pick<Signature, 'meaning' | 'printedName' | 'role'>): string =>
  [`${meaning} ${printedName}`, role && ROLE_LABELS[role].verbose].filter(Boolean).join(', ');

/** Build the words of a signature of this kind by this person. */
export const wordsOf = (kind: SignatureMeaning, signer: Signer) => ({
  ...SIGNATURE_MEANINGS[kind],
  userId: signer.userId,
  printedName: signer.name,
  role: signer.role,
});

/** Compute the hash that binds the words of a signature to the signed record. */
export const signatureHash = (row: Pick<Signature, HashedField>): Promise<string> =>
  sha256(
    canonicalJson({
      contentHash: row.contentHash,
      meaning: row.meaning,
      occurredAt: row.occurredAt,
      printedName: row.printedName,
      proof: row.signatureProof,
      role: row.role,
      targetId: row.targetId,
      targetType: row.targetType,
      type: row.type,
      userId: row.userId,
    }),
  );

/**
 * Write a signature whose words follow from the operation and the signer alone. A device runs the same rule
 * for what it shows until the server has written the signature.
 */
export async function writeSignature(
  tx: Transaction,
  context: OperationContext,
  kind: SignatureMeaning,
  signer: Signer,
  record: SignedRecord,
): Promise<Signature> {
  const meaningText = {
    ...wordsOf(kind, signer),
    ...record,
    occurredAt: context.occurredAt,
  };
  return tx.insert(signature, {
    ...meaningText,
    deviceId: context.deviceId,
    signatureHash: await signatureHash(meaningText),
  });
}
