import type { AppServices } from '#sync-server/http/api-route.ts';
import { JOBS } from './jobs.ts';

/** Runs each job at the start and in its rhythm; several processes may do so at once, the head's lock orders them. */
export function scheduleJobs(services: AppServices): void {
  const { logger, stopping } = services;
  const timers = JOBS.map(({ run, everyMs, failed }) => {
    const once = () =>
      run(services).catch((error: unknown) => {
        if (!stopping.aborted) logger.warn({ err: error }, failed);
      });
    void once();
    return setInterval(once, everyMs).unref();
  });
  stopping.addEventListener('abort', () => timers.forEach(clearInterval), { once: true });
}
