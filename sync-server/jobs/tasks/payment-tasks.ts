import { defineTask, type Task } from '#sync-server/jobs/task.ts';
import { storeMissingPdfs } from '#sync-server/services/billing/documents/stored-pdf.ts';
import { processPendingRefunds, reconcilePayments } from './reconcile-payments.ts';

/** Tasks of payments and billing documents. */
export const PAYMENT_TASKS: readonly Task[] = [
  defineTask({
    name: 'store-invoice-pdfs',
    title: 'Store invoice PDFs',
    description: 'Stores the PDF of issued invoices and credit notes that have none yet.',
    schedule: { cron: '* * * * *' },
    attempts: 5,
    exclusive: true,
    run: async (services) => ({ changed: await storeMissingPdfs(services) }),
  }),
  defineTask({
    name: 'process-pending-refunds',
    title: 'Process pending refunds',
    description: 'Sends pending card refunds, each once.',
    schedule: { cron: '* * * * *' },
    attempts: 5,
    exclusive: true,
    effect: 'MONEY',
    run: async (services) => ({ changed: await processPendingRefunds(services) }),
  }),
  defineTask({
    name: 'reconcile-payments',
    title: 'Reconcile card payments',
    description: 'Reads open card payments again of which the processor reported nothing.',
    schedule: { cron: '*/5 * * * *' },
    attempts: 5,
    exclusive: true,
    effect: 'MONEY',
    run: async (services) => ({ changed: await reconcilePayments(services) }),
  }),
];
