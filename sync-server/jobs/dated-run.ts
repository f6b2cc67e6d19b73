import { AsyncLocalStorage } from 'node:async_hooks';

const RUN = new AsyncLocalStorage<string>();

/** Does what jobs do as of another date; the audit log names the run as the request of every row that it writes. */
export const inDatedRun = <T>(date: string, work: () => Promise<T>): Promise<T> =>
  RUN.run(`dev-tools-jobs-at-${date}`, work);

/** What the audit log gives as the request of something that the system writes by itself. */
export const requestIdOf = (id: string): string => {
  const run = RUN.getStore();
  return run === undefined ? id : `${run}:${id}`;
};
