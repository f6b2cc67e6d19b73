import type { Env } from './env.ts';

type Settings = Pick<Env, 'DEMO' | 'DATABASE_URL' | 'ENTITY_HOSTS'>;

const isLocalHost = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host.startsWith('127.') || host === '[::1]';

/** Report whether only this machine reaches the server: every host name of ENTITY_HOSTS is local. */
const hasOnlyLocalHosts = ({ ENTITY_HOSTS }: Pick<Env, 'ENTITY_HOSTS'>): boolean =>
  [...ENTITY_HOSTS.keys()].every(isLocalHost);

/**
 * Report whether an empty database gets the demo lab, whose passwords are public: with DEMO=1, or without any
 * configuration, that is with the embedded Postgres and local hosts. Never with DEMO=0.
 */
export const loadsDemoLab = (env: Settings): boolean =>
  env.DEMO === undefined ? env.DATABASE_URL === undefined && hasOnlyLocalHosts(env) : env.DEMO === '1';

/** Report whether cards and carriers without keys are simulated: in the demo lab, or with SIMULATORS=1. */
export const usesSimulators = (env: Settings & Pick<Env, 'SIMULATORS'>): boolean =>
  env.SIMULATORS === undefined ? loadsDemoLab(env) : env.SIMULATORS === '1';

const DEVICES_PER_DAY = 3;

/**
 * Return how many devices a person may enroll on one day; null in the demo lab, whose accounts are shared.
 */
export const devicesPerDay = (env: Settings & Pick<Env, 'DEVICES_PER_DAY'>): number | null =>
  env.DEVICES_PER_DAY ?? (loadsDemoLab(env) ? null : DEVICES_PER_DAY);

/**
 * List the missing settings of a server that others reach, in words for its installer. Without the shared
 * secret each process would seal sessions with its own.
 */
export const missingSecrets = (env: Pick<Env, 'ENTITY_HOSTS' | 'AUTH_SECRET'>): string[] =>
  env.AUTH_SECRET === undefined && !hasOnlyLocalHosts(env)
    ? [
        'AUTH_SECRET is not set. Set it to the output of "openssl rand -base64 33", the same for all processes.',
      ]
    : [];
