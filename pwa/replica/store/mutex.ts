/** A lock that runs tasks one after the other, in the order of their requests. */
export type Exclusive = <T>(work: () => Promise<T>) => Promise<T>;

/** Create a lock; a failing task does not stop the next. */
export function createExclusive(): Exclusive {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}
