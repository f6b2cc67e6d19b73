import type { z } from 'zod';
import { useQueryParameters } from '#pwa/navigation/use-query-parameters.ts';
import { type ServerList, useServerList } from '#pwa/ui/list/server-list.tsx';
import { endOf, startOf } from './period.ts';

/** The state of a log's tab: the list and its period. */
export interface ShownLog<Row> {
  log: ServerList<Row>;
  path: string;
  from: string;
  to: string;
  setPeriod(from: string, to: string): void;
  /** True while a search, filter or period limits the list. */
  narrowed: boolean;
  clear(): void;
}

/** Loads a log; period, search, filters, sorting and page are in the address. */
export function useLog<Row>(path: string, row: z.ZodType<Row>, filters: readonly string[]): ShownLog<Row> {
  const { parameters, update } = useQueryParameters();
  const from = parameters.get('from') ?? '';
  const to = parameters.get('to') ?? '';
  const log = useServerList({
    path,
    row,
    filters,
    sort: 'occurredAt:desc',
    query: { from: startOf(from), to: endOf(to) },
  });
  return {
    log,
    path,
    from,
    to,
    setPeriod: (first, last) => update({ from: first, to: last, page: null }),
    narrowed: log.narrowed || from !== '' || to !== '',
    clear: () => {
      log.clear();
      update({ from: null, to: null });
    },
  };
}
