/** When a payment that had come no longer counted: it bounced, was disputed or was taken back. */
export const takenBackAt = (payment: string): string =>
  `(SELECT max(e.occurred_at) FROM event e WHERE e.target_type = 'Invoice' AND e.target_id = ${payment}.invoice_id
      AND e.type = 'PAYMENT_FAILED' AND e.data ->> 'paymentId' = ${payment}.id AND e.occurred_at >= ${payment}.received_at)`;
