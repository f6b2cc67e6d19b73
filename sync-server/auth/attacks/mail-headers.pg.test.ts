import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountLab, newCustomer, openAccountLab } from '#sync-server/auth/account-lab.ts';
import { composeMessage } from '#sync-server/integrations/mail/create-mailer.ts';

let lab: AccountLab;
beforeAll(async () => {
  lab = await openAccountLab();
});
afterAll(() => lab.close());

const BREAKS = ['\r\n', '\n', '\r', '\u0000', '\u2028', '%0d%0a'];

test('header injection in emails: an address with a second line or a second recipient is invalid', async () => {
  const before = await lab.rows('SELECT count(*)::int AS n FROM email');
  const addresses = [
    ...BREAKS.map((line) => `a@wbl.example${line}Bcc: victim@evil.example`),
    'a@wbl.example, victim@evil.example',
    'a@wbl.example;victim@evil.example',
    '"Victim" <victim@evil.example>',
    'a@wbl.example>',
  ];
  for (const email of addresses) {
    for (const path of ['/api/auth/forgot-password', '/api/auth/verify-email/resend']) {
      const { status } = await lab.browser().post(path).send({ email });
      expect([email, path, [422, 429].includes(status)]).toEqual([email, path, true]);
    }
    const { status } = await lab.browser().post('/api/create-account').send(newCustomer(email));
    expect([email, [422, 429].includes(status)]).toEqual([email, true]);
    await lab.rows('DELETE FROM attempt');
  }
  expect(await lab.rows('SELECT count(*)::int AS n FROM email')).toEqual(before);
});

test('header injection in emails: names with line breaks start no header and add no recipient', async () => {
  for (const [at, line] of BREAKS.entries()) {
    const email = `inject-${at}@new.example`;
    const name = `Acme${line}Bcc: victim@evil.example`;
    await lab
      .browser()
      .post('/api/create-account')
      .send(newCustomer(email, { firstName: name }, { name }));
  }
  for (const { to, subject } of await lab.rows<{ to: string; subject: string }>(
    'SELECT "to", subject FROM email',
  )) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    expect(`${to}${subject}`).not.toMatch(/[\u0000-\u001f\u2028]/);
    expect(to).not.toContain('evil.example');
  }
});

test('header injection in emails: headers reach the mailer as one line, whatever was queued', () => {
  const message = {
    id: 'm-1',
    entity: 'WBL',
    kind: 'USER_INVITE',
    to: 'a@wbl.example',
    subject: 'Join\r\nBcc: victim@evil.example\u2028X: y',
    text: 'x',
    html: 'x',
  } as const;
  const { subject } = composeMessage(message, undefined);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  expect(subject).not.toMatch(/[\u0000-\u001f\u2028]/);
  for (const to of ['a@wbl.example\r\nBcc: v@evil.example', 'a@wbl.example, v@evil.example'])
    expect(() => composeMessage({ ...message, to }, undefined)).toThrow('not a plain email address');
});
