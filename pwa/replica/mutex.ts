/** Runs pieces of work one after the other, in the order in which they asked. */
export type Exclusive = <T>(work: () => Promise<T>) => Promise<T>;

/** Makes a lock of its own; a failing piece of work does not stop the next. */
export function createExclusive(): Exclusive {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}
