import type { z } from 'zod';
import { useQueryParameters } from '#pwa/navigation/use-query-parameters.ts';
import { type ServerList, useServerList } from '#pwa/ui/list/server-list.tsx';
import { endOf, startOf } from './period.ts';

/** A log as its tab shows it: the list, and the period that goes with it. */
export interface ShownLog<Row> {
  log: ServerList<Row>;
  path: string;
  from: string;
  to: string;
  setPeriod(from: string, to: string): void;
  /** Is anything searched, filtered or left out by the period? */
  narrowed: boolean;
  clear(): void;
}

/** Reads a log; period, search, filters, sorting and page stand in the address. */
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
