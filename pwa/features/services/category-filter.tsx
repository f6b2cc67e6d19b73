import type { ListedService } from '#db/ordering/shown-service.ts';
import { SelectFilter } from '#pwa/ui/list/select-filter.tsx';
import type { ServerList } from '#pwa/ui/list/server-list.tsx';

interface CategoryFilterProps {
  rows: readonly ListedService[];
  list: Pick<ServerList<unknown>, 'filter' | 'setFilter'>;
}

/** Selects a category; renders nothing while no service has one. */
export function CategoryFilter({ rows, list }: CategoryFilterProps) {
  const selected = list.filter('category')[0] ?? '';
  const rowCategories = rows.flatMap(({ category }) => category ?? []);
  const categories = [...new Set(selected === '' ? rowCategories : [selected, ...rowCategories])].sort();
  if (categories.length === 0) return null;
  return (
    <SelectFilter
      label="Category"
      any="All categories"
      options={categories.map((value) => ({ value, label: value }))}
      value={selected}
      onChange={(value) => list.setFilter('category', value)}
    />
  );
}
