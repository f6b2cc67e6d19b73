import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import {
  DISCREPANCY_RESOLUTION,
  DISCREPANCY_TYPE,
  type Discrepancy,
  type Resolution,
} from '#db/specimens/discrepancies/discrepancy.ts';
import { describeField } from '#db/values/field-types.ts';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf, reasonText } from '#pwa/ui/form/schema-field.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { PartNotLoaded, useOnlinePart } from '#pwa/ui/use-online-part.tsx';

interface RelabelDialogProps {
  specimenId: string;
  /** The problem, as the title of the dialog. */
  title: string;
  onConfirm(note: string, statementFileId: string): void;
  onClose(): void;
}

/** The reason of a new label, and the file that states what the tube is. */
export const RelabelForm = z.object({
  statement: describeField(
    z.string().min(1, "Attach the submitter's written statement."),
    'Written statement',
  ),
  note: reasonText(),
});
export const RelabelField = fieldOf<typeof RelabelForm>();

const loadStatementFields = () => import('./statement-fields.tsx').then((loaded) => loaded.StatementFields);

/**
 * Relabels a clinical tube; requires the submitter's written statement, which becomes a file of the specimen.
 */
export function RelabelDialog({ specimenId, title, onConfirm, onClose }: RelabelDialogProps) {
  const { part: StatementFields, failed } = useOnlinePart(true, loadStatementFields);
  return (
    <FormDialog
      title={title}
      submitLabel="Relabel"
      schema={RelabelForm}
      onSubmit={({ note, statement }) => onConfirm(note, statement)}
      onClose={onClose}
    >
      <p>
        A clinical tube is relabeled only on the submitter’s written statement of what it is. The statement
        stays with the specimen, and the specimen is released, unless something else is wrong with it.
      </p>
      {StatementFields ? (
        <StatementFields specimenId={specimenId} />
      ) : failed ? (
        <PartNotLoaded text="Attaching the statement needs the network." />
      ) : (
        <Skeleton lines={3} label="Loading the files of the specimen" />
      )}
      <RelabelField name="note" />
    </FormDialog>
  );
}

/** The selected decision about a discrepancy. */
export interface SelectedResolution {
  discrepancy: Discrepancy;
  resolution: Resolution;
}

const GIVE_UP_TEXT = 'This material is discarded; the customer decides what to do.';
/** Consequence of a decision about a specimen, shown before it is made; all others release the specimen. */
const EFFECT: Partial<Record<Resolution, string>> = {
  REPLACE: 'This material is discarded; the requisition needs a new tube.',
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
