import { ulid } from 'ulid';
import type { ControlType } from '#db/batches/control-type.ts';
import { type Layout, planFill } from '#db/batches/plate-layout.ts';
import { AppError } from '#db/errors/app-error.ts';
import { countOf } from '#pwa/format/counts.ts';
import type { PlateChange } from './plate-change.ts';

/** Format the content of a fill: `5 samples and 1 control`. */
export const formatFilled = (samples: number, controls: number, between = ' and '): string =>
  [samples > 0 && countOf(samples, 'sample'), controls > 0 && countOf(controls, 'control')]
    .filter(Boolean)
    .join(between);

/**
 * Plan the fill of the free wells column by column: samples in their order, then the missing controls; or
 * return why not.
 */
export function planPlateFill(
  batchId: string,
  samples: readonly { id: string }[],
  controls: readonly ControlType[],
  layout: Layout,
): PlateChange | { refusal: string } {
  try {
    const plan = planFill(
      samples.map((row) => row.id),
      controls,
      layout,
    );
    const controlPlacements = plan.controls.map(({ controlType, well }) => ({
      controlId: ulid(),
      controlType,
      plateLocation: well,
    }));
    return {
      title: `Placed ${formatFilled(plan.samples.length, controlPlacements.length)}`,
      well: null,
      operation: {
        name: 'fill-plate',
        args: {
          batchId,
          samples: plan.samples.map(({ id, well }) => ({ sampleId: id, plateLocation: well })),
          controls: controlPlacements,
        },
      },
      undo: [
        ...controlPlacements.map(({ controlId }) => ({
          name: 'remove-control' as const,
          args: { batchId, controlId },
        })),
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
