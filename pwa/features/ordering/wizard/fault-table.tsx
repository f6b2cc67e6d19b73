import { useState } from 'react';
import type { ManifestFault } from '#db/ordering/manifest/manifest-fault.ts';
import { Button } from '#pwa/ui/button.tsx';
import { groupFaults, rowsText } from './fault-groups.ts';
import { SmallTable } from './small-table.tsx';

const AT_ONCE = 100;
/** A cell as a line of its own that says what it is. */
const STACKED =
  'max-sm:max-w-none max-sm:basis-full max-sm:p-0 max-sm:before:mr-1.5 max-sm:before:font-sans max-sm:before:text-ink-soft max-sm:before:content-[attr(data-head)]';

/** What is wrong, cell by cell, with what would be right. */
export function FaultTable({
  label,
  faults,
  onGo,
}: {
  label: string;
  faults: readonly ManifestFault[];
  /** Leads to the cell, where there is one on the screen. */
  onGo?: (fault: ManifestFault) => void;
}) {
  const [shown, setShown] = useState(AT_ONCE);
  const lines = groupFaults(faults);
  return (
    <div className="flex flex-col gap-2">
      <SmallTable
        name={{ label }}
        high="max-h-96"
        stacks
        heads={['Row', 'Column', 'It says', 'What is wrong', 'What would be right']}
      >
        {lines.slice(0, shown).map(({ fault, rows }) => (
          <tr
            key={`${fault.row} ${fault.column} ${fault.problem}`}
            className="border-line border-b align-top last:border-b-0 max-sm:flex max-sm:flex-wrap max-sm:gap-x-1.5 max-sm:px-3 max-sm:py-2"
          >
            <td
              data-head={fault.row === 0 ? undefined : 'Row'}
              className="max-w-32 px-2 py-1.5 tabular-nums max-sm:max-w-none max-sm:p-0 max-sm:font-semibold max-sm:before:mr-1 max-sm:before:content-[attr(data-head)]"
            >
              {fault.row === 0 ? (
                'File'
              ) : onGo ? (
                <button
                  type="button"
                  className="min-h-6 min-w-6 text-left underline underline-offset-2"
                  aria-label={`Go to row ${fault.row}, ${fault.column}`}
                  onClick={() => onGo(fault)}
                >
                  {rowsText(rows)}
                </button>
              ) : (
                rowsText(rows)
              )}
            </td>
            <td className="px-2 py-1.5 max-sm:p-0 max-sm:font-semibold">{fault.column || '–'}</td>
            <td
              data-head="It says:"
              className={`code max-w-48 px-2 py-1.5 wrap-anywhere sm:min-w-28 ${STACKED}`}
            >
              {fault.value || '–'}
            </td>
            <td className="px-2 py-1.5 max-sm:basis-full max-sm:p-0">
              {fault.problem}
              {fault.existing && (
                <span className="block text-ink-soft">
                  {`${fault.existing.requisitionNumber} of order ${fault.existing.orderNumber}`}
                </span>
              )}
            </td>
            <td data-head="Right would be:" className={`px-2 py-1.5 wrap-anywhere ${STACKED}`}>
              {fault.suggestion ?? '–'}
            </td>
          </tr>
        ))}
      </SmallTable>
      {lines.length > shown && (
        <Button className="self-start" onClick={() => setShown(lines.length)}>
          {`Show all ${lines.length}`}
        </Button>
      )}
    </div>
  );
}
