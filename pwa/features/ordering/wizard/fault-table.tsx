import { useState } from 'react';
import type { ManifestFault } from '#db/ordering/manifest/manifest-fault.ts';
import { Button } from '#pwa/ui/button.tsx';
import { groupFaults, rowsText } from './fault-groups.ts';
import { SmallTable } from './small-table.tsx';

const AT_ONCE = 100;

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
        heads={['Row', 'Column', 'It says', 'What is wrong', 'What would be right']}
      >
        {lines.slice(0, shown).map(({ fault, rows }) => (
          <tr
            key={`${fault.row} ${fault.column} ${fault.problem}`}
            className="border-line border-b align-top last:border-b-0"
          >
            <td className="max-w-32 px-2 py-1.5 tabular-nums">
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
            <td className="px-2 py-1.5">{fault.column || '–'}</td>
            <td className="code max-w-48 px-2 py-1.5 wrap-anywhere">{fault.value || '–'}</td>
            <td className="px-2 py-1.5">
              {fault.problem}
              {fault.existing && (
                <span className="block text-ink-soft">
                  {`${fault.existing.requisitionNumber} of order ${fault.existing.orderNumber}`}
                </span>
              )}
            </td>
            <td className="px-2 py-1.5 wrap-anywhere">{fault.suggestion ?? '–'}</td>
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
