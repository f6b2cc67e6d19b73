import { type ReactNode, useState } from 'react';
import type { Discrepancy } from '#db/specimens/discrepancy.ts';
import type { Resolution } from '#db/specimens/discrepancy-resolution.ts';
import { DISCREPANCY_RESOLUTION } from '#db/specimens/discrepancy-resolution.ts';
import { DISCREPANCY_TYPE } from '#db/specimens/discrepancy-type.ts';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { RelabelDialog } from './relabel-dialog.tsx';

/** The selected decision about a discrepancy. */
export interface SelectedResolution {
  discrepancy: Discrepancy;
  resolution: Resolution;
}

const GIVE_UP_TEXT = 'The material here is given up, and the customer is asked what to do.';
/** Consequence of a decision about a specimen, shown before it is made; all others release the specimen. */
const EFFECT: Partial<Record<Resolution, string>> = {
  REPLACE: 'The material here is given up, and the requisition waits for a new tube.',
  DISPOSED: GIVE_UP_TEXT,
  RETURNED: GIVE_UP_TEXT,
  CANCELED: 'The specimen and its samples are canceled.',
};

function effectOf({ discrepancy, resolution }: SelectedResolution): string {
  if (discrepancy.specimenId === null) return 'The tube leaves quarantine and is not used.';
  return EFFECT[resolution] ?? 'The specimen is released, unless something else is wrong with it.';
}

interface Resolving {
  choose(selection: SelectedResolution): void;
  /** Why the last decision was refused. */
  problem: string | null;
  /** The dialog that asks for the reason; the screen must render it. */
  dialog: ReactNode;
}

const titleOf = ({ discrepancy, resolution }: SelectedResolution): string =>
  `${DISCREPANCY_TYPE[discrepancy.type]}: ${DISCREPANCY_RESOLUTION[resolution].label}`;

interface ResolveParts {
  clinical?: boolean;
  /** The tube that gets its correct label now. */
  onRelabeled?(discrepancy: Discrepancy): void;
}

/**
 * Resolves discrepancies, each with a reason and a confirmation; relabeling a clinical tube needs a
 * statement.
 */
export function useResolve({ clinical = false, onRelabeled }: ResolveParts = {}): Resolving {
  const run = useRunOperation();
  const [selection, setSelection] = useState<SelectedResolution | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const resolve = async (
    { discrepancy, resolution }: SelectedResolution,
    note: string,
    statementFileId: string | null = null,
  ): Promise<void> => {
    setSelection(null);
    const result = await run('resolve-discrepancy', {
      discrepancyId: discrepancy.id,
      resolution,
      note,
      statementFileId,
      specimenId: discrepancy.specimenId,
    });
    const isRefused = result.outcome === 'REJECTED';
    setProblem(isRefused ? result.message : null);
    if (!isRefused && resolution === 'RELABELED') onRelabeled?.(discrepancy);
  };
  const specimenId = selection?.discrepancy.specimenId ?? null;
  if (selection && clinical && selection.resolution === 'RELABELED' && specimenId !== null) {
    const relabel = (
      <RelabelDialog
        specimenId={specimenId}
        title={titleOf(selection)}
        onClose={() => setSelection(null)}
        onConfirm={(note, statementFileId) => void resolve(selection, note, statementFileId)}
      />
    );
    return { choose: setSelection, problem, dialog: relabel };
  }
  const dialog = selection && (
    <ConfirmDialog
      open
      title={titleOf(selection)}
      confirmLabel={DISCREPANCY_RESOLUTION[selection.resolution].label}
      reasonRequired
      onClose={() => setSelection(null)}
      onConfirm={(note) => void resolve(selection, note)}
    >
      {selection.discrepancy.description !== DISCREPANCY_TYPE[selection.discrepancy.type] && (
        <p>{selection.discrepancy.description}</p>
      )}
      <p>{effectOf(selection)}</p>
    </ConfirmDialog>
  );
  return { choose: setSelection, problem, dialog };
}
