import type { BatchControl } from '#db/batches/batch-control.ts';
import { CONTROL_TYPE_LABEL } from '#db/batches/control-type.ts';
import { repeatedBarcode } from '#db/batches/dna-barcodes.ts';
import { volumeProblem } from '#db/batches/placement-problem.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import type { Sample } from '#db/samples/sample.ts';
import { SAMPLE_STATUS, type SampleStatus } from '#db/samples/sample-status.ts';
import { compareWells } from '#db/values/plate-well.ts';
import type { WellContent } from '#pwa/ui/plate/plate-grid.tsx';
import { TONE_OF_STATUS } from '#pwa/ui/status-badge.tsx';
import type { Tone } from '#pwa/ui/tone.ts';

/** The data for drawing a plate. */
export interface PlateContents {
  samples: readonly Sample[];
  controls: readonly BatchControl[];
  procedure: Procedure;
  locked: boolean;
}

const FAILED: readonly Sample['status'][] = [
  'FAILED_QC',
  'FAILED_VISUAL_INSPECTION',
  'FAILED_BATCH_DUPLICATE',
  'FAILED_QC_CANCELED',
];

/** The drawing and text of a tube that does not continue in this batch. */
const INACTIVE_DISPLAY: Partial<Record<SampleStatus, { mark: string; label: string }>> = {
  COMPLETED: { mark: '✓', label: 'completed' },
  DEPLETED: { mark: '✓', label: 'used up' },
  IN_STORAGE: { mark: '', label: 'in storage' },
  RESET: { mark: '↺', label: 'reset' },
  CANCELED: { mark: '–', label: 'canceled' },
};

/** The color of a well by the status of its content. */
export const wellTone = (status: SampleStatus): Tone =>
  FAILED.includes(status) ? 'danger' : TONE_OF_STATUS[SAMPLE_STATUS[status].tone];

/** Return the specimen's number within its day, which distinguishes tubes in a small well. */
const short = (barcode: string): string => barcode.split('-')[1] ?? barcode.slice(-4);

function sampleWell(row: Sample, procedure: Procedure): WellContent {
  const dna = row.dnaBarcode === null ? '' : `, ${row.dnaBarcode}`;
  const base = { short: short(row.barcode) };
  if (FAILED.includes(row.status))
    return { ...base, label: `${row.barcode}, failed${dna}`, tone: wellTone(row.status), mark: '×' };
  const inactiveDisplay = INACTIVE_DISPLAY[row.status];
  if (inactiveDisplay)
    return {
      ...base,
      label: `${row.barcode}, ${inactiveDisplay.label}${dna}`,
      tone: wellTone(row.status),
      mark: inactiveDisplay.mark,
    };
  const wrong = row.status === 'BATCH_ASSIGNED' ? volumeProblem(row, procedure) : null;
  if (wrong) return { ...base, label: wrong.message, tone: 'warning', mark: '!' };
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
  const { samples, controls, procedure, locked } = contents;
  const wells = new Map<string, WellContent>();
  for (const row of samples)
    if (row.plateLocation !== null) wells.set(row.plateLocation, sampleWell(row, procedure));
  for (const row of controls) wells.set(row.plateLocation, controlWell(row));
  for (const well of repeatedWells(samples, controls)) {
    const content = wells.get(well.well);
    if (content)
      wells.set(well.well, {
        ...content,
        tone: 'danger',
        mark: '!',
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
