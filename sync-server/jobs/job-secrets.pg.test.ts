import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { type JobLab, openJobLab, testTask } from './job-lab.ts';
import { queueTask } from './job-queue.ts';
import { problemText } from './run-job.ts';
import { sendDueEmails } from './tasks/send-emails.ts';

const PATIENT = 'Hildegard Sommerfeld';
const MRN = 'MRN-4711-0815';
const PASSWORD = 'hunter2-of-smtp';
const SECRETS = [PATIENT, 'Hildegard', MRN, PASSWORD, 't-secret', 'hildegard@uni.example'];

let lab: JobLab;
beforeAll(async () => {
  lab = await openJobLab();
});
afterAll(() => lab.close());

/** Errors like those of libraries, with a text that quotes their input. */
const FAILURES: Readonly<Record<string, () => unknown>> = {
  database: () => lab.services.pool.query(`SELECT '${PATIENT} ${MRN}'::int`),
  constraint: () => lab.services.pool.query(`INSERT INTO company (id, name) VALUES ('x', '${PATIENT}')`),
  parser: () => JSON.parse(`{"name": ${PATIENT} ${MRN}}`),
  schema: () => z.strictObject({ mrn: z.enum(['A']) }).parse({ mrn: MRN, [PATIENT]: 1 }),
  library: () =>
    Promise.reject(new Error(`Invalid login smtp://lab:${PASSWORD}@mail.example for ${PATIENT}`)),
  file: () => Promise.reject(Object.assign(new Error(`ENOENT: open '/data/${MRN}.pdf'`), { code: 'ENOENT' })),
  network: () => fetch(`http://lab:${PASSWORD}@127.0.0.1:1/${MRN}`),
  ours: () => {
    throw new AppError(
      'UNAVAILABLE',
      'The carrier refused https://carrier.example/?token=t-secret&v=1. Try later.',
    );
  },
  text: () => {
    throw `${PATIENT} ${MRN}`;
  },
};

test.each(Object.keys(FAILURES))(
  'a run that fails in the %s stores no secret and no patient',
  async (name) => {
    const task = testTask(`fails-${name}`, async () => FAILURES[name]?.(), { attempts: 1 });
    const runner = lab.start([task]);
    await queueTask(lab.services.pool, task);
    await vi.waitFor(
      async () => expect(await lab.jobsOf(task.name)).toMatchObject([{ attempts: 1, locked: false }]),
      {
        timeout: 15_000,
        interval: 20,
      },
    );
    await runner.stop();
    const [run] = await lab.runsOf(task.name);
    const [job] = await lab.jobsOf(task.name);
    expect(run?.problem).toBe(job?.problem);
    // What failed and what to do: two sentences.
    expect(run?.problem).toMatch(/^[A-Z].*\. [A-Z].*\.$/);
    const { rows } = await lab.services.pool.query(
      'SELECT j::text AS job FROM graphile_worker._private_jobs j',
    );
    const storedJson = JSON.stringify([run, job, rows]);
    for (const secret of SECRETS)
      expect([name, secret, storedJson.includes(secret)]).toEqual([name, secret, false]);
  },
);

test('an email that cannot be rendered stores no quoted text as its reason', async () => {
  const { pool } = lab.services;
  const id = await queueMail(pool, {
    entity: 'WBL',
    kind: 'EMAIL_TEST',
    to: 'hildegard@uni.example',
    subject: PATIENT,
    text: MRN,
    html: MRN,
  });
  const quoting = { keepsOutbox: false, send: () => Promise.reject(new Error(`554 ${PATIENT} ${PASSWORD}`)) };
  await sendDueEmails(pool, quoting, () => new Date(Date.now() + 1_000));
  const { rows } = await pool.query('SELECT last_error AS reason FROM email WHERE id = $1', [id]);
  expect(rows).toEqual([{ reason: 'Unexpected Error. Report it with the server log.' }]);
});

test('a text of ours is stored, shortened', () => {
  expect(problemText(new AppError('UNAVAILABLE', 'The carrier is away. Try later.'))).toBe(
    'The carrier is away. Try later.',
  );
  expect(problemText(new AppError('UNAVAILABLE', 'x'.repeat(999)))).toHaveLength(300);
});
