import { batch } from '#db/batches/batch.ts';
import { batchControl } from '#db/batches/batch-control.ts';
import { completeRow } from '#db/complete-row.ts';
import type { AnyEntity, NewRow, Row } from '#db/entity.ts';
import { type Field, field as fieldEntity } from '#db/protocols/field.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import type { DraftField, DraftSection, DraftStep } from '#db/protocols/procedures/procedure-content.ts';
import { type Step, section as sectionEntity, step as stepEntity } from '#db/protocols/section.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { type GridRow, gridRows, type SectionRun } from '#db/protocols/sections/section-run.ts';
import { fieldDefinitionProblems } from '#db/protocols/values/field-definition.ts';
import { type FieldValue, fieldValue } from '#db/protocols/values/field-value.ts';
import { checkFieldValue } from '#db/protocols/values/field-value-check.ts';
import { sample } from '#db/samples/sample.ts';
import type { SectionView } from '#pwa/features/protocols/sections/section-view.ts';
import type { EnteredValue } from '#pwa/features/protocols/values/entered-value.ts';

/** The quantities of a made-up sample, which calculations use. */
export interface PreviewSample {
  extractedConcentration: string;
  remainingVolume: string;
  fragmentLength: string;
}

export const PREVIEW_SAMPLES: readonly PreviewSample[] = [
  { extractedConcentration: '52.4', remainingVolume: '48', fragmentLength: '9800' },
  { extractedConcentration: '18.6', remainingVolume: '45', fragmentLength: '7200' },
  { extractedConcentration: '110', remainingVolume: '50', fragmentLength: '11500' },
  { extractedConcentration: '4.1', remainingVolume: '42', fragmentLength: '3100' },
];

/** What the preview has of the lab, beside the draft. */
export interface PreviewLab {
  procedure: Procedure;
  units: ReadonlyMap<string, string>;
  labDay: string;
  labTimezone: string;
}

const BATCH = 'preview-batch';
const ASSIGNED = 'preview-assigned';

/** Build rows that no replica stores. */
const createRows =
  ({ procedure, labDay }: PreviewLab) =>
  <E extends AnyEntity>(entity: E, row: NewRow<E>): Row<E> =>
    completeRow(entity, row, { at: `${labDay}T12:00:00.000Z`, userId: null, entity: procedure.entity });

const NAME = fieldEntity.schema.shape.name;

// While one field is edited, the rows of the others stay.
const knownFields = new WeakMap<DraftField, Field>();

/** Return a field of the draft as the bench reads it; what is not named yet gets a name. */
function fieldRow(lab: PreviewLab, draft: DraftField, stepId: string, order: number): Field {
  const known = knownFields.get(draft);
  if (known && known.stepId === stepId && known.order === order) return known;
  const row = createRows(lab)(fieldEntity, {
    ...draft,
    name: NAME.safeParse(draft.name).success ? draft.name : 'unnamed',
    label: draft.label.trim() === '' ? 'Untitled field' : draft.label,
    procedureId: lab.procedure.id,
    stepId,
    order,
    originId: null,
  });
  knownFields.set(draft, row);
  return row;
}

function stepRow(
  lab: PreviewLab,
  { fields: _, ...draft }: DraftStep,
  sectionId: string,
  order: number,
): Step {
  return createRows(lab)(stepEntity, {
    ...draft,
    title: draft.title.trim() === '' ? 'Untitled step' : draft.title,
    procedureId: lab.procedure.id,
    sectionId,
    order,
    originId: null,
  });
}

const WELLS = ['A1', 'B1', 'C1', 'D1', 'E1', 'F1', 'G1'];

/** The rows of a small plate: made-up samples, then one control of each type that the procedure requires. */
function plateRows(lab: PreviewLab, samples: readonly PreviewSample[]): GridRow[] {
  const create = createRows(lab);
  const { positiveControls, negativeControls, noTemplateControls, batchType } = lab.procedure;
  const controls = (
    [
      [positiveControls, 'POSITIVE_CONTROL', 'Positive control'],
      [negativeControls, 'NEGATIVE_CONTROL', 'Negative control'],
      [noTemplateControls, 'NO_TEMPLATE_CONTROL', 'No-template control'],
    ] as const
  ).filter(([count]) => count > 0);
  return gridRows(
    samples.map((quantities, at) =>
      create(sample, {
        id: `preview-sample-${at}`,
        barcodeId: `preview-barcode-${at}`,
        barcode: `PREVIEW-${at + 1}`,
        status: 'IN_PROGRESS',
        stage: batchType,
        sampleKind: 'PRIMARY',
        batchId: BATCH,
        plateLocation: WELLS[at] ?? null,
        extractedConcentration: quantities.extractedConcentration,
        extractedVolume: quantities.remainingVolume,
        remainingVolume: quantities.remainingVolume,
        fragmentLength: Number(quantities.fragmentLength),
        flaggedForReview: false,
        positionConflict: false,
        attempt: 1,
      }),
    ),
    controls.map(([, controlType, name], at) =>
      create(batchControl, {
        id: `preview-control-${at}`,
        batchId: BATCH,
        plateLocation: WELLS[samples.length + at] ?? 'H1',
        controlType,
        name,
      }),
    ),
  );
}

/** Build what the screen of a running section reads, from a section of the draft and typed values. */
export function buildPreview(
  lab: PreviewLab,
  sections: readonly DraftSection[],
  sectionId: string,
  samples: readonly PreviewSample[],
  values: readonly FieldValue[],
): SectionView | null {
  const at = sections.findIndex(({ id }) => id === sectionId);
  const draft = sections[at];
  if (!draft) return null;
  const create = createRows(lab);
  const steps = sections.flatMap((section) =>
    section.steps.map((step, index) => stepRow(lab, step, section.id, index + 1)),
  );
  const fields = sections.flatMap((section) =>
    section.steps.flatMap((step) =>
      step.fields.map((field, index) => fieldRow(lab, field, step.id, index + 1)),
    ),
  );
  const { steps: _, ...sectionPart } = draft;
  const section = create(sectionEntity, {
    ...sectionPart,
    name: draft.name.trim() === '' ? 'Untitled section' : draft.name,
    procedureId: lab.procedure.id,
    order: at + 1,
    originId: null,
  });
  const assigned = create(assignedSection, {
    id: ASSIGNED,
    sectionId,
    batchId: BATCH,
    research: false,
    stepTicks: {},
    equipmentScans: {},
  });
  const ownSteps = new Set(draft.steps.map(({ id }) => id));
  const run: SectionRun = {
    assigned,
    running: { assigned, section },
    all: [{ assigned, section }],
    batch: create(batch, {
      id: BATCH,
      name: 'Preview',
      status: 'IN_PROGRESS',
      julianId: 'W26001-P01',
      labDay: lab.labDay,
      type: lab.procedure.batchType,
      procedureId: lab.procedure.id,
      research: false,
    }),
    procedure: lab.procedure,
    steps,
    fields,
    own: fields.filter(({ stepId }) => ownSteps.has(stepId)),
    values: [...values],
    signatures: [],
    rows: plateRows(lab, samples),
  };
  return {
    run,
    status: 'IN_PROGRESS',
    lockedText: null,
    next: null,
    waiting: null,
    earlyStart: null,
    reading: null,
    untrained: null,
    supervisors: [],
    steps: steps.filter((step) => step.sectionId === sectionId),
    problems: [],
    conflicts: [],
    events: [],
    scanned: [],
    people: new Map(),
    lots: new Map(),
    lotTypes: new Map(),
    usedAmounts: new Map(),
    units: lab.units,
    labDay: lab.labDay,
    labTimezone: lab.labTimezone,
  };
}

/** Check a typed value as the bench does and return its row, or the reason why the bench would refuse it. */
export function recordPreview(
  lab: PreviewLab,
  field: Field,
  { rowId, text, inputMethod }: EnteredValue,
  id: string,
): { value: FieldValue; problem: null } | { value: null; problem: string } {
  const [definition] = fieldDefinitionProblems(field);
  if (definition) return { value: null, problem: definition };
  // A preview has no stock and no labels: every code that is typed counts.
  const isCode = field.type === 'LOT_NUMBER' || field.type === 'BARCODE';
  const checked = isCode
    ? { problem: null, value: text.trim(), numericValue: null }
    : checkFieldValue(field, text, { labDay: lab.labDay, labTimezone: lab.labTimezone });
  if (checked.problem !== null) return { value: null, problem: checked.problem };
  const value = createRows(lab)(fieldValue, {
    id,
    assignedSectionId: ASSIGNED,
    fieldId: field.id,
    sampleId: rowId,
    value: checked.value,
    numericValue: checked.numericValue,
    enteredById: 'preview',
    occurredAt: `${lab.labDay}T12:00:00.000Z`,
    inputMethod,
    conflict: false,
    late: false,
    removed: false,
  });
  return { value, problem: null };
}
