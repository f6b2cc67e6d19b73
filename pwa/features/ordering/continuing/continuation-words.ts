import type { Continuation } from '#db/ordering/continuation.ts';
import type { OrderClassification } from '#db/ordering/order-classification.ts';

/** How going on with an order is worded, from either side. */
export const CONTINUATION_WORDS: Record<Continuation, { act: string; explains: string; of: string }> = {
  REWORK: {
    act: 'Order rework',
    explains:
      'The lab repeats what failed or was recalled, with material that it has. It costs nothing, and nothing is sent.',
    of: 'Rework of',
  },
  SUPPLEMENTAL: {
    act: 'Order supplemental',
    explains:
      'More data or another service from material that the lab has stored. It has its normal price, and nothing is sent.',
    of: 'Supplemental to',
  },
};

/** What an order is to the one that it goes on with: "Rework of". */
export const relationTo = (classification: OrderClassification): string =>
  classification === 'STANDARD' ? 'Goes on with' : CONTINUATION_WORDS[classification].of;
