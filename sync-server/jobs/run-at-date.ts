import { ulid } from 'ulid';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import {
  type DatedJobs,
  type DatedRun,
  type DatedRunResult,
  MAX_YEARS_AHEAD,
} from '#db/records/job-tasks.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { loadsDemoLab } from '#sync-server/config/installation.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { TASKS } from './tasks.ts';
import { inDatedRun } from './write-as.ts';

const DEMO_LAB = 'SELECT 1 FROM demo_load WHERE completed_at IS NOT NULL LIMIT 1';
const MARK = `
  INSERT INTO audit_log (id, created_at, created_by_id, updated_at, entity, table_name, record_id, action, changes, user_id, reason, occurred_at, request_id)
  VALUES ($1, $2, $3, $2, $4, 'job', $5, 'UPDATE', $6, $3, $7, $2, $8)`;

const dated = TASKS.filter((task) => task.dated);

/** Report whether this server can run tasks at another date. */
export const canRunAtDates = async ({ pool, env }: AppServices): Promise<boolean> =>
  loadsDemoLab(env) && (await pool.query(DEMO_LAB)).rows.length > 0;

async function requireDemoLab(services: AppServices): Promise<void> {
  if (!(await canRunAtDates(services)))
    throw new AppError('FORBIDDEN', 'Jobs run at another date in the demo lab only.');
}

function daysOf({ now, env }: AppServices): { firstDay: string; lastDay: string } {
  const firstDay = labDayOf(now().toISOString(), env.LAB_TIMEZONE);
  return {
    firstDay,
    lastDay: `${Number(firstDay.slice(0, 4)) + MAX_YEARS_AHEAD}${firstDay.slice(4, 7)}-28`,
  };
}

/** List the jobs that can run at another date, with their allowed days; throws outside the demo lab. */
export async function readDatedJobs(services: AppServices): Promise<DatedJobs> {
  await requireDemoLab(services);
  return { jobs: dated.map(({ name, title }) => ({ name, title })), ...daysOf(services) };
}

type DatedJob = (typeof dated)[number];

async function runOne(
  services: AppServices,
  { name, title, run }: DatedJob,
): Promise<DatedRunResult['results'][number]> {
  try {
    const { changed } = await run(services, {});
    return { name, title, done: changed, problem: null };
  } catch (error) {
    services.logger.warn({ err: error, job: name }, 'a job failed at another date');
    return { name, title, done: null, problem: MESSAGES.unknownError };
  }
}

/**
 * Run jobs once as if it were noon of another day, in the demo lab only: only their writes have that time,
 * the rest of the server keeps its clock. The run and every row that it writes are marked in the audit log.
 */
export async function runAtDate(
  services: AppServices,
  session: Session,
  { job, date }: DatedRun,
): Promise<DatedRunResult> {
  await requireDemoLab(services);
  const { firstDay, lastDay } = daysOf(services);
  if (date < firstDay || date > lastDay)
    throw new AppError('VALIDATION', MESSAGES.fixForm, [
      { path: 'date', message: `Choose a day from ${firstDay} to ${lastDay}.` },
    ]);
  const selected = dated.filter(({ name }) => job === null || name === job);
  if (selected.length === 0)
    throw new AppError('VALIDATION', MESSAGES.fixForm, [
      { path: 'job', message: `Unknown job. Use one of: ${dated.map(({ name }) => name).join(', ')}.` },
    ]);
  const real = services.now();
  // Noon in UTC is the same day in every US lab.
  const at = date === firstDay ? real : new Date(`${date}T12:00:00.000Z`);
  const results: DatedRunResult['results'] = [];
  await inDatedRun(date, async () => {
    for (const one of selected) results.push(await runOne({ ...services, now: () => new Date(at) }, one));
  });
  await services.pool.query(MARK, [
    ulid(),
    real,
    session.userId,
    session.entity,
    job ?? 'all',
    JSON.stringify({
      date: [firstDay, date],
      results: [null, results.map(({ name, done }) => ({ name, done }))],
    }),
    `Dev Tools: jobs run as of ${date}`,
    `dev-tools-jobs-at-${date}`,
  ]);
  return { at: at.toISOString(), results };
}
