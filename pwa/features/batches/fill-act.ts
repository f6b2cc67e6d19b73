import { ulid } from 'ulid';
import type { ControlType } from '#db/batches/control-type.ts';
import { type Layout, planFill } from '#db/batches/plate-layout.ts';
import { AppError } from '#db/errors/app-error.ts';
import { countOf } from '#pwa/format/counts.ts';
import type { PlateAct } from './plate-act.ts';

/** What a fill places, in words: `5 samples and 1 control`. */
export const filledWith = (samples: number, controls: number, between = ' and '): string =>
  [samples > 0 && countOf(samples, 'sample'), controls > 0 && countOf(controls, 'control')]
    .filter(Boolean)
    .join(between);

/** Filling the free wells column by column with samples in their order and then the missing controls, or why not. */
export function fillAct(
  batchId: string,
  samples: readonly { id: string }[],
  controls: readonly ControlType[],
  layout: Layout,
): PlateAct | { refusal: string } {
  try {
    const plan = planFill(
      samples.map((row) => row.id),
      controls,
      layout,
    );
    const placed = plan.controls.map(({ controlType, well }) => ({
      controlId: ulid(),
      controlType,
      plateLocation: well,
    }));
    return {
      title: `Placed ${filledWith(plan.samples.length, placed.length)}`,
      well: null,
      act: {
        name: 'fill-plate',
        args: {
          batchId,
          samples: plan.samples.map(({ id, well }) => ({ sampleId: id, plateLocation: well })),
          controls: placed,
        },
      },
      undo: [
        ...placed.map(({ controlId }) => ({ name: 'remove-control' as const, args: { batchId, controlId } })),
        ...plan.samples.map(({ id }) => ({
          name: 'unplace-sample' as const,
          args: { batchId, sampleId: id },
        })),
      ],
    };
  } catch (error) {
    if (error instanceof AppError) return { refusal: error.message };
    throw error;
  }
}
