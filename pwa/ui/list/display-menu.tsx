import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react';
import { SlidersHorizontal } from 'lucide-react';
import { useId } from 'react';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { DENSITY_OPTIONS, useDensity } from './density.ts';
import type { ListViewing } from './views/list-view.ts';

interface DisplayMenuProps {
  columns: readonly { id: string; header: string }[];
  /** Stores the hidden columns; without it a list shows all. */
  viewing: ListViewing | undefined;
}

/** The height of rows and the visible columns; the first column is always visible. */
export function DisplayMenu({ columns, viewing }: DisplayMenuProps) {
  const [density, setDensity] = useDensity();
  const id = useId();
  return (
    <Popover className="ml-auto">
      <PopoverButton
        aria-label="Display"
        title="Display"
        className="grid size-control place-items-center rounded-md hover:bg-hover"
      >
        <SlidersHorizontal aria-hidden size={18} />
      </PopoverButton>
      <PopoverPanel
        focus
        anchor={{ to: 'bottom end', gap: 4, padding: 8 }}
        className="z-50 flex max-w-[calc(100vw-1rem)] flex-col gap-3 rounded-md border border-line bg-surface p-3 shadow-overlay outline-none"
      >
        <Segmented label="Row height" options={DENSITY_OPTIONS} value={density} onChange={setDensity} />
        {viewing && columns.length > 1 && (
          <fieldset>
            <legend className="font-semibold text-ink-soft text-xs">Columns</legend>
            {columns.map(({ id: column, header }, at) => {
              const { view, show } = viewing;
              const isShown = at === 0 || !view.hidden.includes(column);
              return (
                <Checkbox
                  key={column}
                  id={`${id}-${column}`}
                  label={header}
                  value={isShown}
                  disabled={at === 0}
                  onChange={(next) =>
                    show({
                      ...view,
                      hidden: next ? view.hidden.filter((one) => one !== column) : [...view.hidden, column],
                    })
                  }
                />
              );
            })}
          </fieldset>
        )}
      </PopoverPanel>
    </Popover>
  );
}
