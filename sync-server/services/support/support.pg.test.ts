import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const ASKED = { subject: 'SHIPMENT', about: 'W-000105', message: 'The parcel has not moved\nsince Monday.' };
const ask = (caller: Caller, more: object = {}) =>
  lab.call(caller, 'post', '/api/support', { ...ASKED, ...more });

test('a message reaches the support address of the own business unit with who wrote it and a reference', async () => {
  for (const [caller, to] of [
    ['COMPANY_USER', 'support@wbl.example'],
    ['RESONANT:CLINICIAN', 'support@resonant.example'],
  ] as const) {
    const { status, body } = await ask(caller);
    expect([status, body.error]).toEqual([201, undefined]);
    expect(body.reference).toMatch(/^SR-[2-9C-Y]{6}$/);
    const [mail] = await lab.rows(
      `SELECT "to", subject, text FROM email WHERE kind = 'SUPPORT_REQUEST' AND data ->> 'reference' = $1`,
      [body.reference],
    );
    expect(mail).toMatchObject({ to, subject: `${body.reference}: A shipment` });
    expect(mail?.text).toContain('since Monday.');
    expect(mail?.text).toContain('W-000105');
    expect(mail?.text).toMatch(/E-mail: \S+@/);
  }
});

test('an empty message, another subject or a stranger sends nothing', async () => {
  expect((await ask('COMPANY_USER', { message: 'Help' })).status).toBe(422);
  expect((await ask('COMPANY_USER', { subject: 'SPAM' })).status).toBe(422);
  expect((await ask('COMPANY_USER', { to: 'victim@evil.example' })).status).toBe(422);
  expect((await ask(null)).status).toBe(401);
});

test('nobody floods the mailbox of the lab', async () => {
  const answers: number[] = [];
  for (let n = 0; n < 11; n += 1) answers.push((await ask('INSTITUTION_USER')).status);
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
});
