import { forgetAttempts } from '#sync-server/auth/attempts.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { registryOf } from '#sync-server/integrations/licences/registry-of.ts';
import { mailerOf } from '#sync-server/integrations/mail/create-mailer.ts';
import { paperForMail } from '#sync-server/services/billing/invoices/paper-for-mail.ts';
import { ageOut } from '#sync-server/sync/age-out.ts';
import { askLicenceRegistry } from './ask-licence-registry.ts';
import { closeFinishedOrders } from './close-finished-orders.ts';
import { deliverMail } from './deliver-mail.ts';
import { discardIdleDrafts } from './discard-idle-drafts.ts';
import { endRetention } from './end-retention.ts';
import { escalateMissing } from './escalate-missing.ts';
import { expireWaiting } from './expire-waiting.ts';
import { forgetUnfinishedFiles } from './forget-unfinished-files.ts';
import { giveRefunds } from './give-refunds.ts';
import { lookAfterPayments } from './look-after-payments.ts';
import { remindOfInvoices } from './remind-of-invoices.ts';
import { scanFiles } from './scan-files.ts';
import { sendSummaries } from './send-summaries.ts';
import { tellAboutSpecimens } from './tell-about-specimens.ts';
import { tellCardPayments } from './tell-card-payments.ts';
import { tellParcels } from './tell-parcels.ts';
import { tellStaff } from './tell-staff.ts';
import { voidUnusedLabels } from './void-unused-labels.ts';
import { watchCertifications } from './watch-certifications.ts';
import { watchLicenceDates } from './watch-licence-dates.ts';
import { writeAuditChain } from './write-audit-chain.ts';

const HOUR_MS = 3_600_000;

/** Something that the server does by itself, in a rhythm. */
export interface Job {
  run(services: AppServices): Promise<unknown>;
  everyMs: number;
  /** What is said when it does not succeed; it is tried again at its next time. */
  failed: string;
  /** How Dev Tools names it, where what it does follows from the date: it can be tried at another one (`run-at-date.ts`). */
  dated?: { name: string; title: string };
}

/** Every job of the server. */
export const JOBS: readonly Job[] = [
  {
    run: ({ pool, env, now }) =>
      deliverMail(pool, mailerOf(env), now, (mail) => paperForMail({ pool, env, now }, mail)),
    everyMs: 2_000,
    failed: 'emails were not delivered',
  },
  {
    run: ({ pool, now }) => forgetAttempts(pool, now()),
    everyMs: HOUR_MS,
    failed: 'old attempts were not forgotten',
  },
  {
    run: ({ pool, now }) => ageOut(pool, now()),
    everyMs: HOUR_MS,
    failed: 'finished records were not taken off devices',
  },
  {
    run: ({ pool, now, env }) => escalateMissing(pool, { now: now(), timeZone: env.LAB_TIMEZONE }),
    everyMs: HOUR_MS / 4,
    failed: 'missing tubes were not escalated',
    dated: { name: 'escalate-missing', title: 'Escalate missing tubes' },
  },
  {
    run: ({ pool, now, env }) => expireWaiting(pool, { now: now(), timeZone: env.LAB_TIMEZONE }),
    everyMs: HOUR_MS / 4,
    failed: 'sections that waited too long were not told',
    dated: { name: 'expire-waiting', title: 'Report sections that waited too long' },
  },
  {
    run: tellAboutSpecimens,
    everyMs: HOUR_MS / 240,
    failed: 'customers were not written to about their specimens',
  },
  {
    run: sendSummaries,
    everyMs: HOUR_MS / 12,
    failed: 'summaries of orders were not written',
  },
  {
    run: tellStaff,
    everyMs: HOUR_MS / 120,
    failed: 'managers of the lab were not written to',
  },
  {
    run: watchCertifications,
    everyMs: HOUR_MS,
    failed: 'certificates of instruments were not looked at',
    dated: { name: 'watch-certifications', title: 'Remind of certifications' },
  },
  {
    run: watchLicenceDates,
    everyMs: HOUR_MS,
    failed: 'dates of licenses were not looked at',
    dated: { name: 'watch-licences', title: 'Expire licenses and remind of them' },
  },
  {
    run: (services) => askLicenceRegistry(services, registryOf(services.env)),
    everyMs: HOUR_MS / 60,
    failed: 'the registry of clinicians was not asked',
  },
  {
    run: tellCardPayments,
    everyMs: 1_000,
    failed: 'what became of card payments was not told',
  },
  {
    run: remindOfInvoices,
    everyMs: HOUR_MS / 4,
    failed: 'invoices that are due were not looked at',
    dated: { name: 'remind-of-invoices', title: 'Remind of invoices' },
  },
  {
    run: tellParcels,
    everyMs: 1_000,
    failed: 'where simulated parcels are was not told',
  },
  {
    run: (services) => voidUnusedLabels(services),
    everyMs: HOUR_MS / 120,
    failed: 'unused labels were not given back',
    dated: { name: 'void-unused-labels', title: 'Void unused shipping labels' },
  },
  {
    run: (services) => giveRefunds(services),
    everyMs: HOUR_MS / 60,
    failed: 'refunds were not given',
  },
  {
    run: (services) => lookAfterPayments(services),
    everyMs: HOUR_MS / 12,
    failed: 'open card payments were not looked after',
  },
  {
    run: (services) => scanFiles(services),
    everyMs: HOUR_MS / 360,
    failed: 'files that wait were not looked through',
  },
  {
    run: forgetUnfinishedFiles,
    everyMs: HOUR_MS,
    failed: 'unfinished uploads were not forgotten',
    dated: { name: 'forget-unfinished-files', title: 'Remove unfinished uploads' },
  },
  {
    run: discardIdleDrafts,
    everyMs: HOUR_MS,
    failed: 'idle drafts were not discarded',
    dated: { name: 'discard-idle-drafts', title: 'Discard idle drafts' },
  },
  {
    run: closeFinishedOrders,
    everyMs: HOUR_MS,
    failed: 'finished orders were not closed',
    dated: { name: 'close-finished-orders', title: 'Close finished orders' },
  },
  {
    run: writeAuditChain,
    everyMs: HOUR_MS,
    failed: 'the hash chain of audit log and events was not written',
  },
  {
    run: endRetention,
    everyMs: HOUR_MS,
    failed: 'data whose retention ended were not deleted',
    dated: { name: 'end-retention', title: 'Delete data after retention' },
  },
];
