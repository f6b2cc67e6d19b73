import { z } from 'zod';
import { useKept } from './use-kept.ts';

const Known = z.array(z.string());
const NONE: string[] = [];
/** More than anybody reads; the oldest are of records that are done with. */
const MOST = 500;

/** What of `all` this person has not said that they know; kept on this device. Nothing until both are read. */
export function useNews<T extends { key: string }>(
  name: string,
  all: readonly T[] | undefined,
): { news: readonly T[]; onKnown(): void } {
  const known = useKept(name, NONE, Known);
  const seen = known.value;
  const news = seen && all ? all.filter(({ key }) => !seen.includes(key)) : [];
  const keys = news.map(({ key }) => key);
  return {
    news,
    onKnown: () => void known.update((before) => [...before, ...keys].slice(-MOST)),
  };
}
