import { z } from 'zod';
import { createSmtpMailer } from '#sync-server/integrations/mail/create-mailer.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { FAST, jobServices, testTask } from './job-lab.ts';
import { startJobRunner } from './runner.ts';
import { defineTaskWith } from './task.ts';
import { sendEmail } from './tasks/send-emails.ts';

// A test process that dies in the middle of a job: node --import tsx crashing-process.ts DATABASE_URL
// [SMTP_URL].
const [url = '', smtp] = process.argv.slice(2);
const pool = createPool(url, { max: 5 });

/** Send the email and die before it is marked as sent. */
function mailerThatDies(smtpUrl: string) {
  const mailer = createSmtpMailer(smtpUrl);
  return {
    ...mailer,
    send: async (message: Parameters<typeof mailer.send>[0]) => {
      await mailer.send(message);
      process.kill(process.pid, 'SIGKILL');
      await new Promise(() => undefined);
    },
  };
}

const task =
  smtp === undefined
    ? testTask('dies', async () => {
        process.stdout.write('running\n');
        await new Promise(() => undefined);
      })
    : defineTaskWith({
        ...testTask('send-email', async () => undefined),
        payload: z.strictObject({ emailId: z.string() }),
        run: async (services, { emailId }) => {
          const attachmentsFor = async () => [];
          await sendEmail(
            { pool, mailer: mailerThatDies(smtp), now: services.now(), attachmentsFor },
            emailId,
          );
          return { changed: 1 };
        },
      });
startJobRunner(jobServices(pool), { tasks: [task], ...FAST });
