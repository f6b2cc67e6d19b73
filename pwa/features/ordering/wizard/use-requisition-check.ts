import { useState } from 'react';
import { RequisitionCheck } from '#db/specimens/requisition-check.ts';
import { callApi } from '#pwa/api/client.ts';

const PATH = '/api/lab/specimens/check-requisition-number';

/**
 * Reports typed requisition numbers that cannot be used. Saving checks them again, so a failed check is
 * ignored.
 */
export function useRequisitionCheck(orderId: string) {
  const [messages, setMessages] = useState<Readonly<Record<string, string | null>>>({});
  const check = async (typed: string): Promise<void> => {
    const requisitionNumber = typed.trim();
    if (requisitionNumber === '' || requisitionNumber in messages) return;
    const answer = await callApi({
      path: PATH,
      query: { requisitionNumber, orderId },
      answer: RequisitionCheck,
    }).catch(() => null);
    if (answer) setMessages((before) => ({ ...before, [requisitionNumber]: answer.message }));
  };
  return { check, problemOf: (typed: string | undefined) => messages[typed?.trim() ?? ''] ?? null };
}
