import type { Batch } from '#db/batches/batch.ts';
import { type BatchControl, CONTROL_TYPE_LABEL } from '#db/batches/batch-control.ts';
import { repeatedBarcode } from '#db/batches/dna-barcodes.ts';
import { placementProblem, volumeProblem } from '#db/batches/layout/placement-problem.ts';
import type { OperationContext } from '#db/operation.ts';
import { PROCEDURE_ID_FIELD } from '#db/protocols/flow.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import { type Sample, type SampleStatus, sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { compareWells } from '#db/values/plate-well.ts';
import { dayAndNumber, statusTone } from '#pwa/ui/plate/color-by.ts';
import type { WellContent } from '#pwa/ui/plate/plate-grid.tsx';
import type { PictureColoring } from '#pwa/ui/plate/use-picture-colors.ts';

/** The data for drawing a plate. */
export interface PlateContents {
  samples: readonly Sample[];
  controls: readonly BatchControl[];
  procedure: Procedure;
  locked: boolean;
  /** The business entity of a tube as it follows its name; nothing for people who see one entity only. */
  entitySuffix?: (entity: BusinessEntity) => string;
  /** The colors that the user has chosen; wells with a problem keep their own. */
  coloring?: Pick<PictureColoring, 'colorAt'>;
}

/** The drawing and text of a tube that does not continue in this batch. */
const INACTIVE_DISPLAY: Partial<Record<SampleStatus, { mark: string; label: string }>> = {
  COMPLETED: { mark: '✓', label: 'completed' },
  DEPLETED: { mark: '✓', label: 'used up' },
  IN_STORAGE: { mark: '', label: 'in storage' },
  RESET: { mark: '↺', label: 'reset' },
  CANCELED: { mark: '–', label: 'canceled' },
};

function sampleWell(row: Sample, procedure: Procedure, entityText: string): WellContent {
  const dna = `${row.dnaBarcode === null ? '' : `, ${row.dnaBarcode}`}${entityText}`;
  const base = { short: dayAndNumber(row.barcode) };
  if (row.status.startsWith('FAILED'))
    return { ...base, label: `${row.barcode}, failed${dna}`, tone: statusTone(row.status), mark: '×' };
  const inactiveDisplay = INACTIVE_DISPLAY[row.status];
  if (inactiveDisplay)
    return {
      ...base,
      label: `${row.barcode}, ${inactiveDisplay.label}${dna}`,
      tone: statusTone(row.status),
      mark: inactiveDisplay.mark,
    };
  const wrong = row.status === 'BATCH_ASSIGNED' ? volumeProblem(row, procedure) : null;
  if (wrong) return { ...base, label: wrong.message, tone: 'warning', mark: '!', problem: true };
  if (row.duplicateOfSampleId !== null)
    return { ...base, label: `${row.barcode}, duplicate${dna}`, tone: 'info', mark: '2' };
  return { ...base, label: `${row.barcode}${dna}`, tone: 'progress' };
}

function controlWell(row: BatchControl): WellContent {
  const { short: mark } = CONTROL_TYPE_LABEL[row.controlType];
  const failed = row.passed === false && row.acceptedReason === null;
  return {
    label: failed ? `${row.name}, failed` : row.name,
    tone: failed ? 'danger' : row.controlType === 'POSITIVE_CONTROL' ? 'success' : 'neutral',
    mark: mark.slice(0, 2),
    short: mark,
  };
}

/** Build the drawing of each well; `problems` are the refusals of the last change, shown at their wells. */
export function plateWells(
  contents: PlateContents,
  problems: ReadonlyMap<string, string>,
): Map<string, WellContent> {
  const { samples, controls, procedure, locked, entitySuffix = () => '', coloring } = contents;
  const wells = new Map<string, WellContent>();
  for (const row of samples)
    if (row.plateLocation !== null)
      wells.set(row.plateLocation, {
        ...sampleWell(row, procedure, entitySuffix(row.entity)),
        color: coloring?.colorAt(row.plateLocation),
      });
  for (const row of controls) wells.set(row.plateLocation, controlWell(row));
  for (const well of repeatedWells(samples, controls)) {
    const content = wells.get(well.well);
    if (content)
      wells.set(well.well, {
        ...content,
        tone: 'danger',
        mark: '!',
        problem: true,
        label: `${content.label}: ${well.text}`,
      });
  }
  for (const [well, text] of problems) {
    const content = wells.get(well);
    const label = content ? `${content.label}: ${text}` : text;
    wells.set(well, {
      short: '!',
      ...content,
      label,
      tone: 'danger',
      mark: '!',
      problem: true,
      fixed: content === undefined,
    });
  }
  if (locked) for (const [well, content] of wells) wells.set(well, { ...content, fixed: true });
  return wells;
}

/** List wells whose DNA barcode another well has too, each with the text of domain 5.5. */
export function repeatedWells(
  samples: readonly Sample[],
  controls: readonly BatchControl[],
): { well: string; text: string }[] {
  const placedBarcodes = [
    ...samples.map((row) => ({ well: row.plateLocation, dna: row.dnaBarcode })),
    ...controls.map((row) => ({ well: row.plateLocation, dna: row.dnaBarcode })),
  ];
  return placedBarcodes
    .flatMap(({ well, dna }) => {
      const twice = placedBarcodes
        .filter((other) => dna !== null && other.dna === dna)
        .map((other) => other.dna);
      const text = repeatedBarcode(twice);
      return well !== null && text !== null ? [{ well, text }] : [];
    })
    .sort((a, b) => compareWells(a.well, b.well));
}

/** A tube that waits for this kind of batch, and the reason if it may not join. */
export interface Candidate {
  row: Sample;
  problem: string | null;
  /** A warning, although this user's role may place the tube. */
  note: string | null;
}

const WAITING: readonly Sample['status'][] = ['IN_QUEUE', 'RECEIVED_AWAITING_OPTIMAL_BATCH'];

/**
 * List the queue of the batch's procedure and the tubes selected for the batch in any state, oldest first.
 */
export async function plateCandidates(
  tx: Transaction,
  context: OperationContext,
  target: { batch: Batch; procedure: Procedure },
  selectedIds: readonly string[],
): Promise<Candidate[]> {
  const queued = (await tx.find(sample, { status: WAITING })).filter(
    (row) =>
      row.stage === target.batch.type && row[PROCEDURE_ID_FIELD[target.batch.type]] === target.procedure.id,
  );
  const otherIds = selectedIds.filter((id) => !queued.some((row) => row.id === id));
  const extra = otherIds.length === 0 ? [] : await tx.find(sample, { id: otherIds });
  const rows = [...queued, ...extra].filter((row) => row.batchId !== target.batch.id);
  rows.sort((a, b) =>
    a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1,
  );
  const candidates: Candidate[] = [];
  for (const row of rows) {
    const problem = await placementProblem(tx, context, { ...target, sample: row });
    const text = problem?.message ?? null;
    candidates.push({ row, problem: problem?.override ? null : text, note: problem?.override ? text : null });
  }
  return candidates;
}
