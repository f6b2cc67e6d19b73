import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi, queryText } from '#pwa/api/client.ts';

export type ReportName = 'revenue' | 'ageing' | 'turnaround';
type ReportParameters = Readonly<Record<string, string>>;

const pathOf = (name: ReportName): string => `/api/billing/reports/${name}`;

/** API path of a report's export. */
export const reportFile =
  (name: ReportName, parameters: ReportParameters) =>
  (format: 'csv' | 'xlsx'): string =>
    `${pathOf(name)}?${queryText({ ...parameters, format })}`;

/** A report from the server; not queried while the days are invalid. */
export const useReport = <S extends z.ZodType>(
  name: ReportName,
  parameters: ReportParameters,
  { answer, enabled }: { answer: S; enabled: boolean },
) =>
  useQuery({
    queryKey: [pathOf(name), parameters],
    queryFn: ({ signal }) => callApi({ path: pathOf(name), query: parameters, answer, signal }),
    placeholderData: (before) => before,
    networkMode: 'always',
    enabled,
  });
