/**
 * SQL: the events `e` by which a received payment stopped counting (bounced, disputed, withdrawn), or counts
 * again because a dispute was won.
 */
export const reversalEvents = (payment: string): string =>
  `event e WHERE e.target_type = 'Invoice' AND e.target_id = ${payment}.invoice_id
      AND (e.type = 'PAYMENT_FAILED' OR (e.type = 'PAYMENT_SUCCEEDED' AND e.data ? 'disputed'))
      AND e.data ->> 'paymentId' = ${payment}.id AND e.occurred_at >= ${payment}.received_at`;

/** SQL: the amount that such an event removes, or restores if negative; a dispute states its amount. */
export const reversedAmount = (payment: string): string =>
  `coalesce((e.data ->> 'disputed')::bigint, ${payment}.amount)`;

/** SQL: was a payment ever received, whatever happened to it since? */
export const wasReceived = (payment: string): string =>
  `(${payment}.status = 'SUCCEEDED' OR (${payment}.status = 'FAILED' AND EXISTS (SELECT 1 FROM ${reversalEvents(payment)})))`;

/** SQL: does any part of a payment count now? */
export const isCounted = (payment: string): string =>
  `(${payment}.status = 'SUCCEEDED' OR ${payment}.disputed_amount IS NOT NULL)`;

/** SQL: the part of a received payment that counts now: all, or what a dispute leaves. */
export const countedAmount = (payment: string): string =>
  `(${payment}.amount - coalesce(${payment}.disputed_amount, 0))`;
