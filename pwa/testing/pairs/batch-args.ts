import { batchControl } from '#db/batches/batch-control.ts';
import { field } from '#db/protocols/field.ts';
import { currentValues } from '#db/protocols/values/current-values.ts';
import { fieldValue } from '#db/protocols/values/field-value.ts';
import { sample } from '#db/samples/sample.ts';
import { samplesInWork } from '#db/specimens/restart-specimen.ts';
import type { BatchName } from './lab-rows-2.ts';
import { contentHashOf, readingHashOf } from './lab-states.ts';
import { type Args, each, type Generator, tubesIn, type View, WELLS } from './view.ts';

const OPEN: readonly BatchName[] = ['plan', 'other'];
const some = (_view: View, names: readonly BatchName[], more: Args = {}): Args[] =>
  names.map((batchId) => ({ batchId, ...more }));

const wells = ({ side }: View): string[] => ['D1', WELLS[side] ? `E${side + 1}` : 'F1'];
const FAILURE = { failureReason: 'INSUFFICENT_RESULTS', failureNotes: null };

/** The plate as the device shows it: the layout that its user has pipetted. */
const layoutShown = ({ world }: View, batchId: string): Args[] => [
  ...world
    .select(sample, { batchId })
    .filter((row) => row.plateLocation !== null)
    .map((row) => ({
      ...{ wellLocation: row.plateLocation, sampleId: row.id, dnaBarcode: row.dnaBarcode },
      duplicateOfSampleId: row.duplicateOfSampleId,
    })),
  ...world.select(batchControl, { batchId }).map((row) => ({
    ...{ wellLocation: row.plateLocation, controlId: row.id, controlType: row.controlType },
    ...{ name: row.name, inventoryItemId: row.inventoryItemId, dnaBarcode: row.dnaBarcode },
  })),
];

/** A move contains the wells as its user saw them; one of an older app does not. */
const withObservedWells = (view: View, args: Args, inWells: readonly string[]): Args[] => {
  const layout = layoutShown(view, String(args['batchId']));
  const observedWells = inWells.flatMap((well) =>
    layout
      .filter((one) => one['wellLocation'] === well)
      .map(({ wellLocation, sampleId, controlId }) => ({
        ...{ wellLocation, kind: sampleId ? 'sample' : 'control', id: sampleId ?? controlId },
      })),
  );
  return [{ ...args, seen: observedWells }, args];
};

/** The operations on plates and batches. */
export const BATCH_ARGS: Record<string, Generator> = {
  'create-batch': (view) =>
    ['procedure-extraction', 'procedure-library'].map((procedureId) => ({
      ...{ batchId: view.mint('batch'), name: `Batch of ${view.actor.name}`, procedureId },
      ...{ research: false, assignedUserId: null },
    })),
  'place-sample': (view) =>
    each(OPEN, each(['queue-1', 'queue-2', 'tube-1', 'plan-1', 'clash-3'], wells(view))).map(
      ([batchId, [sampleId, plateLocation]]) => ({ batchId, sampleId, plateLocation }),
    ),
  'unplace-sample': () =>
    [
      ['plan', 'plan-1'],
      ['plan', 'plan-2'],
      ['other', 'other-1'],
    ].map(([batchId, sampleId]) => ({ batchId, sampleId })),
  'swap-wells': (view) =>
    ['B1', 'C1', 'D1'].flatMap((to) =>
      withObservedWells(view, { batchId: 'plan', from: 'A1', to }, ['A1', to]),
    ),
  'move-wells': (view) =>
    ['B1', ...wells(view)].flatMap((to) =>
      withObservedWells(view, { batchId: 'plan', wells: ['A1'], from: 'A1', to }, ['A1', to]),
    ),
  'fill-plate': (view) =>
    each(OPEN, wells(view)).map(([batchId, plateLocation]) => ({
      batchId,
      samples: [{ sampleId: 'queue-1', plateLocation }],
      controls: [],
    })),
  'place-control': (view) =>
    each(OPEN, wells(view)).map(([batchId, plateLocation]) => ({
      ...{ batchId, controlId: view.mint('control'), controlType: 'POSITIVE_CONTROL', plateLocation },
    })),
  'remove-control': () => [{ batchId: 'plan', controlId: 'control-plan' }],
  'add-duplicate': (view) =>
    each(['plan-1', 'plan-2'], wells(view)).map(([sampleId, plateLocation]) => ({
      ...{ batchId: 'plan', sampleId, plateLocation, childSuffixLetter: view.letter },
      ...{ duplicateId: view.mint('duplicate'), duplicateBarcodeId: view.mint('duplicate-label') },
    })),
  'set-dna-barcodes': (view) =>
    each(['plan-1', 'plan-2'], ['NB01', `NB0${view.side + 2}`]).map(([id, dnaBarcode]) => ({
      batchId: 'plan',
      barcodes: [{ id, dnaBarcode }],
    })),
  'start-batch': (view) =>
    OPEN.map((batchId) => ({
      batchId,
      layout: layoutShown(view, batchId),
    })),
  'cancel-batch': (view) => [
    ...some(view, [...OPEN, 'run', 'failed', 'dispute'], { reason: 'Not today' }),
    { batchId: 'load', reason: 'Not today' },
  ],
  'fail-batch': (view) => [
    ...some(view, ['run', 'sign', 'ready', 'done'], { qc: false, ...FAILURE }),
    ...some(view, ['run', 'ready'], { qc: true, ...FAILURE }),
    { batchId: 'load', qc: false, ...FAILURE },
    { batchId: 'run', qc: false, ...FAILURE, failureReason: 'INVENTORY_ISSUE', suspectLotIds: ['lot-1'] },
  ],
  'propose-batch-failure': (view) => some(view, ['run', 'ready'], FAILURE),
  'decline-batch-failure': () => [{ batchId: 'run', reason: 'It can be saved' }],
  'reset-batch': (view) =>
    some(view, ['run', 'sign', 'ready', 'failed'], { reason: 'Again', childSuffixLetter: view.letter }),
  'complete-batch': (view) =>
    some(view, ['ready'], { childSuffixLetter: view.letter, sampleIds: ['ready-1', 'ready-2'] }),
  'make-output-plate': (view) =>
    ['A1', `A${view.side + 2}`].map((position) => ({
      ...{ batchId: 'done', name: `Output by ${view.actor.name}`, barcode: `PLATE-${view.letter}` },
      ...{ parentId: 'rack-2', position },
    })),
  'undo-output-plate': (view) => some(view, ['plate'], { reason: 'Wrong rack' }),
  'approve-batch': (view) => some(view, ['done', 'plate', 'returned']),
  'return-batch': (view) => some(view, ['done', 'plate'], { reason: 'Two wells are empty' }),
  'request-batch-approval': (view) => some(view, ['returned'], { answer: 'Measured once more' }),
  'withdraw-batch-approval': (view) => some(view, ['approved'], { reason: 'Wrong plate' }),
  'accept-control-failure': () => [{ batchId: 'sign', controlId: 'control-sign', reason: 'Carry-over' }],
  'restart-specimen': (view) =>
    each(
      tubesIn(view, ({ id }) => ['run-1', 'run-3', 'plan-1', 'ready-1', 'failed-1', 'done-1'].includes(id)),
      ['MATERIAL_ON_HAND', 'REPLACEMENT'],
    ).map(([{ specimenId }, from]) => ({
      ...{ specimenId, from, reason: 'Start again', childSuffixLetter: view.letter },
      sampleIds: samplesInWork(tubesIn(view, (row) => row.specimenId === specimenId)).map(({ id }) => id),
    })),
  'stop-specimen': (view) =>
    tubesIn(view, ({ status }) => status === 'FAILED_QC').map(({ specimenId }) => ({
      ...{ specimenId, reason: 'The customer gives up' },
    })),
};

const sections = (ids: readonly string[], more: Args = {}): Args[] =>
  ids.map((assignedSectionId) => ({ assignedSectionId, ...more }));

const value = (
  assignedSectionId: string,
  fieldId: string,
  sampleId: string | null,
  valueText: string,
): Args => ({
  ...{ assignedSectionId, fieldId, sampleId, value: valueText, inputMethod: 'TYPED' },
});

const WORKED_ON = ['run-lysis', 'sign-elution', 'review-elution', 'finish-finish', 'dispute-lysis'];
/** A number that all sides read, and one that each reads alone. */
const numbers = ({ side }: View): string[] => ['21', `${22 + side}`];

/** A first value names the plate that its user saw; one of an older app does not. */
const asFirst = (view: View, one: Args): Args[] => {
  const batchId = /^(plan|other)-/.exec(String(one['assignedSectionId']))?.[1];
  return batchId === undefined
    ? [one]
    : [{ ...one, start: { batchId, layout: layoutShown(view, batchId) } }, one];
};

/** The value that a user sees at a place before they correct it. */
const currentValueId = ({ world }: View, { assignedSectionId, fieldId, sampleId }: Args): string | null => {
  const rows = world.select(fieldValue, { assignedSectionId: String(assignedSectionId) });
  const known = currentValues(rows, world.all(field)).values();
  return [...known].find((one) => one.fieldId === fieldId && one.sampleId === sampleId)?.current.id ?? null;
};

const observed = (view: View): Args[] => [
  ...numbers(view).flatMap((valueText) => [
    value('sign-elution', 'concentration', 'control-sign', valueText),
    value('sign-elution', 'concentration', 'sign-1', valueText),
    value('run-elution', 'concentration', 'run-1', valueText),
    value('run-elution', 'volume', 'run-2', valueText),
    value('run-lysis', 'temperature', null, valueText),
    value('plan-lysis', 'temperature', null, valueText),
    value('other-lysis', 'temperature', null, valueText),
  ]),
  ...['run-lysis', 'plan-lysis'].flatMap((id) =>
    ['LOT-1', 'LOT-2', 'LOT-DOUBTED'].map((lot) => ({
      ...value(id, 'buffer', null, lot),
      inputMethod: 'SCAN',
    })),
  ),
  { ...value('run-lysis', 'buffer', null, 'LOT-2'), inputMethod: 'SCAN', amount: '30' },
];
const values: Generator = (view) => observed(view).flatMap((one) => asFirst(view, one));

const signing =
  (ids: readonly string[], meaning: string): Generator =>
  async (view) => {
    const all: Args[] = [];
    for (const assignedSectionId of ids) {
      const contentHash = await contentHashOf(view.world, assignedSectionId);
      all.push({ assignedSectionId, contentHash, proof: 'proof', printedName: view.actor.name, meaning });
    }
    return all;
  };

/** The operations in the sections of a batch. */
export const SECTION_ARGS: Record<string, Generator> = {
  'record-field-value': values,
  'record-field-values': async (view) => [
    ...numbers(view).map((valueText) => ({
      assignedSectionId: 'sign-elution',
      values: ['sign-1', 'sign-2'].map((id) => ({
        ...{ fieldId: 'volume', sampleId: id, value: valueText, inputMethod: 'IMPORTED' },
      })),
    })),
    ...numbers(view).flatMap((valueText) =>
      asFirst(view, {
        assignedSectionId: 'plan-lysis',
        values: [{ fieldId: 'temperature', sampleId: null, value: valueText, inputMethod: 'TYPED' }],
      }),
    ),
  ],
  'correct-field-value': async (view) =>
    (await values(view)).map((one) => ({
      ...{ ...one, correctsId: currentValueId(view, one), changeReason: 'Read wrongly' },
    })),
  'remove-lot': ({ world }) => {
    const rows = world.select(fieldValue, { assignedSectionId: 'run-lysis' });
    const ids = rows.filter((one) => one.fieldId === 'buffer').map(({ id }) => id);
    return sections(['run-lysis'], { valueIds: ids, reason: 'Scanned by mistake' });
  },
  'scan-equipment': () =>
    each(['run-lysis', 'sign-elution', 'plan-lysis', 'review-elution'], ['tool-1', 'tool-2']).map(
      ([assignedSectionId, equipmentId]) => ({ assignedSectionId, equipmentId }),
    ),
  'tick-step': () =>
    each(
      [
        ['run-lysis', 'step-lysis'],
        ['sign-elution', 'step-elution'],
        ['review-elution', 'step-elution'],
        ['finish-finish', 'step-finish'],
        ['plan-lysis', 'step-lysis'],
      ],
      [true, false],
    ).map(([[assignedSectionId, stepId], done]) => ({ assignedSectionId, stepId, done })),
  'confirm-reading': async ({ world }) =>
    Promise.all(
      ['procedure-extraction', 'procedure-library'].map(async (procedureId) => ({
        ...{ procedureId, proof: 'proof', contentHash: await readingHashOf(world, procedureId) },
      })),
    ),
  'note-deviation': ({ actor }) => sections(WORKED_ON, { note: `${actor.name} saw foam` }),
  'assign-section': ({ actor }) => sections(WORKED_ON, { userId: actor.userId }),
  'sign-section': signing(['run-lysis', 'sign-elution'], 'Performed by'),
  'review-section': signing(['review-elution'], 'Reviewed by'),
  'reopen-section': () =>
    sections(['sign-lysis', 'review-elution', 'ready-finish', 'finish-elution'], {
      reason: 'A value is missing',
    }),
  'complete-section': () => sections(['finish-finish']),
};
