import { once } from 'node:events';
import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOutboxMailer, createSmtpMailer } from '#sync-server/integrations/mail/create-mailer.ts';
import { renderEmail } from '#sync-server/integrations/mail/email-template.ts';
import type { Mailer } from '#sync-server/integrations/mail/mailer.ts';
import { type QueuedMail, queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import { sendDueEmails } from './send-emails.ts';

interface Received {
  to: string[];
  source: string;
}

let database: TestDatabase;
let smtp: SMTPServer;
let received: Received[];
/** The mail server's response to a recipient, by address. */
const answers = new Map<string, number>();
let mailer: Mailer;
let clock = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const code = answers.get(address);
      done(code ? Object.assign(new Error('no'), { responseCode: code }) : null);
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, source: Buffer.concat(parts).toString('utf8') });
        done();
      });
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  mailer = createSmtpMailer(`smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`);
});
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(resolve));
  await database.drop();
});
beforeEach(() => {
  received = [];
  clock = Date.now() + 1_000;
});
afterEach(() => database.pool.query('DELETE FROM email'));

const now = () => new Date(clock);
const renderedEmail = renderEmail('WBL', {
  subject: 'Set a new password',
  heading: 'Hello',
  paragraphs: ['µ-array'],
  action: { label: 'Open', url: 'http://localhost:3000/reset-password#t-secret' },
});
const queueTestMail = (more: Partial<QueuedMail> = {}) =>
  queueMail(database.pool, {
    entity: 'WBL',
    kind: 'PASSWORD_RESET',
    to: 'ann@uni.example',
    ...renderedEmail,
    ...more,
  });
const rowOf = async (id: string) =>
  (
    await database.pool.query(
      'SELECT status, attempts, last_error, text, html, subject FROM email WHERE id = $1',
      [id],
    )
  ).rows[0];
const eventsOf = async (id: string) =>
  (await database.pool.query('SELECT type, data FROM event WHERE target_id = $1', [id])).rows;

describe('an email to a mail server', () => {
  test('arrives as plain text and HTML from its business entity, is recorded, and its link is not stored', async () => {
    const id = await queueTestMail();
    expect(await sendDueEmails(database.pool, mailer, now)).toBe(1);
    expect(received[0]?.to).toEqual(['ann@uni.example']);
    const source = received[0]?.source ?? '';
    expect(source).toMatch(/^From: WBL <support@wbl\.example>$/m);
    expect(source).toContain(`Message-ID: <${id}@wbl.example>`);
    expect(source).toContain('multipart/alternative');
    expect(await rowOf(id)).toMatchObject({ status: 'SENT', attempts: 1, text: '', html: '' });
    expect(await eventsOf(id)).toEqual([
      { type: 'EMAIL_SENT', data: { by: 'System', kind: 'PASSWORD_RESET', to: 'ann@uni.example' } },
    ]);
    expect(await sendDueEmails(database.pool, mailer, now)).toBe(0);
  });

  test('is retried later when the mail server is busy', async () => {
    answers.set('busy@uni.example', 451);
    const id = await queueTestMail({ to: 'busy@uni.example' });
    await sendDueEmails(database.pool, mailer, now);
    expect(await rowOf(id)).toMatchObject({ status: 'QUEUED', last_error: 'The mail server answered 451.' });
    expect(await sendDueEmails(database.pool, mailer, now)).toBe(0);
    answers.delete('busy@uni.example');
    clock += 61_000;
    await sendDueEmails(database.pool, mailer, now);
    expect(await rowOf(id)).toMatchObject({ status: 'SENT', attempts: 2, last_error: null });
    expect(received).toHaveLength(1);
  });

  test('is given up at once for a refused address, and after a day for an unavailable server', async () => {
    answers.set('gone@uni.example', 550);
    const undeliverable = await queueTestMail({ to: 'gone@uni.example' });
    await sendDueEmails(database.pool, mailer, now);
    expect(await rowOf(undeliverable)).toMatchObject({
      status: 'FAILED',
      last_error: 'The mail server answered 550.',
      text: '',
    });
    expect((await eventsOf(undeliverable))[0]).toMatchObject({ type: 'EMAIL_FAILED' });
    const away: Mailer = {
      keepsOutbox: false,
      send: () => Promise.reject(new Error('The mail server is away.')),
    };
    const id = await queueTestMail();
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await sendDueEmails(database.pool, away, now);
      clock += 720 * 60_000;
    }
    expect(await rowOf(id)).toMatchObject({ status: 'FAILED', attempts: 8 });
    expect(await eventsOf(id)).toHaveLength(1);
  });

  test('is delivered once by two processes', async () => {
    for (let i = 0; i < 10; i += 1) await queueTestMail({ to: `p${i}@uni.example` });
    await Promise.all([1, 2, 3].map(() => sendDueEmails(database.pool, mailer, now)));
    expect(received.map(({ to }) => to[0]).sort()).toEqual(
      [...Array(10).keys()].map((i) => `p${i}@uni.example`),
    );
  });

  test('cannot contain injected headers or recipients', async () => {
    const nasty = 'Hi\r\nBcc: eve@evil.example\r\n\r\n<b>body</b>\u2028X-Other: 1';
    const id = await queueTestMail({ subject: nasty, kind: 'EMAIL_TEST' });
    await sendDueEmails(database.pool, mailer, now);
    const head = (received[0]?.source ?? '').split('\r\n\r\n')[0] ?? '';
    expect(head).not.toMatch(/^(Bcc|X-Other):/im);
    expect(received[0]?.to).toEqual(['ann@uni.example']);
    expect((await rowOf(id)).subject).toBe('Hi Bcc: eve@evil.example <b>body</b> X-Other: 1');
    for (const to of [
      'ann@uni.example\r\nBcc: eve@evil.example',
      'ann@uni.example, eve@evil.example',
      '"Ann" <eve@evil.example>',
      'ann@uni.example>\r\nRCPT TO:<eve@evil.example',
      'ann eve@evil.example',
      'ann@[127.0.0.1]',
      'ann',
    ]) {
      await expect(queueTestMail({ to })).rejects.toThrow('Enter an email address.');
    }
  });

  test('contains text of people as text in the HTML, never as markup', () => {
    const { html } = renderEmail('RESONANT', {
      subject: '</title><script>alert(1)</script>',
      heading: '<img src=x onerror=alert(1)>',
      paragraphs: ['"><a href="http://evil.example">'],
      facts: [['<i>', '<svg onload=alert(1)>']],
      action: { label: '<b>', url: 'http://x.example/"onclick="alert(1)' },
    });
    expect(html).not.toMatch(/<(script|img|i|svg|b)[ >]/);
    expect(html).not.toContain('href="http://evil.example"');
    expect(html).not.toContain('"onclick=');
  });
});

test('is a file that only its owner may read when no mail server is set', async () => {
  const folder = path.join(await mkdtemp(path.join(tmpdir(), 'mail-')), 'outbox');
  const id = await queueTestMail();
  await sendDueEmails(database.pool, createOutboxMailer(folder), now);
  expect(await readdir(folder)).toEqual([`${id}.eml`]);
  expect(await readFile(path.join(folder, `${id}.eml`), 'utf8')).toContain('To: ann@uni.example');
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(path.join(folder, `${id}.eml`))).mode & 0o777).toBe(0o600);
  expect((await rowOf(id)).text).toContain('#t-secret');
});
