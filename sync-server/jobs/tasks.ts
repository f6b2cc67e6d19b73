import { z } from 'zod';
import { Id } from '#db/values/id.ts';
import { forgetAttempts } from '#sync-server/auth/attempts.ts';
import { registryOf } from '#sync-server/integrations/licenses/nppes-registry.ts';
import { ageOut } from '#sync-server/sync/age-out.ts';
import { dropFailedJobs } from './job-queue.ts';
import { pruneRuns } from './run-job.ts';
import { defineTask, defineTaskWith, type Task } from './task.ts';
import { activateVersions } from './tasks/activate-versions.ts';
import { closeFinishedOrders } from './tasks/close-finished-orders.ts';
import { discardIdleDrafts } from './tasks/discard-idle-drafts.ts';
import { endRetention } from './tasks/end-retention.ts';
import { escalateMissing } from './tasks/escalate-missing.ts';
import { expireWaiting } from './tasks/expire-waiting.ts';
import { notifyAboutSpecimens } from './tasks/notify-about-specimens.ts';
import { notifyStaff } from './tasks/notify-staff.ts';
import { PAYMENT_TASKS } from './tasks/payment-tasks.ts';
import { sendInvoiceReminders } from './tasks/remind-of-invoices.ts';
import { REMINDER_TASKS } from './tasks/reminder-tasks.ts';
import { reviewLicenseDates } from './tasks/review-license-dates.ts';
import { sendOverdueEmails, sendQueuedEmail } from './tasks/send-emails.ts';
import { sendSummaries } from './tasks/send-summaries.ts';
import { SEQUENCING_TASKS } from './tasks/sequencing-tasks.ts';
import {
  deliverSimulatedPayments,
  deliverSimulatedTracking,
  simulatesCards,
  simulatesCarriers,
} from './tasks/simulated-events.ts';
import { verifyPendingLicenses } from './tasks/verify-pending-licenses.ts';
import { voidUnusedLabels } from './tasks/void-unused-labels.ts';
import { forgetUnfinishedFiles, scanFiles } from './tasks/waiting-files.ts';
import { writeAuditChain } from './tasks/write-audit-chain.ts';

/** All tasks of the server. Hourly ones start at different minutes, so that they do not run together. */
export const TASKS: readonly Task[] = [
  defineTaskWith({
    name: 'send-email',
    title: 'Send email',
    description:
      'Sends one email of the outbox and plans its next attempt when the mail server does not take it.',
    schedule: { onDemand: true },
    // Attempts of the job; send-emails.ts tries the email itself eight times a day, each in its own job.
    attempts: 5,
    // Two at a time, because its jobs are in two queues (migration 0160).
    exclusive: false,
    effect: 'EMAILS',
    payload: z.strictObject({ emailId: Id }),
    run: (services, { emailId }) => sendQueuedEmail(services, emailId),
  }),
  defineTask({
    name: 'send-overdue-emails',
    title: 'Send overdue emails',
    description: 'Sends emails of the outbox that are due and have lost their job.',
    schedule: { cron: '*/5 * * * *' },
    attempts: 3,
    exclusive: true,
    effect: 'EMAILS',
    run: async (services) => ({ changed: await sendOverdueEmails(services) }),
  }),
  defineTask({
    name: 'delete-old-attempts',
    title: 'Delete old sign-in attempts',
    description: 'Deletes counted attempts that no limit looks at any more.',
    schedule: { cron: '7 * * * *' },
    attempts: 3,
    exclusive: true,
    run: async ({ pool, now }) => ({ changed: (await forgetAttempts(pool, now())).rowCount ?? 0 }),
  }),
  defineTask({
    name: 'age-out-records',
    title: 'Remove finished records from devices',
    description: 'Announces records that finished 60 days ago as departed, so that devices delete them.',
    schedule: { cron: '11 * * * *' },
    attempts: 5,
    exclusive: true,
    run: async ({ pool, now }) => ({ changed: await ageOut(pool, now()) }),
  }),
  defineTask({
    name: 'escalate-missing',
    title: 'Escalate missing tubes',
    description: 'Opens a conflict for each tube that was missing from its shipment for 24 hours.',
    schedule: { cron: '*/15 * * * *' },
    attempts: 5,
    exclusive: true,
    dated: true,
    run: async ({ pool, now, env }) => ({
      changed: await escalateMissing(pool, { now: now(), timeZone: env.LAB_TIMEZONE }),
    }),
  }),
  defineTask({
    name: 'expire-waiting',
    title: 'Report sections that waited too long',
    description: 'Opens a conflict for each section that waited 72 hours for the one before it.',
    schedule: { cron: '*/15 * * * *' },
    attempts: 5,
    exclusive: true,
    dated: true,
    run: async ({ pool, now, env }) => ({
      changed: await expireWaiting(pool, { now: now(), timeZone: env.LAB_TIMEZONE }),
    }),
  }),
  defineTask({
    name: 'notify-about-specimens',
    title: 'Notify customers about specimens',
    description: 'Queues emails about specimens that need their customer or arrived with a problem.',
    schedule: { everySeconds: 15 },
    attempts: 25,
    exclusive: true,
    effect: 'EMAILS',
    run: async (services) => ({ changed: await notifyAboutSpecimens(services) }),
  }),
  defineTask({
    name: 'send-summaries',
    title: 'Send order summaries',
    description: 'Queues the daily, weekly and monthly summaries of order progress at their time of the lab.',
    schedule: { cron: '*/5 * * * *' },
    attempts: 5,
    exclusive: true,
    effect: 'EMAILS',
    run: async (services) => ({ changed: await sendSummaries(services) }),
  }),
  defineTask({
    name: 'notify-staff',
    title: 'Notify lab managers',
    description: 'Queues emails about conflicts, low stock, certificates that are due and failed runs.',
    schedule: { everySeconds: 30 },
    attempts: 25,
    exclusive: true,
    effect: 'EMAILS',
    run: async (services) => ({ changed: await notifyStaff(services) }),
  }),
  defineTask({
    name: 'activate-versions',
    title: 'Activate approved versions',
    description:
      'Lets approved versions of procedures, flows and protocols replace the earlier ones on their first lab day.',
    schedule: { cron: '3 * * * *' },
    attempts: 5,
    exclusive: true,
    dated: true,
    run: async (services) => ({ changed: await activateVersions(services) }),
  }),
  defineTask({
    name: 'watch-licences',
    title: 'Expire licenses and remind of them',
    description: 'Ends licenses after their last day and reminds clinicians 60, 30 and 7 days before.',
    schedule: { cron: '17 * * * *' },
    attempts: 5,
    exclusive: true,
    effect: 'EMAILS',
    dated: true,
    run: async (services) => ({ changed: await reviewLicenseDates(services) }),
  }),
  defineTask({
    name: 'check-licence-registry',
    title: 'Check licenses with the registry',
    description: 'Asks the registry of clinicians about licenses that wait for verification.',
    schedule: { cron: '* * * * *' },
    attempts: 5,
    exclusive: true,
    effect: 'EMAILS',
    isEnabled: (env) => registryOf(env).isConnected,
    run: async (services) => ({ changed: await verifyPendingLicenses(services, registryOf(services.env)) }),
  }),
  defineTask({
    name: 'deliver-simulated-payments',
    title: 'Deliver simulated payment events',
    description: 'Sends what the simulated card processor has to report to this server.',
    schedule: { onDemand: true },
    attempts: 5,
    exclusive: true,
    effect: 'MONEY',
    isEnabled: simulatesCards,
    run: async (services) => ({ changed: await deliverSimulatedPayments(services) }),
  }),
  defineTask({
    name: 'remind-of-invoices',
    title: 'Remind of invoices',
    description: 'Marks invoices as late and reminds their organization 1, 15 and 30 days later.',
    schedule: { cron: '*/15 * * * *' },
    attempts: 5,
    exclusive: true,
    effect: 'EMAILS',
    dated: true,
    run: async (services) => ({ changed: await sendInvoiceReminders(services) }),
  }),
  defineTask({
    name: 'deliver-simulated-tracking',
    title: 'Deliver simulated tracking',
    description: 'Sends what the simulated carriers have to report to this server.',
    schedule: { onDemand: true },
    attempts: 5,
    exclusive: true,
    isEnabled: simulatesCarriers,
    run: async (services) => ({ changed: await deliverSimulatedTracking(services) }),
  }),
  defineTask({
    name: 'void-unused-labels',
    title: 'Void unused shipping labels',
    description: 'Gives labels of canceled orders back to their carrier.',
    schedule: { cron: '* * * * *' },
    attempts: 5,
    exclusive: true,
    effect: 'MONEY',
    dated: true,
    run: async (services) => ({ changed: await voidUnusedLabels(services) }),
  }),
  ...PAYMENT_TASKS,
  ...REMINDER_TASKS,
  ...SEQUENCING_TASKS,
  defineTask({
    name: 'scan-files',
    title: 'Scan files for malware',
    description: 'Scans files that the scanner could not look at when they arrived.',
    schedule: { everySeconds: 10 },
    attempts: 25,
    exclusive: true,
    run: async (services) => ({ changed: await scanFiles(services) }),
  }),
  defineTask({
    name: 'forget-unfinished-files',
    title: 'Remove unfinished uploads',
    description: 'Deletes uploads that nobody continued.',
    schedule: { cron: '23 * * * *' },
    attempts: 5,
    exclusive: true,
    effect: 'DELETION',
    dated: true,
    run: async (services) => ({ changed: await forgetUnfinishedFiles(services) }),
  }),
  defineTask({
    name: 'discard-idle-drafts',
    title: 'Discard idle drafts',
    description: 'Discards order drafts that nobody continued for 90 days.',
    schedule: { cron: '29 * * * *' },
    attempts: 5,
    exclusive: true,
    effect: 'DELETION',
    dated: true,
    run: async (services) => ({ changed: await discardIdleDrafts(services) }),
  }),
  defineTask({
    name: 'close-finished-orders',
    title: 'Close finished orders',
    description: 'Closes orders that were finished when the night of the lab began.',
    schedule: { cron: '31 * * * *' },
    attempts: 5,
    exclusive: true,
    effect: 'EMAILS',
    dated: true,
    run: async (services) => ({ changed: await closeFinishedOrders(services) }),
  }),
  defineTask({
    name: 'write-audit-chain',
    title: 'Write the audit hash chain',
    description: 'Adds a hash for each ended day of the audit log and the events.',
    schedule: { cron: '37 * * * *' },
    attempts: 5,
    exclusive: true,
    run: async (services) => ({ changed: await writeAuditChain(services) }),
  }),
  defineTask({
    name: 'end-retention',
    title: 'Delete data after retention',
    description: 'Deletes data files after their retention and warns 60 and 7 days before.',
    schedule: { cron: '41 * * * *' },
    attempts: 5,
    exclusive: true,
    effect: 'DELETION',
    dated: true,
    run: async (services) => {
      const { deleted, warned } = await endRetention(services);
      return { changed: deleted, ...(warned > 0 ? { note: `${warned} warned` } : {}) };
    },
  }),
  defineTask({
    name: 'clean-up-jobs',
    title: 'Clean up job records',
    description: 'Deletes old records of runs and failed jobs that others have replaced.',
    schedule: { cron: '*/10 * * * *' },
    attempts: 3,
    exclusive: true,
    run: async ({ pool }) => ({ changed: (await pruneRuns(pool)) + (await dropFailedJobs(pool)) }),
  }),
];
