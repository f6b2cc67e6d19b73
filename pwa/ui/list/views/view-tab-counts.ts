import type { ListCounts, ListViewDefinition } from '#db/api/list-counts.ts';
import type { ListTab } from './view-tabs.tsx';

/** Build the tabs of built-in views; their counts follow when the server has counted. */
export const countedTabs = (
  views: readonly ListViewDefinition[],
  counts: ListCounts | undefined,
): readonly ListTab[] =>
  views.map(({ id, label, filters }) => ({
    id,
    label,
    filters: Object.fromEntries(Object.entries(filters).map(([name, values]) => [name, [...values]])),
    count: counts ? (counts[id] ?? 0) : null,
  }));
