/**
 * The key under which an event that customers see stores a reason for the lab only; customers get the event
 * without it.
 */
export const INTERNAL_REASON = 'internalReason';
