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
      'The lab repeats what failed or was recalled, with material that it has. It costs nothing, and nothing is sent.',
    relation: 'Rework of',
  },
  SUPPLEMENTAL: {
    action: 'Reorder for these specimens',
    explanation:
      'More data or another service from material that the lab has stored. It has its normal price, and nothing is sent.',
    relation: 'Supplemental to',
  },
};

/** Relation of an order to the one that it continues: "Rework of". */
export const relationText = (classification: OrderClassification): string =>
  classification === 'STANDARD' ? 'Continues' : CONTINUATION_TEXTS[classification].relation;
