import { BadgeCheck, type LucideIcon, PackageCheck, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { type Capability, hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import { resultsApproval } from '#db/specimens/results-approval.ts';
import type { ShownResult, ShownResults } from '#db/specimens/shown-results.ts';
import { Button } from '#pwa/ui/button.tsx';
import { canBeApproved, canBeRecalled, canBeReleased } from './result-state.ts';
import { RESULTS_ACTION_TEXT, ResultsWindow } from './results-window.tsx';
import type { ResultsAction, ResultsTarget } from './use-results.ts';

interface OfferedAction {
  action: ResultsAction;
  icon: LucideIcon;
  variant: 'primary' | 'secondary' | 'danger';
  fits(row: ShownResult): boolean;
}

/** Actions on results that this user may take. */
export function availableActions(role: Role, clinical: boolean): readonly OfferedAction[] {
  const may = (capability: Capability) => hasCapability(role, capability);
  return [
    ...(may(resultsApproval(clinical))
      ? [{ action: 'approve', icon: BadgeCheck, variant: 'primary', fits: canBeApproved } as const]
      : []),
    ...(may('releaseResults')
      ? [{ action: 'release', icon: PackageCheck, variant: 'primary', fits: canBeReleased } as const]
      : []),
    ...(may('recallResults')
      ? [{ action: 'recall', icon: Undo2, variant: 'danger', fits: canBeRecalled } as const]
      : []),
  ];
}

interface ResultsActionsProps {
  target: ResultsTarget;
  results: ShownResults;
  actions: readonly OfferedAction[];
  /** The affected specimens: the selected ones, or the one shown. */
  rows: readonly ShownResult[];
  /** Message when no action is possible. */
  otherwise: string | null;
  onDone(): void;
}

/** The currently possible actions with their counts; each asks for confirmation. */
export function ResultsActions({ target, results, actions, rows, otherwise, onDone }: ResultsActionsProps) {
  const [asking, setAsking] = useState<ResultsAction | null>(null);
  const possible = actions
    .map((one) => ({ ...one, fit: rows.filter(one.fits) }))
    .filter(({ fit }) => fit.length > 0);
  // The affected specimens stay fixed while the dialog is open, even if somebody else acts first.
  const [selectedRows, setSelectedRows] = useState<readonly ShownResult[]>([]);
  return (
    <div className="flex flex-wrap items-center gap-3 empty:hidden">
      {possible.map(({ action, icon, variant, fit }) => (
        <Button
          key={action}
          icon={icon}
          variant={variant}
          onClick={() => {
            setSelectedRows(fit);
            setAsking(action);
          }}
        >
          {rows.length > 1 || results.rows.length > 1
            ? `${RESULTS_ACTION_TEXT[action].title} of ${fit.length}`
            : RESULTS_ACTION_TEXT[action].title}
        </Button>
      ))}
      {possible.length === 0 && otherwise && <p className="text-ink-soft text-sm">{otherwise}</p>}
      <ResultsWindow
        target={target}
        results={results}
        action={asking}
        rows={selectedRows}
        onClose={() => setAsking(null)}
        onDone={onDone}
      />
    </div>
  );
}
