import { useState } from 'react';
import { paymentWord } from '#db/billing/payment-kind.ts';
import type { ShownInvoice, ShownPayment } from '#db/billing/shown-invoice.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { useLabToday } from '#pwa/replica/hooks/use-lab-today.ts';
import { ActWindow } from '#pwa/ui/act-window.tsx';
import { ActFields } from './act-fields.tsx';
import { type ActInput, type RefundRule, readActInput } from './act-input.ts';
import { actWordsOf } from './act-words-of.ts';
import { typedCents } from './cents.ts';
import { type DialogActName, INVOICE_ACT_WORDS } from './invoice-act-words.ts';
import { errorText, useInvoiceAct } from './use-invoice.ts';

/** What is asked: an act on the invoice, or on one of its payments. */
export interface AskedAct {
  name: DialogActName;
  payment: ShownPayment | null;
}

/** How much may go back: of a refund that waits all of it. */
function refundRule({ payment }: AskedAct): RefundRule {
  if (!payment) return { most: 0, whole: false, byHand: false };
  const whole = payment.kind === 'REFUND';
  return {
    most: whole ? Math.abs(payment.amount) : payment.refundable,
    whole,
    // Of refunds a card's is only tried again, which needs no number.
    byHand: whole ? payment.status === 'PENDING' : payment.kind !== 'CARD',
  };
}

function beginOf(asked: AskedAct, { invoice }: ShownInvoice, today: string): ActInput {
  const amount = asked.payment ? refundRule(asked).most : invoice.balance;
  return {
    kind: 'CHECK',
    amount: amount > 0 ? typedCents(amount) : '',
    reference: '',
    receivedOn: today,
    reason: asked.payment?.kind === 'REFUND' ? (asked.payment.reason ?? '') : '',
  };
}

function pathOf({ name, payment }: AskedAct, invoiceId: string): string {
  const base = `/api/billing/invoice/${invoiceId}`;
  const { path } = INVOICE_ACT_WORDS[name];
  return name === 'record-bounced' ? `${base}/payments/${payment?.id}/${path}` : `${base}/${path}`;
}

function dataOf({ name, payment }: AskedAct, shown: ShownInvoice, data: Record<string, unknown>) {
  if (name === 'record-refund') return { ...data, paymentId: payment?.id };
  // What is issued is what was looked at.
  return name === 'issue' ? { seenTotal: shown.invoice.totalDue } : data;
}

interface ActDialogProps {
  shown: ShownInvoice;
  asked: AskedAct;
  open: boolean;
  onClose(): void;
  /** With the invoice that the act answered: a correction answers the new one. */
  onDone(after: ShownInvoice): void;
}

/** Asks before an act of billing, with what it needs; stays open with what was typed when the server refuses. */
export function ActDialog({ shown, asked, open, onClose, onDone }: ActDialogProps) {
  const today = useLabToday();
  const [input, setInput] = useState(() => beginOf(asked, shown, today));
  const [tried, setTried] = useState(false);
  const act = useInvoiceAct();
  const { title, explains, done } = actWordsOf(asked.name, asked.payment);
  const { danger, asks } = INVOICE_ACT_WORDS[asked.name];
  const refund = refundRule(asked);
  const { problems, data } = readActInput(asked.name, input, refund);
  const { invoiceNumber, totalDue, id } = shown.invoice;
  const confirm = (): void => {
    setTried(true);
    if (Object.keys(problems).length > 0) return;
    act.mutate({ path: pathOf(asked, id), data: dataOf(asked, shown, data), done }, { onSuccess: onDone });
  };
  return (
    <ActWindow
      open={open}
      act={title}
      of={invoiceNumber}
      danger={danger}
      busy={act.isPending}
      problem={act.error ? errorText(act.error) : null}
      onConfirm={confirm}
      onClose={onClose}
    >
      {asked.name === 'issue' && <p className="font-semibold">{`Total ${formatMoney(totalDue)}`}</p>}
      {asked.payment && (
        <p className="font-semibold">
          {[paymentWord(asked.payment), asked.payment.reference, formatMoney(asked.payment.amount)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      <p>{explains}</p>
      <ActFields
        asks={asks}
        input={input}
        byHand={refund.byHand}
        problems={tried ? problems : {}}
        onChange={setInput}
      />
    </ActWindow>
  );
}
