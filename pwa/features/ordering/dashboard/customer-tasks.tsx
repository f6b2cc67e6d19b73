import { hasCapability } from '#db/access/capabilities.ts';
import { may } from '#db/access/grants.ts';
import { invoiceActionsFor } from '#db/billing/invoices/invoice-actions.ts';
import type { ListedInvoice } from '#db/billing/invoices/listed-invoice.ts';
import type { CustomerWork, OrdersSummary, WaitingOrder } from '#db/ordering/orders/orders-summary.ts';
import { downloadFiles } from '#pwa/api/files.ts';
import type { Viewer } from '#pwa/features/ordering/viewer.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { approvalTasks } from './approval-tasks.tsx';
import type { Task } from './needs-you.tsx';

interface WaitingKind {
  key: string;
  badge: Task['badge'];
  verb: string;
  noteOf(count: string): string;
}

const DECISION: WaitingKind = {
  key: 'decision',
  badge: <ToneBadge tone="danger" label="Action required" />,
  verb: 'Decide',
  noteOf: (count) => `${count} to decide about`,
};
const INFORMATION: WaitingKind = {
  key: 'information',
  badge: <ToneBadge tone="warning" label="Information missing" />,
  verb: 'Complete',
  noteOf: (count) => `${count} received without all information`,
};
const TO_SEND: WaitingKind = {
  key: 'send',
  badge: <ToneBadge tone="warning" label="To be sent" />,
  verb: 'Send',
  noteOf: (count) => `${count} to send`,
};
const RESULTS: WaitingKind = {
  key: 'results',
  badge: <ToneBadge tone="success" label="Results ready" />,
  verb: 'Download',
  noteOf: (count) => `Results of ${count}`,
};

const waitingTask = (
  { key, badge, verb, noteOf }: WaitingKind,
  { id, orderNumber, serviceName, specimens, since }: WaitingOrder,
  base: Viewer['base'],
): Task => ({
  key: `${key}-${id}`,
  link: { to: `${base}/$id`, params: { id } },
  title: orderNumber,
  badge,
  note: (
    <>
      {`${serviceName}, ${noteOf(countOf(specimens, 'specimen'))}`}
      {since && (
        <>
          , <Time value={since} />
        </>
      )}
    </>
  ),
  verb,
  at: since,
});

/** Return the tasks about specimens that the role may carry out; no row leads to a refusal. */
function specimenTasks(work: CustomerWork, { role, base }: Viewer): Task[] {
  const tasksOf = (kind: WaitingKind, rows: readonly WaitingOrder[], isAllowed: boolean): Task[] =>
    isAllowed ? rows.map((row) => waitingTask(kind, row, base)) : [];
  const decides = hasCapability(role, 'decideOnOwnSpecimens');
  return [
    ...tasksOf(DECISION, work.decisions, decides),
    ...tasksOf(INFORMATION, work.information, decides),
    ...tasksOf(TO_SEND, work.toSend, hasCapability(role, 'markOrdersShipped')),
    ...tasksOf(RESULTS, work.results, may(role, 's3/downloads:read')).map((task, index) => ({
      ...task,
      run: () => downloadFiles('Order', work.results[index]?.id ?? ''),
    })),
  ];
}

const draftTasks = ({ drafts, toName }: OrdersSummary, { base, role, draftLink }: Viewer): Task[] => [
  ...(hasCapability(role, 'confirmRegistration') ? toName : []).map(
    (row): Task => ({
      key: `name-${row.id}`,
      link: { to: `${base}/$id`, params: { id: row.id } },
      title: orderTitle(row),
      isTextTitle: row.orderNumber === null,
      badge: <ToneBadge tone="warning" label="Specimens to enter" />,
      note: `${row.serviceName}, ${row.specimenCount} of ${countOf(row.projectedSpecimenCount, 'specimen')} entered`,
      verb: 'Enter specimens',
      at: row.createdAt,
    }),
  ),
  ...drafts.rows.flatMap((row): Task[] => {
    const link = draftLink(row.id);
    if (!link) return [];
    return [
      {
        key: `draft-${row.id}`,
        link,
        title: orderTitle(row),
        isTextTitle: row.orderNumber === null,
        badge: row.returnReason ? (
          <ToneBadge tone="warning" label="Returned" />
        ) : (
          <ToneBadge tone="neutral" label="Draft" />
        ),
        note: row.returnReason ?? (
          <>
            {row.serviceName}, changed <Time value={row.updatedAt} />
          </>
        ),
        verb: row.returnReason ? 'Correct' : 'Continue',
        at: row.updatedAt,
      },
    ];
  }),
];

/** Return the open invoices as tasks: to pay where the role may, else to view. */
const invoiceTasks = (invoices: readonly ListedInvoice[], viewer: Viewer): Task[] =>
  invoices.flatMap((row): Task[] => {
    const pay = invoiceActionsFor(viewer.role, row).includes('pay') ? viewer.payLink(row.id) : null;
    const link = pay ?? viewer.invoiceLink(row.id);
    if (!link) return [];
    const isLate = row.overdueDays > 0;
    return [
      {
        key: `invoice-${row.id}`,
        link,
        title: row.invoiceNumber,
        badge: <ToneBadge tone={isLate ? 'danger' : 'warning'} label={isLate ? 'Overdue' : 'Unpaid'} />,
        note: (
          <>
            {formatMoney(row.balance)}, due <Time value={row.dueDate} none="on receipt" />
          </>
        ),
        verb: pay ? 'Pay' : 'View',
        at: row.dueDate,
      },
    ];
  });

/** Return all that waits for a customer: specimens, orders to complete, approvals and invoices. */
export const customerTasks = (
  summary: OrdersSummary,
  invoices: readonly ListedInvoice[],
  viewer: Viewer,
): Task[] => [
  ...(summary.customer ? specimenTasks(summary.customer, viewer) : []),
  ...draftTasks(summary, viewer),
  ...approvalTasks(summary.approvals.rows, viewer),
  ...invoiceTasks(invoices, viewer),
];
