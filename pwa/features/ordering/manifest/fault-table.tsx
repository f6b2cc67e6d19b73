import { type ReactNode, useState } from 'react';
import type { ManifestFault } from '#db/ordering/manifest/manifest-fault.ts';
import { Button } from '#pwa/ui/button.tsx';
import { groupFaults, rowsText } from './fault-groups.ts';

interface SmallTableProps {
  /** Title of the table, or the id of its heading. */
  name: { label: string } | { headingId: string };
  heads: readonly string[];
  /** Maximum height before it scrolls. */
  high: 'max-h-72' | 'max-h-96';
  /** On a handheld its rows are blocks whose cells carry their own labels. */
  stacks?: boolean;
  children: ReactNode;
}

/** A framed table with a fixed header while its rows scroll, also by keyboard. */
export function SmallTable({ name, heads, high, stacks = false, children }: SmallTableProps) {
  return (
    <section
      {...('label' in name ? { 'aria-label': name.label } : { 'aria-labelledby': name.headingId })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      className={`${high} overflow-auto rounded-md border border-line`}
    >
      <table className="w-full text-left text-sm">
        <thead
          className={stacks ? 'bg-surface max-sm:sr-only sm:sticky sm:top-0' : 'sticky top-0 bg-surface'}
        >
          <tr className="border-line border-b">
            {heads.map((head) => (
              <th key={head} scope="col" className="px-2 py-1.5 font-semibold">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

const AT_ONCE = 100;
/** A cell as a row of its own that names its column. */
const STACKED =
  'max-sm:max-w-none max-sm:basis-full max-sm:p-0 max-sm:before:mr-1.5 max-sm:before:font-sans max-sm:before:text-ink-soft max-sm:before:content-[attr(data-head)]';

/** Faults cell by cell, with suggestions. */
export function FaultTable({
  label,
  manifestFaults,
  onGo,
}: {
  label: string;
  manifestFaults: readonly ManifestFault[];
  /** Called to go to the cell, where it is on the screen. */
  onGo?: (manifestFault: ManifestFault) => void;
}) {
  const [visibleCount, setVisibleCount] = useState(AT_ONCE);
  const lines = groupFaults(manifestFaults);
  return (
    <div className="flex flex-col gap-2">
      <SmallTable
        name={{ label }}
        high="max-h-96"
        stacks
        heads={['Row', 'Column', 'Value', 'Problem', 'Suggestion']}
      >
        {lines.slice(0, visibleCount).map(({ manifestFault, rows }) => (
          <tr
            key={`${manifestFault.row} ${manifestFault.column} ${manifestFault.problem}`}
            className="border-line border-b align-top last:border-b-0 max-sm:flex max-sm:flex-wrap max-sm:gap-x-1.5 max-sm:px-3 max-sm:py-2"
          >
            <td
              data-head={manifestFault.row === 0 ? undefined : 'Row'}
              className="max-w-32 px-2 py-1.5 tabular-nums max-sm:max-w-none max-sm:p-0 max-sm:font-semibold max-sm:before:mr-1 max-sm:before:content-[attr(data-head)]"
            >
              {manifestFault.row === 0 ? (
                'File'
              ) : onGo ? (
                <button
                  type="button"
                  className="min-h-6 min-w-6 text-left underline underline-offset-2"
                  aria-label={`Go to row ${manifestFault.row}, ${manifestFault.column}`}
                  onClick={() => onGo(manifestFault)}
                >
                  {rowsText(rows)}
                </button>
              ) : (
                rowsText(rows)
              )}
            </td>
            <td className="px-2 py-1.5 max-sm:p-0 max-sm:font-semibold">{manifestFault.column || '–'}</td>
            <td
              data-head="Value:"
              className={`code max-w-48 px-2 py-1.5 wrap-anywhere sm:min-w-28 ${STACKED}`}
            >
              {manifestFault.value || '–'}
            </td>
            <td className="px-2 py-1.5 max-sm:basis-full max-sm:p-0">
              {manifestFault.problem}
              {manifestFault.existing && (
                <span className="block text-ink-soft">
                  {`${manifestFault.existing.requisitionNumber} of order ${manifestFault.existing.orderNumber}`}
                </span>
              )}
            </td>
            <td data-head="Suggestion:" className={`px-2 py-1.5 wrap-anywhere ${STACKED}`}>
              {manifestFault.suggestion ?? '–'}
            </td>
          </tr>
        ))}
      </SmallTable>
      {lines.length > visibleCount && (
        <Button className="self-start" onClick={() => setVisibleCount(lines.length)}>
          {`Show all ${lines.length}`}
        </Button>
      )}
    </div>
  );
}
