import type { Sample } from '#db/samples/sample.ts';
import { type Args, each, type Generator, slotsOf, tubesIn, type View } from './view.ts';

const FAILED_BECAUSE = ['INSUFFICENT_RESULTS', 'BAD_SAMPLE'] as const;

/** The tubes of these operations: one of each state, to limit the number of pairs. */
const REPRESENTATIVE_IDS = [
  'tube-1',
  'tube-2',
  'tube-3',
  'queue-1',
  'plan-1',
  'run-1',
  'ready-1',
  'done-1',
  'run-3',
  'finished-1',
  'flagged',
  'clash-1',
  'clash-2',
  'sample-W26325-0901',
];
const representativeSamples = (view: View): Sample[] =>
  tubesIn(view, ({ id }) => REPRESENTATIVE_IDS.includes(id));

const places = (view: View): [Sample, string][] => each(representativeSamples(view), slotsOf(view));

const moves: Generator = (view) => [
  ...places(view).map(([{ id }, position]) => ({ sampleId: id, containerId: 'box-2', position })),
  ...['tube-1', 'queue-1'].map((sampleId) => ({ sampleId, containerId: 'fridge', position: null })),
  {
    ...{ sampleId: 'tube-1', containerId: 'box-2', position: 'A2', typed: true },
    seen: { containerId: 'box-1', position: 'A1' },
  },
  { sampleId: 'sample-W26325-0901', containerId: 'box-quarantine', position: 'A1' },
];

const withSample = (view: View, isIncluded: (row: Sample) => boolean, more: Args = {}): Args[] =>
  tubesIn(view, isIncluded).map(({ id }) => ({ sampleId: id, ...more }));

const ends: Generator = (view) =>
  tubesIn(view, ({ id }) => id.startsWith('finished')).map(({ id }) => ({
    bulkId: view.mint('end'),
    sampleIds: [id],
    reason: 'No longer needed',
    reviewerUserId: null,
    reviewerProof: null,
  }));

/** The operations on single tubes. */
export const SAMPLE_ARGS: Record<string, Generator> = {
  'move-sample': moves,
  'check-in-sample': moves,
  'move-samples': (view) =>
    slotsOf(view).map((position) => ({
      bulkId: view.mint('bulk'),
      moves: [
        { sampleId: 'tube-1', containerId: 'box-2', position },
        { sampleId: 'queue-1', containerId: 'fridge', position: null },
      ],
    })),
  'swap-samples': () =>
    [
      ['tube-1', 'queue-1'],
      ['tube-1', 'tube-4'],
      ['run-1', 'plan-1'],
    ].map(([sampleId, otherSampleId]) => ({ sampleId, otherSampleId })),
  'displace-sample': (view) =>
    [
      ['queue-1', 'tube-1'],
      ['tube-2', 'tube-1'],
      ['tube-3', 'run-1'],
    ].map(([sampleId, occupantId]) => {
      const of = tubesIn(view, ({ id }) => id === occupantId)[0];
      const from = { containerId: of?.storageLocationId ?? '', position: of?.storagePosition ?? '' };
      return { sampleId, ...from, occupantId, toContainerId: 'box-2', toPosition: slotsOf(view)[1] };
    }),
  'check-out-sample': (view) => [
    ...representativeSamples(view).map(({ id }) => ({ sampleId: id, purpose: 'QC' })),
    { sampleId: 'tube-1', purpose: 'INSPECTION', typed: true },
  ],
  'check-out-container': () => ['box-1', 'box-2'].map((containerId) => ({ containerId, purpose: 'QC' })),
  'transfer-custody': (view) =>
    representativeSamples(view).map(({ id }) => ({ sampleId: id, toUserId: view.actor.userId })),
  'mark-sample-found': (view) => representativeSamples(view).map(({ id }) => ({ sampleId: id })),
  'mark-sample-not-found': (view) => representativeSamples(view).map(({ id }) => ({ sampleId: id })),
  'confirm-volume': (view) =>
    representativeSamples(view)
      .slice(0, 8)
      .map((row) => ({
        sampleId: row.id,
        remainingVolume: `${700 + view.side * 10}`,
        recorded: row.remainingVolume,
      })),
  'take-aliquot': () => [{ sampleId: 'aliquot', volume: '100' }],
  'undo-move': (view) => [
    { bulkId: 'bulk-1', sampleIds: ['tube-4'], untouched: ['tube-4'], reason: view.actor.name },
  ],
  'dispose-samples': ends,
  'send-samples-to-client': ends,
  'fail-sample': (view) =>
    each(
      tubesIn(view, ({ status }) =>
        ['IN_QUEUE', 'BATCH_ASSIGNED', 'IN_PROGRESS', 'COMPLETED'].includes(status),
      ),
      FAILED_BECAUSE.slice(0, 1),
    )
      .filter(([{ id }]) => !/^(finish|review|flagged|clash|dispute)/.test(id))
      .map(([{ id }, failureReason]) => ({ sampleId: id, failureReason, failureNotes: null }))
      .concat(
        ['run-1', 'tube-1'].map((sampleId) => ({
          ...{ sampleId, failureReason: 'INVENTORY_ISSUE' as never, failureNotes: null },
          suspectLotIds: ['lot-1'],
        })),
      ),
  'confirm-failure': (view) => withSample(view, ({ flaggedForReview }) => flaggedForReview),
  'overturn-failure': (view) =>
    withSample(view, ({ failedAt }) => failedAt !== null, { reason: 'It was the wrong tube' }),
  'requeue-sample': (view) =>
    withSample(view, ({ failedAt }) => failedAt !== null, { childSuffixLetter: view.letter }),
  'review-sample': (view) =>
    withSample(view, ({ flaggedForReview }) => flaggedForReview, { reason: 'Looked at' }),
  'add-note': (view) =>
    [
      ['Sample', 'tube-1'],
      ['Specimen', 'of-run-1'],
      ['Batch', 'run'],
    ].map(([targetType, targetId]) => ({
      noteId: view.mint('note'),
      ...{ targetType, targetId },
      body: {
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: `Seen by ${view.actor.name}` }] }],
      },
    })),
};
