import type { ConflictKind } from '#db/conflict-kind.ts';

/** The kind of conflict of a receipt with an invalid signature. */
export const RECEIPT_SIGNATURE = 'receipt-signature';

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
