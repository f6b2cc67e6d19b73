import { AsyncLocalStorage } from 'node:async_hooks';

const RUN = new AsyncLocalStorage<string>();

/** Run a job as of another date; the audit log names the run as the request of every row that it writes. */
export const inDatedRun = <T>(date: string, work: () => Promise<T>): Promise<T> =>
  RUN.run(`dev-tools-jobs-at-${date}`, work);

/** Return the request id of system writes in the audit log. */
export const requestIdOf = (id: string): string => {
  const run = RUN.getStore();
  return run === undefined ? id : `${run}:${id}`;
};
