import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { email } from '#db/records/email.ts';
import { SECRET_EMAIL_KINDS } from '#db/records/email-kind.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, type AppServices, created, jsonRoute } from '#sync-server/http/api-route.ts';
import { mailerOf } from '#sync-server/integrations/mail/create-mailer.ts';
import { writeLetter } from '#sync-server/integrations/mail/letter.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { listQueryOf } from '#sync-server/services/listing/list-query.ts';
import { listRows, readRow } from '#sync-server/services/listing/list-rows.ts';

/**
 * A link that opens somebody's account is shown only where no mail leaves the house and developers play all parts;
 * elsewhere whoever reads the outbox could become anybody.
 */
const mayShowText = (services: AppServices, kind: string): boolean =>
  mailerOf(services.env).keepsOutbox || !SECRET_EMAIL_KINDS.some((secret) => secret === kind);

/** The outbox as Dev Tools shows it, and a test e-mail to oneself. */
export const emailRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'get',
    path: '/api/emails',
    access: 'emails:read',
    query: listQueryOf(email),
    handler: async ({ services, session, query }) => {
      const page = await listRows(services.pool, email, query, session.entity);
      return { ...page, rows: page.rows.map(({ text: _text, html: _html, ...row }) => row) };
    },
  }),
  jsonRoute({
    method: 'get',
    path: '/api/emails/:id',
    access: 'emails:read',
    params: z.strictObject({ id: Id }),
    handler: async ({ services, session, params }) => {
      const row = await readRow(services.pool, email, params.id, session.entity);
      return mayShowText(services, row.kind) ? row : { ...row, text: '', html: '' };
    },
  }),
  jsonRoute({
    method: 'post',
    path: '/api/emails/test',
    access: 'emails:create',
    body: z.strictObject({}),
    handler: async ({ services, session, entity }) => {
      const letter = writeLetter(entity, {
        subject: 'Test e-mail',
        heading: 'E-mail works',
        paragraphs: [`${session.name} asked for this e-mail to see that messages arrive.`],
      });
      const id = await queueMail(services.pool, { entity, kind: 'EMAIL_TEST', to: session.email, ...letter });
      return created({ id });
    },
  }),
  jsonRoute({
    method: 'post',
    path: '/api/emails/:id/retry',
    access: 'emails:update',
    params: z.strictObject({ id: Id }),
    handler: async ({ services, session, params }) => {
      const { rowCount } = await services.pool.query(
        `UPDATE email SET status = 'QUEUED', attempts = 0, next_attempt_at = $3, updated_at = now(), version = version + 1
          WHERE id = $1 AND entity = $2 AND status = 'FAILED' AND text <> ''`,
        [params.id, session.entity, services.now()],
      );
      if (rowCount === 0) throw new AppError('NOT_FOUND', MESSAGES.notFound);
      return { ok: true };
    },
  }),
];
