import { BadgeCheck, type LucideIcon, PackageCheck, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { isOneOf, type Role } from '#db/access/roles.ts';
import { MAY_RECALL_RESULTS, MAY_RELEASE_RESULTS, mayApproveResults } from '#db/specimens/deciding-roles.ts';
import type { ShownResult, ShownResults } from '#db/specimens/shown-results.ts';
import { Button } from '#pwa/ui/button.tsx';
import { canBeApproved, canBeRecalled, canBeReleased } from './result-state.ts';
import { RESULTS_ACT, ResultsWindow } from './results-window.tsx';
import type { ResultsAct, ResultsTarget } from './use-results.ts';

interface Offered {
  act: ResultsAct;
  icon: LucideIcon;
  variant: 'primary' | 'secondary' | 'danger';
  fits(row: ShownResult): boolean;
}

/** What this person may do with results of this kind. */
export function offeredActs(role: Role, clinical: boolean): readonly Offered[] {
  const may = (allowed: readonly Role[]) => isOneOf(role, allowed);
  return [
    ...(may(mayApproveResults(clinical))
      ? [{ act: 'approve', icon: BadgeCheck, variant: 'primary', fits: canBeApproved } as const]
      : []),
    ...(may(MAY_RELEASE_RESULTS)
      ? [{ act: 'release', icon: PackageCheck, variant: 'primary', fits: canBeReleased } as const]
      : []),
    ...(may(MAY_RECALL_RESULTS)
      ? [{ act: 'recall', icon: Undo2, variant: 'danger', fits: canBeRecalled } as const]
      : []),
  ];
}

interface ResultsActsProps {
  target: ResultsTarget;
  results: ShownResults;
  acts: readonly Offered[];
  /** What it is done to: what is ticked, or the one that is shown. */
  rows: readonly ShownResult[];
  /** Said when nothing can be done with them. */
  otherwise: string | null;
  onDone(): void;
}

/** The acts that are possible now, with of how many; each asks before it is done. */
export function ResultsActs({ target, results, acts, rows, otherwise, onDone }: ResultsActsProps) {
  const [asking, setAsking] = useState<ResultsAct | null>(null);
  const possible = acts
    .map((one) => ({ ...one, fit: rows.filter(one.fits) }))
    .filter(({ fit }) => fit.length > 0);
  // What was chosen stays while the window is open, also when somebody else is faster.
  const [chosen, setChosen] = useState<readonly ShownResult[]>([]);
  return (
    <div className="flex flex-wrap items-center gap-3 empty:hidden">
      {possible.map(({ act, icon, variant, fit }) => (
        <Button
          key={act}
          icon={icon}
          variant={variant}
          onClick={() => {
            setChosen(fit);
            setAsking(act);
          }}
        >
          {rows.length > 1 || results.rows.length > 1
            ? `${RESULTS_ACT[act].title} of ${fit.length}`
            : RESULTS_ACT[act].title}
        </Button>
      ))}
      {possible.length === 0 && otherwise && <p className="text-ink-soft text-sm">{otherwise}</p>}
      <ResultsWindow
        target={target}
        results={results}
        act={asking}
        rows={chosen}
        onClose={() => setAsking(null)}
        onDone={onDone}
      />
    </div>
  );
}
