import * as calls from '#db/api/records/emails.ts';
import { type Email, email } from '#db/records/emails/email.ts';
import { SECRET_EMAIL_KINDS } from '#db/records/emails/email-kind.ts';
import { isSendable, sendEmailAgain } from '#db/records/emails/send-email-again.ts';
import { ListedEmail, maskSecrets, type ShownEmail } from '#db/records/emails/shown-email.ts';
import { publicUrl } from '#sync-server/config/entity-addresses.ts';
import type { ApiRoute, AppServices } from '#sync-server/http/api-route.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import { mailerOf } from '#sync-server/integrations/mail/create-mailer.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { listRows, readRow } from '#sync-server/reads/list-rows.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { buildSampleEmail, renderTestEmail } from './sample-emails.ts';

/**
 * Show an email with an account link (the link masked) only if no email leaves the server; otherwise it is
 * hidden, and it is not stored after sending either.
 */
const mayShowText = (services: AppServices, kind: string): boolean =>
  mailerOf(services.env).keepsOutbox || !SECRET_EMAIL_KINDS.some((secret) => secret === kind);

function shownEmail(services: AppServices, row: Email): ShownEmail {
  const shows = mayShowText(services, row.kind) && row.text !== '';
  return {
    ...ListedEmail.parse(row),
    text: shows ? maskSecrets(row.text) : '',
    html: shows ? maskSecrets(row.html) : '',
    hidden: !shows,
    sendable: isSendable(row),
  };
}

/** `/api/emails`: the outbox for developers, and samples of each kind of email to oneself. */
export const emailRoutes: readonly ApiRoute[] = [
  serveCall(calls.listEmails, async ({ services, session, query }) => {
    const page = await listRows(services.pool, email, query, session.entity);
    return { ...page, rows: page.rows.map((row) => ListedEmail.parse(row)) };
  }),
  serveCall(calls.readEmail, async ({ services, session, params }) =>
    shownEmail(services, await readRow(services.pool, email, params.id, session.entity)),
  ),
  serveCall(calls.sendTestEmail, async ({ services, session, entity, body: { kind } }) => {
    const { env } = services;
    const site = publicUrl(env, entity);
    const email =
      kind === 'EMAIL_TEST'
        ? renderTestEmail(entity, session.name)
        : buildSampleEmail(kind, { env, entity, site, person: session.name });
    const subject = kind === 'EMAIL_TEST' ? email.subject : `Sample: ${email.subject}`;
    // In the outbox it is a test, whatever it looks like.
    const mail = { entity, kind: 'EMAIL_TEST', to: session.email, ...email, subject } as const;
    return { id: await queueMail(services.pool, { ...mail, data: { sampleOf: kind } }) };
  }),
  serveCall(calls.retryEmail, async ({ services, session, params }) => {
    await executeOperation(engineOf(services), session, sendEmailAgain, { emailId: params.id });
    return shownEmail(services, await readRow(services.pool, email, params.id, session.entity));
  }),
];
