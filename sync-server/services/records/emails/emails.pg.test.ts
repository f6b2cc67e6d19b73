import { afterAll, beforeAll, expect, test } from 'vitest';
import { EMAIL_KINDS } from '#db/records/emails/email-kind.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const mail = {
  entity: 'WBL',
  to: 'ann@uni.example',
  subject: 'Set a new password',
  text: 'http://localhost/#token=x',
  html: '<p>x</p>',
} as const;

test('developers see the outbox of their business entity, an email with its text, and send themselves a test', async () => {
  const id = await queueMail(lab.database.pool, { ...mail, kind: 'PASSWORD_RESET' });
  await queueMail(lab.database.pool, { ...mail, kind: 'EMAIL_TEST', entity: 'RESONANT' });
  const list = await lab.call('DEVELOPER', 'get', '/api/emails?sort=createdAt:desc&kind=PASSWORD_RESET');
  expect(list.body).toMatchObject({ total: 1, rows: [{ id, to: 'ann@uni.example', status: 'QUEUED' }] });
  expect(JSON.stringify(list.body)).not.toContain('token');
  const emailView = (await lab.call('DEVELOPER', 'get', `/api/emails/${id}`)).body;
  expect(emailView).toMatchObject({
    text: 'http://localhost/#token=••••••••',
    hidden: false,
    sendable: false,
  });
  expect((await lab.call('RESONANT:DEVELOPER', 'get', `/api/emails/${id}`)).status).toBe(404);
  expect((await lab.call('DEVELOPER', 'post', '/api/emails/test', {})).status).toBe(201);
  const testEmails = await lab.rows(
    `SELECT "to", subject FROM email WHERE kind = 'EMAIL_TEST' AND entity = 'WBL'`,
  );
  expect(testEmails).toEqual([{ to: 'developer@wbl.example', subject: 'Test email' }]);
});

test('nobody else reads the outbox, and a test email goes only to its author', async () => {
  for (const role of ['LAB_MANAGER', 'COMPANY_MANAGER', 'CS_MANAGER'] as const)
    expect((await lab.call(role, 'get', '/api/emails')).status).toBe(403);
  expect((await lab.call('ADMIN', 'post', '/api/emails/test', { to: 'victim@uni.example' })).status).toBe(
    422,
  );
});

test('account links are hidden from everybody where emails are really sent', async () => {
  const id = await queueMail(lab.database.pool, { ...mail, kind: 'PASSWORD_RESET' });
  const { env } = lab.services;
  lab.services.env = { ...env, SMTP_URL: 'smtp://127.0.0.1:1' };
  expect((await lab.call('ADMIN', 'get', `/api/emails/${id}`)).body).toMatchObject({
    text: '',
    html: '',
    hidden: true,
  });
  lab.services.env = env;
});

test('a sample of every kind is sent to its requester as a test, and its links are invalid', async () => {
  for (const role of ['LAB_MANAGER', 'RESONANT:BILLING_MANAGER'] as const) {
    await lab.rows('DELETE FROM email');
    for (const kind of EMAIL_KINDS)
      expect((await lab.call(role, 'post', '/api/emails/test', { kind })).status, kind).toBe(201);
    const testEmails = await lab.rows('SELECT DISTINCT kind, "to", entity FROM email');
    expect(testEmails).toEqual([
      role === 'LAB_MANAGER'
        ? { kind: 'EMAIL_TEST', to: 'lab-manager@wbl.example', entity: 'WBL' }
        : { kind: 'EMAIL_TEST', to: 'billing-manager@resonant.example', entity: 'RESONANT' },
    ]);
    const tokens = await lab.rows(`SELECT 1 FROM email WHERE text ~ '#token=(?!this-is-a-sample)'`);
    expect(tokens).toEqual([]);
  }
  const tokens = await lab.rows('SELECT count(*)::int AS n FROM email_token');
  expect(tokens).toEqual([{ n: 0 }]);
});

test('an operation resends an email that was given up, but not one that is waiting or elsewhere', async () => {
  const id = await queueMail(lab.database.pool, { ...mail, kind: 'ORDER_CANCELED' });
  const resend = (caller: 'DEVELOPER' | 'RESONANT:DEVELOPER' | 'LAB_MANAGER' = 'DEVELOPER') =>
    lab.call(caller, 'post', `/api/emails/${id}/retry`, {});
  expect((await resend()).body.error).toBe('Only an email that failed can be sent again.');
  await lab.rows(`UPDATE email SET status = 'FAILED', last_error = 'x', attempts = 8 WHERE id = $1`, [id]);
  expect((await resend('LAB_MANAGER')).status).toBe(403);
  expect((await resend('RESONANT:DEVELOPER')).status).toBe(404);
  expect((await resend()).body).toMatchObject({ status: 'QUEUED', attempts: 0, lastError: null });
  const logged = await lab.rows(`SELECT name FROM operation WHERE name = 'send-email-again' LIMIT 1`);
  expect(logged).toHaveLength(1);
});
