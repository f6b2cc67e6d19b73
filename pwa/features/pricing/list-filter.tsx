import type { Option } from '#pwa/ui/form/option.ts';
import { Select } from '#pwa/ui/form/select.tsx';
import type { ServerList } from '#pwa/ui/list/server-list.tsx';

interface ListFilterProps {
  list: Pick<ServerList<unknown>, 'filter' | 'setFilter'>;
  /** The server's name of the field. */
  name: string;
  label: string;
  /** Shown while nothing is chosen. */
  any: string;
  options: readonly Option<string>[];
}

/** Narrows a list to one value of a field. */
export function ListFilter({ list, name, label, any, options }: ListFilterProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the select is drawn inside by its component.
    <label className="min-w-36 max-md:flex-1">
      <span className="sr-only">{label}</span>
      <Select<string>
        value={list.filter(name)[0] ?? ''}
        onChange={(value) => list.setFilter(name, value)}
        placeholder={any}
        options={options}
      />
    </label>
  );
}
