import { z } from 'zod';
import { email } from '#db/records/emails/email.ts';
import { EmailKind } from '#db/records/emails/email-kind.ts';
import { ListedEmail, ShownEmail } from '#db/records/emails/shown-email.ts';
import { Id } from '#db/values/id.ts';
import { defineCall } from '../call-definition.ts';
import { listQueryOf } from '../list-query.ts';
import { pageOf } from '../page-of.ts';

const EmailId = z.strictObject({ id: Id });

export const listEmails = defineCall({
  id: 'listEmails',
  method: 'get',
  path: '/api/emails',
  access: 'emails:read',
  summary: 'Lists the emails of the outbox.',
  query: listQueryOf(email),
  answer: pageOf(ListedEmail),
});

export const readEmail = defineCall({
  id: 'readEmail',
  method: 'get',
  path: '/api/emails/:id',
  access: 'emails:read',
  summary: 'Reads one email with its content, in which secrets of links are masked.',
  params: EmailId,
  answer: ShownEmail,
});

export const sendTestEmail = defineCall({
  id: 'sendTestEmail',
  method: 'post',
  path: '/api/emails/test',
  access: 'emails:create',
  summary: 'Sends a sample email of a kind to the signed-in person.',
  body: z.strictObject({ kind: EmailKind.default('EMAIL_TEST') }),
  answer: EmailId,
  status: 201,
});

export const retryEmail = defineCall({
  id: 'retryEmail',
  method: 'post',
  path: '/api/emails/:id/retry',
  access: 'emails:update',
  summary: 'Puts a failed email back into the outbox.',
  params: EmailId,
  answer: ShownEmail,
});
