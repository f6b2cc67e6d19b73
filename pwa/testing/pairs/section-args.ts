import { currentValues } from '#db/protocols/current-values.ts';
import { field } from '#db/protocols/field.ts';
import { fieldValue } from '#db/protocols/field-value.ts';
import { layoutShown } from './batch-args.ts';
import { contentHashOf } from './lab-states.ts';
import { type Args, each, type Generator, type View } from './view.ts';

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
