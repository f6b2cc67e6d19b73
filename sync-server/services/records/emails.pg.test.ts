import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('developers see the outbox of their business unit, a message with its text, and send themselves a test', async () => {
  const id = await queueMail(lab.database.pool, { ...mail, kind: 'PASSWORD_RESET' });
  await queueMail(lab.database.pool, { ...mail, kind: 'EMAIL_TEST', entity: 'RESONANT' });
  const list = await lab.call('DEVELOPER', 'get', '/api/emails?sort=createdAt:desc&kind=PASSWORD_RESET');
  expect(list.body).toMatchObject({ total: 1, rows: [{ id, to: 'ann@uni.example', status: 'QUEUED' }] });
  expect(JSON.stringify(list.body)).not.toContain('token');
  expect((await lab.call('DEVELOPER', 'get', `/api/emails/${id}`)).body.text).toContain('token');
  expect((await lab.call('RESONANT:DEVELOPER', 'get', `/api/emails/${id}`)).status).toBe(404);
  expect((await lab.call('DEVELOPER', 'post', '/api/emails/test', {})).status).toBe(201);
  const sent = await lab.rows(`SELECT "to", subject FROM email WHERE kind = 'EMAIL_TEST' AND entity = 'WBL'`);
  expect(sent).toEqual([{ to: 'developer@wbl.example', subject: 'Test e-mail' }]);
});

test('nobody else reads the outbox, and a test e-mail goes to nobody else', async () => {
  for (const role of ['LAB_MANAGER', 'COMPANY_MANAGER', 'CS_MANAGER'] as const)
    expect((await lab.call(role, 'get', '/api/emails')).status).toBe(403);
  expect((await lab.call('ADMIN', 'post', '/api/emails/test', { to: 'victim@uni.example' })).status).toBe(
    422,
  );
});

test('where mail leaves the house, links that open accounts are shown to nobody', async () => {
  const id = await queueMail(lab.database.pool, { ...mail, kind: 'PASSWORD_RESET' });
  const { env } = lab.services;
  lab.services.env = { ...env, SMTP_URL: 'smtp://127.0.0.1:1' };
  expect((await lab.call('ADMIN', 'get', `/api/emails/${id}`)).body).toMatchObject({ text: '', html: '' });
  lab.services.env = env;
});
