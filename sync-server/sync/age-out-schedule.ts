import type { AppServices } from '#sync-server/http/api-route.ts';
import { ageOut } from './age-out.ts';

const HOUR_MS = 3_600_000;

/** Moves the 60-day line at the start and every hour; several processes may do so at once, the head's lock orders them. */
export function scheduleAgeOut({ pool, logger, now, stopping }: AppServices): void {
  const run = () =>
    ageOut(pool, now()).catch((error: unknown) => {
      if (!stopping.aborted) logger.warn({ err: error }, 'finished records were not taken off devices');
    });
  void run();
  const timer = setInterval(run, HOUR_MS);
  timer.unref();
  stopping.addEventListener('abort', () => clearInterval(timer), { once: true });
}
