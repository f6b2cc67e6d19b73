import { type ReactNode, useState } from 'react';
import type { Discrepancy } from '#db/specimens/discrepancy.ts';
import { DISCREPANCY_RESOLUTION } from '#db/specimens/discrepancy-resolution.ts';
import { DISCREPANCY_TYPE } from '#db/specimens/discrepancy-type.ts';
import type { Resolution } from '#db/specimens/resolve-discrepancy.ts';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { RelabelDialog } from './relabel-dialog.tsx';

/** How a person wants to end a discrepancy. */
export interface ChosenResolution {
  discrepancy: Discrepancy;
  resolution: Resolution;
}

const GIVEN_UP = 'The material here is given up, and the customer is asked what to do.';
/** What a decision about a specimen does, before it is made; all others release it. */
const EFFECT: Partial<Record<Resolution, string>> = {
  REPLACE: 'The material here is given up, and the requisition waits for a new tube.',
  DISPOSED: GIVEN_UP,
  RETURNED: GIVEN_UP,
  CANCELED: 'The specimen and its samples are canceled.',
};

function effectOf({ discrepancy, resolution }: ChosenResolution): string {
  if (discrepancy.specimenId === null) return 'The tube leaves quarantine and is not used.';
  return EFFECT[resolution] ?? 'The specimen is released, unless something else is wrong with it.';
}

interface Resolving {
  choose(chosen: ChosenResolution): void;
  /** Why the last decision was refused. */
  problem: string | null;
  /** Asks for the reason; to be drawn by the screen. */
  dialog: ReactNode;
}

const titleOf = ({ discrepancy, resolution }: ChosenResolution): string =>
  `${DISCREPANCY_TYPE[discrepancy.type]}: ${DISCREPANCY_RESOLUTION[resolution].label}`;

interface ResolveParts {
  clinical?: boolean;
  /** The tube is to get its right label now. */
  onRelabeled?(discrepancy: Discrepancy): void;
}

/** Ends discrepancies, each with a reason and a confirmation; a clinical tube is relabeled on a statement only. */
export function useResolve({ clinical = false, onRelabeled }: ResolveParts = {}): Resolving {
  const run = useRunOperation();
  const [chosen, setChosen] = useState<ChosenResolution | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const resolve = async (
    { discrepancy, resolution }: ChosenResolution,
    note: string,
    statementFileId: string | null = null,
  ): Promise<void> => {
    setChosen(null);
    const result = await run('resolve-discrepancy', {
      discrepancyId: discrepancy.id,
      resolution,
      note,
      statementFileId,
      specimenId: discrepancy.specimenId,
    });
    const refused = result.outcome === 'REJECTED';
    setProblem(refused ? result.message : null);
    if (!refused && resolution === 'RELABELED') onRelabeled?.(discrepancy);
  };
  const specimenId = chosen?.discrepancy.specimenId ?? null;
  if (chosen && clinical && chosen.resolution === 'RELABELED' && specimenId !== null) {
    const relabel = (
      <RelabelDialog
        specimenId={specimenId}
        title={titleOf(chosen)}
        onClose={() => setChosen(null)}
        onConfirm={(note, statementFileId) => void resolve(chosen, note, statementFileId)}
      />
    );
    return { choose: setChosen, problem, dialog: relabel };
  }
  const dialog = chosen && (
    <ConfirmDialog
      open
      title={titleOf(chosen)}
      confirmLabel={DISCREPANCY_RESOLUTION[chosen.resolution].label}
      reasonRequired
      onClose={() => setChosen(null)}
      onConfirm={(note) => void resolve(chosen, note)}
    >
      {chosen.discrepancy.description !== DISCREPANCY_TYPE[chosen.discrepancy.type] && (
        <p>{chosen.discrepancy.description}</p>
      )}
      <p>{effectOf(chosen)}</p>
    </ConfirmDialog>
  );
  return { choose: setChosen, problem, dialog };
}
