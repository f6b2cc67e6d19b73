import { z } from 'zod';

/** A built-in view of a list: filters under a name. */
export interface ListViewDefinition {
  id: string;
  label: string;
  filters: Readonly<Record<string, readonly string[]>>;
}

/** Counts of a view end here: people act on few rows, and an exact number of many would cost a scan. */
export const MAX_VIEW_COUNT = 100;

/** The number of rows of each built-in view, by the id of the view; at most MAX_VIEW_COUNT. */
export const ListCounts = z.record(z.string(), z.number());
export type ListCounts = z.infer<typeof ListCounts>;
