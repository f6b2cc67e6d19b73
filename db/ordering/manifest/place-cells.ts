import { MESSAGES } from '#db/errors/messages.ts';
import { spellPosition } from '#db/values/box-position.ts';
import { isWellName } from '#db/values/plate-well.ts';
import type { ManifestContext } from './manifest-context.ts';
import type { SpecimenDraft } from './manifest-row.ts';
import type { RowReading } from './row-reading.ts';

type Place = Pick<SpecimenDraft, 'shipmentPlateNumber' | 'shipmentPlateLocation'>;

function plateNumber(reading: RowReading): number | null {
  const text = reading.required('shipmentPlateNumber');
  if (text === null) return null;
  const digits = /^(?:plate\s*#?\s*)?0*(\d{1,3})(?:\.0+)?$/i.exec(text)?.[1];
  const number = digits === undefined ? 0 : Number(digits);
  return number >= 1 && number <= 10
    ? number
    : reading.addFault('shipmentPlateNumber', { problem: 'A whole number from 1 to 10.', suggestion: '1' });
}

/** Return the well that was probably meant: `1A` is A1, `A-1` too. */
function closestWell(text: string): string | null {
  const turned = /^0*(\d{1,2})\s*[-:]?\s*([A-H])$/i.exec(text);
  const parted = /^([A-H])\s*[-:_.]\s*0*(\d{1,2})$/i.exec(text);
  const well = turned ? `${turned[2]}${turned[1]}` : parted ? `${parted[1]}${parted[2]}` : '';
  return isWellName(well.toUpperCase()) ? well.toUpperCase() : null;
}

function well(reading: RowReading): string | null {
  const text = reading.required('shipmentPlateLocation');
  if (text === null) return null;
  const name = spellPosition(text);
  if (isWellName(name)) return name;
  return reading.addFault('shipmentPlateLocation', {
    problem: MESSAGES.invalidPlateLocation,
    suggestion: closestWell(text) ?? 'A1 to H12',
  });
}

/** Read the plate and well of a specimen; tubes have none. */
export function readPlace(reading: RowReading, { packageType }: ManifestContext): Place {
  if (packageType === 'PLATE')
    return { shipmentPlateNumber: plateNumber(reading), shipmentPlateLocation: well(reading) };
  for (const field of ['shipmentPlateNumber', 'shipmentPlateLocation'] as const)
    if (reading.text(field) !== null)
      reading.addFault(field, {
        problem: 'Tubes have no plate position.',
        suggestion: 'Leave it empty, or order as plates',
      });
  return { shipmentPlateNumber: null, shipmentPlateLocation: null };
}
