import type { ListedService } from '#db/ordering/shown-service.ts';
import { Select } from '#pwa/ui/form/select.tsx';
import type { ServerList } from '#pwa/ui/list/server-list.tsx';

interface CategoryFilterProps {
  rows: readonly ListedService[];
  list: Pick<ServerList<unknown>, 'filter' | 'setFilter'>;
}

/** Chooses one of the categories; nothing while no service has one. */
export function CategoryFilter({ rows, list }: CategoryFilterProps) {
  const chosen = list.filter('category')[0] ?? '';
  const named = rows.flatMap(({ category }) => category ?? []);
  const categories = [...new Set(chosen === '' ? named : [chosen, ...named])].sort();
  if (categories.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the select is drawn inside by its component.
    <label className="min-w-36 max-md:flex-1">
      <span className="sr-only">Category</span>
      <Select<string>
        value={chosen}
        onChange={(value) => list.setFilter('category', value)}
        placeholder="All categories"
        options={categories.map((value) => ({ value, label: value }))}
      />
    </label>
  );
}
