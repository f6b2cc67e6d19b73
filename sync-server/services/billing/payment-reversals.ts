/**
 * The events `e` by which a payment that had come no longer counted (it bounced, was disputed or was taken back), or counted
 * again because a dispute was won.
 */
export const reversalEvents = (payment: string): string =>
  `event e WHERE e.target_type = 'Invoice' AND e.target_id = ${payment}.invoice_id
      AND (e.type = 'PAYMENT_FAILED' OR (e.type = 'PAYMENT_SUCCEEDED' AND e.data ? 'disputed'))
      AND e.data ->> 'paymentId' = ${payment}.id AND e.occurred_at >= ${payment}.received_at`;

/** What such an event takes back, or gives again where that is less than nothing: a dispute says how much. */
export const reversedAmount = (payment: string): string =>
  `coalesce((e.data ->> 'disputed')::bigint, ${payment}.amount)`;

/** Has a payment come at all, whatever became of it since? */
export const wasReceived = (payment: string): string =>
  `(${payment}.status = 'SUCCEEDED' OR (${payment}.status = 'FAILED' AND EXISTS (SELECT 1 FROM ${reversalEvents(payment)})))`;

/** Does anything of a payment count now? */
export const isCounted = (payment: string): string =>
  `(${payment}.status = 'SUCCEEDED' OR ${payment}.disputed_amount IS NOT NULL)`;

/** What of such a payment counts now: all, or what a dispute leaves. */
export const countedAmount = (payment: string): string =>
  `(${payment}.amount - coalesce(${payment}.disputed_amount, 0))`;
