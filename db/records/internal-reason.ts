/** Where an event that customers see keeps a reason that only the lab reads; it is taken out for everybody else. */
export const INTERNAL_REASON = 'internalReason';
