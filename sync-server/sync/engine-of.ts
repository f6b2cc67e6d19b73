import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Engine } from './apply-operation.ts';

/** Return the engine that applies operations on the running server. */
export const engineOf = ({ pool, env, now, logger }: AppServices): Engine => ({
  pool,
  timeZone: env.LAB_TIMEZONE,
  now,
  onBug: (error, operation) => logger.error({ err: error, operation }, 'an operation was refused by a bug'),
});
