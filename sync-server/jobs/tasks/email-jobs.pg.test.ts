import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { FAST, type JobLab, jobServices, openJobLab } from '#sync-server/jobs/job-lab.ts';
import { type JobRunner, startJobRunner } from '#sync-server/jobs/runner.ts';
import { TASKS } from '#sync-server/jobs/tasks.ts';

const SENDING = TASKS.filter(({ name }) => name === 'send-email' || name === 'send-overdue-emails');

let lab: JobLab;
let smtp: SMTPServer;
let received: string[];
let answer: number | null;
let runners: JobRunner[];
/** A promise that the mail server awaits before it accepts an email. */
let gate: Promise<void>;
beforeEach(async () => {
  lab = await openJobLab();
  received = [];
  runners = [];
  answer = null;
  gate = Promise.resolve();
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(answer === null ? null : Object.assign(new Error('no'), { responseCode: answer })),
    onData: (stream, session, done) => {
      stream.resume();
      stream.on('end', () => {
        received.push(...session.envelope.rcptTo.map(({ address }) => address));
        void gate.then(() => done());
      });
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
});
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.stop()));
  await lab.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

/** Start a job runner that sends emails to the test's mail server. */
function startSending(): void {
  const { port } = smtp.server.address() as AddressInfo;
  const services = jobServices(lab.services.pool, { SMTP_URL: `smtp://127.0.0.1:${port}` });
  runners.push(startJobRunner(services, { tasks: SENDING, ...FAST }));
}
const queueTestEmail = (to: string) =>
  queueMail(lab.services.pool, { entity: 'WBL', kind: 'EMAIL_TEST', to, subject: 'S', text: 'T', html: 'H' });
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 20 });
const rows = async (text: string) => (await lab.services.pool.query(text)).rows;

test('emails are sent by their jobs, each once, however many processes send', async () => {
  for (let index = 0; index < 3; index += 1) startSending();
  const all = [...Array(24).keys()].map((index) => `p${index}@uni.example`);
  await Promise.all(all.map(queueTestEmail));
  // Each change of a waiting row queues its job again, but it stays one job.
  await rows(`UPDATE email SET next_attempt_at = next_attempt_at WHERE status = 'QUEUED'`);
  await soon(async () => {
    expect(await lab.jobsOf('send-email')).toEqual([]);
    expect(await rows(`SELECT count(*)::int AS n FROM email WHERE status = 'SENT'`)).toEqual([{ n: 24 }]);
  });
  expect([...received].sort()).toEqual([...all].sort());
  expect(await rows(`SELECT count(*)::int AS n FROM event WHERE type = 'EMAIL_SENT'`)).toEqual([{ n: 24 }]);
});

test('a leftover job does not send a sent email again', async () => {
  const id = await queueTestEmail('ann@uni.example');
  await rows(`UPDATE email SET status = 'SENT', sent_at = now()`);
  await lab.services.pool.query(`SELECT graphile_worker.add_job('send-email', $1)`, [{ emailId: id }]);
  startSending();
  await soon(async () => expect(await lab.runsOf('send-email')).toMatchObject([{ outcome: 'SUCCEEDED' }]));
  expect(received).toEqual([]);
});

test('an email with several concurrent jobs is sent by one of them', async () => {
  let open = (): void => undefined;
  gate = new Promise((resolve) => {
    open = resolve;
  });
  const id = await queueTestEmail('ann@uni.example');
  for (let index = 0; index < 3; index += 1)
    await lab.services.pool.query(`SELECT graphile_worker.add_job('send-email', $1)`, [{ emailId: id }]);
  startSending();
  startSending();
  // The mail server delays the first one until the others have checked.
  await soon(async () => {
    const runs = await lab.runsOf('send-email');
    expect(runs.filter(({ outcome }) => outcome === 'SUCCEEDED')).toHaveLength(3);
  });
  open();
  await soon(async () => expect(await rows('SELECT status FROM email')).toEqual([{ status: 'SENT' }]));
  expect(received).toEqual(['ann@uni.example']);
});

test('an email refused by a busy mail server waits longer after each attempt, and is sent once', async () => {
  answer = 451;
  startSending();
  await queueTestEmail('busy@uni.example');
  const pauseAfter = async (attempts: number): Promise<number> => {
    await soon(async () => {
      expect(await rows('SELECT status, attempts, last_error FROM email')).toEqual([
        { status: 'QUEUED', attempts, last_error: 'The mail server answered 451.' },
      ]);
      expect(await lab.jobsOf('send-email')).toMatchObject([{ locked: false, attempts: 0 }]);
    });
    return (await lab.jobsOf('send-email'))[0]?.inSeconds ?? 0;
  };
  const makeEmailsDue = () => rows(`UPDATE email SET next_attempt_at = now()`);
  expect(await pauseAfter(1)).toBeCloseTo(60, -1);
  await makeEmailsDue();
  expect(await pauseAfter(2)).toBeCloseTo(300, -1);
  await makeEmailsDue();
  expect(await pauseAfter(3)).toBeCloseTo(900, -1);
  expect(await lab.runsOf('send-email')).toMatchObject(
    [1, 2, 3].map(() => ({ outcome: 'FAILED', problem: 'The mail server answered 451.' })),
  );
  answer = null;
  await makeEmailsDue();
  await soon(async () => expect(await rows('SELECT status FROM email')).toEqual([{ status: 'SENT' }]));
  expect(received).toEqual(['busy@uni.example']);
});
