import { batchControl } from '#db/batches/batch-control.ts';
import { sample } from '#db/samples/sample.ts';
import { samplesInWork } from '#db/specimens/restart-specimen.ts';
import type { BatchName } from './lab-rows.ts';
import { type Args, each, type Generator, tubesIn, type View, WELLS } from './view.ts';

const OPEN: readonly BatchName[] = ['plan', 'other'];
const some = (_view: View, names: readonly BatchName[], more: Args = {}): Args[] =>
  names.map((batchId) => ({ batchId, ...more }));

const wells = ({ side }: View): string[] => ['D1', WELLS[side] ? `E${side + 1}` : 'F1'];
const FAILURE = { failureReason: 'INSUFFICENT_RESULTS', failureNotes: null };

/** The plate as the device shows it: the layout that its user has pipetted. */
export const layoutShown = ({ world }: View, batchId: string): Args[] => [
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
  'cancel-batch': (view) => some(view, [...OPEN, 'run', 'failed', 'dispute'], { reason: 'Not today' }),
  'fail-batch': (view) => [
    ...some(view, ['run', 'sign', 'ready', 'done'], { qc: false, ...FAILURE }),
    ...some(view, ['run', 'ready'], { qc: true, ...FAILURE }),
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
  'approve-batch': (view) => some(view, ['done', 'plate']),
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
