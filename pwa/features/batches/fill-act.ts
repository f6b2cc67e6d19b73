import { ulid } from 'ulid';
import type { ControlType } from '#db/batches/control-type.ts';
import { type Layout, planFill } from '#db/batches/plate-layout.ts';
import { AppError } from '#db/errors/app-error.ts';
import type { PlateAct } from './plate-act.ts';

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
      title: `Placed ${plan.samples.length} samples and ${placed.length} controls`,
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
        ...placed.map(({ controlId }) => ({ name: 'remove-control', args: { batchId, controlId } })),
        ...plan.samples.map(({ id }) => ({ name: 'unplace-sample', args: { batchId, sampleId: id } })),
      ],
    };
  } catch (error) {
    if (error instanceof AppError) return { refusal: error.message };
    throw error;
  }
}
