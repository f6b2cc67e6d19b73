import { type ParsedCronItem, parseCronItems } from 'graphile-worker';
import type { Env } from '#sync-server/config/env.ts';
import type { Task } from './task.ts';

const MINUTE_MS = 60_000;
/** Search limit; longer than the rarest cron of a task. */
const MOST_MINUTES = 32 * 24 * 60;

const isDue = ({ match }: Pick<ParsedCronItem, 'match'>, at: number): boolean => {
  const time = new Date(at);
  return match({
    min: time.getUTCMinutes(),
    hour: time.getUTCHours(),
    date: time.getUTCDate(),
    month: time.getUTCMonth() + 1,
    dow: time.getUTCDay(),
  });
};

const parseOne = (name: string, cron: string, backfillPeriod = 0): ParsedCronItem | undefined =>
  parseCronItems([{ task: name, identifier: name, match: cron, options: { backfillPeriod } }])[0];

/** Find the first time after `from` at which a cron is due; null if there is none within a month. */
export function nextCronTime(cron: string, from: Date): Date | null {
  const item = parseOne('next', cron);
  const first = Math.floor(from.getTime() / MINUTE_MS) + 1;
  for (let minute = first; item && minute < first + MOST_MINUTES; minute += 1)
    if (isDue(item, minute * MINUTE_MS)) return new Date(minute * MINUTE_MS);
  return null;
}

/** Return the time between two runs. */
export function cronIntervalMs(cron: string): number {
  const first = nextCronTime(cron, new Date(0));
  const second = first && nextCronTime(cron, first);
  return first && second ? second.getTime() - first.getTime() : 0;
}

/**
 * Convert the declarations to cron items. After downtime the last missed run is made up for: tasks process
 * everything due now, so one run does the work of all missed ones.
 */
export const cronItemsOf = (tasks: readonly Task[], env: Env): ParsedCronItem[] =>
  parseCronItems(
    tasks.flatMap(({ name, schedule, exclusive, attempts, isEnabled }) =>
      schedule.cron === undefined || isEnabled?.(env) === false
        ? []
        : [
            {
              task: name,
              identifier: name,
              match: schedule.cron,
              options: {
                backfillPeriod: cronIntervalMs(schedule.cron) + MINUTE_MS,
                maxAttempts: attempts,
                jobKey: name,
                ...(exclusive ? { queueName: name } : {}),
              },
            },
          ],
    ),
  );
