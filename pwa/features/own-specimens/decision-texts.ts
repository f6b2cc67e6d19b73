import type { CustomerDecision } from '#db/specimens/customer-decision.ts';

/** Label and explanation of each decision. */
export const DECISION_TEXTS: Record<CustomerDecision, { label: string; explains: string; done: string }> = {
  SEND_REPLACEMENT: {
    label: 'Send a replacement',
    explains: 'Send new material under the same requisition number. What arrived before is not used.',
    done: 'The lab awaits a replacement: print its packing slip on the page of the order',
  },
  PROCEED_AT_RISK: {
    label: 'Proceed at risk',
    explains: 'The lab works with what arrived. The result may be poor, and the work is billed as usual.',
    done: 'The lab goes on with what it has',
  },
  CANCEL: {
    label: 'Cancel this specimen',
    explains: 'No more work is done on it. This cannot be taken back.',
    done: 'The specimen is canceled',
  },
};
