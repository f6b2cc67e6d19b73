import type { Continuation } from '#db/ordering/drafts/continuation.ts';
import type { OrderClassification } from '#db/ordering/orders/order-terms.ts';

/** Wording for the continuation of an order, from both sides. */
export const CONTINUATION_TEXTS: Record<
  Continuation,
  { action: string; explanation: string; relation: string }
> = {
  REWORK: {
    action: 'Order rework',
    explanation:
      'The lab repeats what failed or was recalled, with stored material. Free of charge; nothing is shipped.',
    relation: 'Rework of',
  },
  SUPPLEMENTAL: {
    action: 'Reorder for these specimens',
    explanation: 'More data or another service from stored material. Normal price; nothing is shipped.',
    relation: 'Supplemental to',
  },
};

/** Relation of an order to the one that it continues: "Rework of". */
export const relationText = (classification: OrderClassification): string =>
  classification === 'STANDARD' ? 'Continues' : CONTINUATION_TEXTS[classification].relation;
