import { propertyWords, valueText } from '#db/protocols/versions/change-words.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import type { MergeConflict } from './merge-drafts.ts';

interface DraftConflictsProps {
  conflicts: readonly MergeConflict[];
  colleague: string;
  onDecide(conflict: MergeConflict, side: 'MINE' | 'THEIRS'): void;
}

/** What two authors changed differently; nothing is saved until each place is decided. */
export function DraftConflicts({ conflicts, colleague, onDecide }: DraftConflictsProps) {
  if (conflicts.length === 0) return null;
  return (
    <Notice tone="warning" title={`${colleague} changed the same places. Decide each to save your changes.`}>
      <ul className="mt-2 flex flex-col gap-3">
        {conflicts.map((conflict) => (
          <li key={`${conflict.id}-${conflict.property}`} className="flex flex-col gap-1">
            <p className="font-medium">{`${conflict.path.join(' / ')}: ${propertyWords(conflict.property)}`}</p>
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => onDecide(conflict, 'MINE')}>
                {`Yours: ${valueText(conflict.mine)}`}
              </Button>
              <Button onClick={() => onDecide(conflict, 'THEIRS')}>
                {`${colleague}: ${valueText(conflict.theirs)}`}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
