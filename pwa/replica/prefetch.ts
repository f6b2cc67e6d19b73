/** Begins to ask for what is needed next; when nobody waits for it after all, its failure is nobody's. */
export function prefetch<T>(ask: () => Promise<T>): Promise<T> {
  const coming = ask();
  coming.catch(() => undefined);
  return coming;
}
