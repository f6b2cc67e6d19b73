/** Start a request for data that is needed next; its failure is ignored when nobody uses the result. */
export function prefetch<T>(ask: () => Promise<T>): Promise<T> {
  const coming = ask();
  coming.catch(() => undefined);
  return coming;
}
