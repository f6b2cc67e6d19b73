import type { ConflictKind } from '#db/conflict-kind.ts';

/** The kind of conflict of a receipt whose signature does not hold. */
export const RECEIPT_SIGNATURE = 'receipt-signature';

/** A signature of receipt that does not verify, or stands for something else than was received: what arrived stays received. */
export const receiptSignatureConflict: ConflictKind = {
  kind: RECEIPT_SIGNATURE,
  title: 'Receipt not verified',
  labels: { KEEP_A: 'Seen; the receipt was checked with the receiver' },
  async resolve() {},
};
