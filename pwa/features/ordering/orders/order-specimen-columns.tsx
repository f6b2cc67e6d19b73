import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import type { SpecimenFigures } from '#db/specimens/shown-specimen.ts';
import { SPECIMEN_TYPE } from '#db/specimens/specimen-material.ts';
import { type SpecimenStatus, specimenDisplay } from '#db/specimens/specimen-status.ts';
import { formatBases } from '#pwa/format/bases.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import type { Column } from '#pwa/ui/list/column.ts';

interface SpecimenRow {
  id: string;
  customerSampleId: string | null;
  status: SpecimenStatus;
  julianId: string | null;
}

/** The identifying columns of specimens, used in every list of an order; customers see softer wording. */
export function specimenColumns<R extends SpecimenRow>(
  customer: boolean,
  repeats: ShownOrder['repeats'] = {},
): Record<'sampleId' | 'status' | 'labId', Column<R>> {
  return {
    sampleId: {
      id: 'customerSampleId',
      header: 'Sample ID',
      sortBy: ({ customerSampleId }) => customerSampleId,
      cell: ({ customerSampleId }) => <span className="wrap-anywhere">{customerSampleId}</span>,
    },
    status: {
      id: 'status',
      header: 'Status',
      sortBy: ({ status }) => specimenDisplay(status, customer).rank,
      // A long status wraps to two lines, so that the next column stays visible.
      cell: ({ id, status }) => (
        <span className="block md:min-w-30 [&_[data-tone]]:whitespace-normal!">
          <StatusBadge display={specimenDisplay(status, customer, repeats[id])} />
        </span>
      ),
    },
    labId: {
      id: 'julianId',
      header: 'Julian ID',
      sortBy: ({ julianId }) => julianId,
      cell: ({ julianId }) => julianId && <span className="code">{julianId}</span>,
    },
  };
}

/** Format what the lab measured of a specimen; null where nothing is known. */
export function figuresText(figures: SpecimenFigures | undefined): string | null {
  if (!figures) return null;
  const { concentration, volume, fragmentLength, yieldBases, n50, meanQscore } = figures;
  const parts = [
    concentration !== null && `${concentration} ng/µL`,
    volume !== null && `${volume} µL`,
    fragmentLength !== null && `${fragmentLength} bp`,
    yieldBases !== null && `yield ${formatBases(yieldBases)}`,
    n50 !== null && `N50 ${formatBases(n50)}`,
    meanQscore !== null && `Q${Number(meanQscore).toFixed(1)}`,
  ].filter(Boolean);
  // A line breaks only between two figures.
  return parts.length > 0
    ? parts.map((part) => String(part).replaceAll(' ', '\u00a0')).join('\u00a0· ')
    : null;
}

type SpecimenMaterial = Pick<
  ShownOrder['specimens'][number],
  'providedSpecimenType' | 'otherSpecimenTypeText'
>;

/** Format the material, in the customer's words where the lab has no term. */
export const materialOf = ({ providedSpecimenType, otherSpecimenTypeText }: SpecimenMaterial): string =>
  providedSpecimenType === 'OTHER' && otherSpecimenTypeText
    ? otherSpecimenTypeText
    : SPECIMEN_TYPE[providedSpecimenType];

/** Find the material that all specimens share, to show it once for the order; null where they differ. */
export function commonMaterial(specimens: readonly SpecimenMaterial[]): string | null {
  const [only = null, ...otherMaterials] = new Set(specimens.map(materialOf));
  return otherMaterials.length === 0 ? only : null;
}
