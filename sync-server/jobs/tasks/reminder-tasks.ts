import { defineTask, type Task } from '#sync-server/jobs/task.ts';
import { remindOfTraining } from './remind-of-training.ts';
import { watchCertifications } from './watch-certifications.ts';

/** The tasks that remind of what ends soon at the bench. */
export const REMINDER_TASKS: readonly Task[] = [
  defineTask({
    name: 'watch-certifications',
    title: 'Remind of certifications',
    description: 'Records instruments whose certificate ends soon or has ended.',
    schedule: { cron: '13 * * * *' },
    attempts: 5,
    exclusive: true,
    dated: true,
    run: async (services) => ({ changed: await watchCertifications(services) }),
  }),
  defineTask({
    name: 'remind-of-training',
    title: 'Remind of trainings',
    description: 'Emails people and lab managers 30 and 7 days before a training ends, and on the day.',
    schedule: { cron: '19 * * * *' },
    attempts: 5,
    exclusive: true,
    effect: 'EMAILS',
    dated: true,
    run: async (services) => ({ changed: await remindOfTraining(services) }),
  }),
];
