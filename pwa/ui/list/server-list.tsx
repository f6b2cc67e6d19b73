import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { z } from 'zod';
import type { Access, CallDefinition } from '#db/api/call-definition.ts';
import { call, callKey } from '#pwa/api/call.ts';
import type { QueryValues } from '#pwa/api/client.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { type DefaultFilters, type ServerPaging, sortOf } from './server-list-query.ts';
import { useTypedSearch } from './use-typed-search.ts';
import type { ListViewing } from './views/list-view.ts';
import { useListQuery } from './views/use-list-query.ts';

/** A call that answers one page of a list. */
type ListCall<Row> = CallDefinition<
  Access,
  undefined,
  z.ZodType,
  undefined,
  z.ZodType<{ rows: Row[]; total: number; page: number; limit: number }>
>;

interface ServerListOptions<Row> {
  call: ListCall<Row>;
  /** Filters of the list by the server's names; each is a parameter of the address. */
  filters?: readonly string[];
  /** `name:asc`; the sort until the user chooses one. */
  sort?: string;
  /** Rows per page. */
  limit?: number;
  /** Always sent, never in the address. */
  query?: QueryValues;
  /** The prefix of parameter names where a page has two lists. */
  prefix?: string;
  /** Filters until the user changes them. */
  defaults?: DefaultFilters;
}

export interface ServerList<Row> {
  rows: readonly Row[];
  total: number;
  /** From 1. */
  page: number;
  limit: number;
  /** The query of the current list, for an export of the same rows. */
  listQuery: QueryValues;
  filter(name: string): readonly string[];
  setFilter(name: string, value: string | readonly string[]): void;
  /** Whether a search or filter is active. */
  narrowed: boolean;
  clear(): void;
  refetch(): void;
  /** All matching rows, page by page; at most 10,000. */
  readAll(): Promise<Row[]>;
  /** Props to spread onto DataList. */
  list: {
    rows: readonly Row[];
    status: 'loading' | 'error' | 'ready';
    errorText: string;
    onRetry(): void;
    search: { value: string; onChange(value: string): void };
    server: ServerPaging;
    viewing: ListViewing;
  };
}

const EXPORT_LIMIT = 500;
const EXPORT_MAX = 10_000;

/**
 * Use a list that the server searches, filters, sorts and pages; the address holds the visible part. Needs
 * OnlineQueries.
 */
export function useServerList<Row>(options: ServerListOptions<Row>): ServerList<Row> {
  const { call: listCall, limit = 50, query: always = {} } = options;
  const query = useListQuery(options);
  const listQuery = { ...always, ...query.chosen, search: query.search || null, sort: query.sort || null };
  const read = (page: number, size: number, signal?: AbortSignal) =>
    call(listCall, { query: { ...listQuery, page, limit: size } }, signal ? { signal } : {});
  const listResult = useQuery({
    queryKey: [...callKey(listCall), listQuery, query.page, limit],
    queryFn: ({ signal }) => read(query.page, limit, signal),
    placeholderData: keepPreviousData,
  });
  const { data } = listResult;
  const lastPage = data ? Math.max(1, Math.ceil(data.total / limit)) : query.page;
  const { page, setPage } = query;
  useEffect(() => {
    if (!listResult.isPlaceholderData && page > lastPage) setPage(lastPage);
  });
  const refetch = () => void listResult.refetch();
  return {
    rows: data?.rows ?? [],
    total: data?.total ?? 0,
    page,
    limit,
    listQuery,
    filter: query.filter,
    setFilter: query.setFilter,
    narrowed: query.narrowed,
    clear: query.clear,
    refetch,
    readAll: async () => {
      const all: Row[] = [];
      for (let at = 1; all.length < EXPORT_MAX; at += 1) {
        const { rows, total } = await read(at, EXPORT_LIMIT);
        all.push(...rows);
        if (rows.length < EXPORT_LIMIT || all.length >= total) break;
      }
      return all;
    },
    list: {
      rows: data?.rows ?? [],
      status: listResult.isError ? 'error' : data ? 'ready' : 'loading',
      errorText: errorText(listResult.error),
      onRetry: refetch,
      search: useTypedSearch(query.search, query.setSearch),
      viewing: query.viewing,
      server: {
        total: data?.total ?? 0,
        page: page - 1,
        onPage: (at) => setPage(at + 1),
        pageSize: limit,
        sort: sortOf(query.sort),
        onSort: query.setSort,
        busy: listResult.isPlaceholderData,
        ...(query.narrowed ? { onClear: query.clear } : {}),
      },
    },
  };
}
