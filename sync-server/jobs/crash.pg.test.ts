import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSmtpMailer } from '#sync-server/integrations/mail/create-mailer.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { type JobLab, openJobLab, testTask } from './job-lab.ts';
import { queueTask } from './job-queue.ts';
import { sendDueEmails } from './tasks/send-emails.ts';

const CRASHING = path.join(path.dirname(fileURLToPath(import.meta.url)), 'crashing-process.ts');

let lab: JobLab;
let child: ChildProcess | undefined;
beforeEach(async () => {
  lab = await openJobLab();
});
afterEach(async () => {
  if (child?.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await lab.close();
});

const spawnCrashing = (...args: string[]): ChildProcess => {
  child = spawn(process.execPath, ['--import', 'tsx', CRASHING, lab.database.url, ...args], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return child;
};
const soon = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 20_000, interval: 20 });

test('another process takes over the job of a killed process, whose run is recorded as lost', async () => {
  const task = testTask('dies', async () => undefined);
  await queueTask(lab.services.pool, task);
  const dying = spawnCrashing();
  if (dying.stdout) await once(dying.stdout, 'data');
  dying.kill('SIGKILL');
  await once(dying, 'close');
  expect(await lab.jobsOf('dies')).toMatchObject([{ locked: true }]);
  lab.start([task]);
  await soon(async () =>
    expect(await lab.runsOf('dies')).toMatchObject([
      { outcome: 'LOST', attempt: 1, problem: 'The server process ended during the run.' },
      { outcome: 'SUCCEEDED', attempt: 2 },
    ]),
  );
  // The run is recorded before the job is removed.
  await soon(async () => expect(await lab.jobsOf('dies')).toEqual([]));
});

test('an email whose process was killed after sending and before marking is sent once more under the same id', async () => {
  const messageIds: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        messageIds.push(/^Message-ID: (.+)$/im.exec(Buffer.concat(parts).toString('utf8'))?.[1] ?? '');
        done();
      });
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const url = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
  const { pool } = lab.services;
  const mail = {
    entity: 'WBL',
    kind: 'EMAIL_TEST',
    to: 'ann@uni.example',
    subject: 'S',
    text: 'T',
    html: 'H',
  } as const;
  const id = await queueMail(pool, mail);
  const dying = spawnCrashing(url);
  await once(dying, 'close');
  expect(messageIds).toEqual([`<${id}@wbl.example>`]);
  // The claim lasts two minutes: nobody sends it meanwhile, and its row has queued the next attempt for then.
  const now = () => new Date();
  expect(await sendDueEmails(pool, createSmtpMailer(url), now)).toBe(0);
  const [waiting] = (await lab.jobsOf('send-email')).filter(({ locked }) => !locked);
  expect(waiting?.inSeconds).toBeGreaterThan(60);
  const later = () => new Date(Date.now() + 3 * 60_000);
  expect(await sendDueEmails(pool, createSmtpMailer(url), later)).toBe(1);
  expect(await sendDueEmails(pool, createSmtpMailer(url), later)).toBe(0);
  expect(messageIds).toEqual([`<${id}@wbl.example>`, `<${id}@wbl.example>`]);
  const { rows } = await pool.query('SELECT status, attempts FROM email WHERE id = $1', [id]);
  expect(rows).toEqual([{ status: 'SENT', attempts: 2 }]);
  await new Promise<void>((resolve) => smtp.close(resolve));
});
