import type { Sample } from '#db/samples/sample.ts';
import { STORAGE_TYPE } from '#db/storage/storage-management.ts';
import { type PlaceInput, type PlaceMove, type PlaceRules, type PlaceStep, stay } from './place-step.ts';

/** A tube that was put away a moment ago and scanned once more: a double pull of the trigger. */
export function repeatedPlacing({ id, barcode }: Sample, { last }: PlaceRules): PlaceMove | null {
  if (last?.sampleId !== id) return null;
  const title = last.position === null ? 'Checked in already.' : `Checked in already, ${last.position}.`;
  return stay({ step: 'SAMPLE' }, { verdict: 'repeat', title, code: barcode });
}

/** A box scanned before its tubes takes each tube that is scanned after it. */
export function openBox(
  { container, repeat = false }: Extract<PlaceInput, { kind: 'container' }>,
  { box, last }: PlaceRules,
): PlaceMove {
  const start: PlaceStep = { step: 'SAMPLE' };
  const { name } = container;
  if (repeat && last?.containerId === container.id && box?.container.id !== container.id)
    return stay(start, { verdict: 'repeat', title: `Put into ${name} already.` });
  if (box?.container.id === container.id)
    return stay(start, { verdict: 'repeat', title: 'Scan the samples that go in.', detail: name });
  const { samples, label } = STORAGE_TYPE[container.type];
  if (samples === 'none')
    return stay(start, { verdict: 'error', title: `Sample cannot be placed in ${label}.` });
  if (container.status === 'RETIRED') return stay(start, { verdict: 'error', title: `${name} is retired.` });
  return {
    ...stay(start, {
      verdict: 'ok',
      title: `Into ${name}`,
      detail: 'Scan the samples that go in. Scan another box to change.',
    }),
    boxId: container.id,
  };
}
