import { compareWells } from '#db/values/plate-well.ts';
import type { AccessionArgs, AccessionPlate, AccessionTube, ReceiptDiscrepancy } from './accession-args.ts';
import type { Receipt } from './receiving-session.ts';

// A device whose clock runs ahead cannot have received a tube after the session was signed.
const tubeReceipt = (tube: AccessionTube, signedAt: string): Receipt => ({
  ...tube,
  occurredAt: tube.occurredAt < signedAt ? tube.occurredAt : signedAt,
  conditions: tube.condition === 'NONE' || tube.condition === 'UNEXPECTED' ? [] : [tube.condition],
  specimenId: tube.condition === 'UNEXPECTED' ? null : tube.specimenId,
  photoFileIds: tube.photoFileIds ?? [],
  well: null,
  silent: [],
});

const noteOf = (plate: AccessionPlate): string | null =>
  [plate.rotated ? `Plate ${plate.shipmentPlateNumber} arrived rotated.` : '', plate.note ?? '']
    .filter(Boolean)
    .join(' ') || null;

// A rotated plate puts all its wells in doubt and is one discrepancy, recorded at its first well.
function plateReceipts(plate: AccessionPlate, occurredAt: string): Receipt[] {
  const wells = [...plate.wells].sort((a, b) => compareWells(a.well, b.well));
  return wells.map((well, index) => {
    const exception = well.exception === 'UNEXPECTED' ? null : well.exception;
    const rotated: ReceiptDiscrepancy[] = plate.rotated ? ['WRONG_PLATE_POSITION'] : [];
    return {
      specimenId: well.exception === 'UNEXPECTED' ? null : well.specimenId,
      sampleId: well.sampleId,
      julianId: well.julianId,
      sampleBarcodeId: well.sampleBarcodeId,
      sampleBarcode: well.sampleBarcode,
      scannedCode: plate.plateBarcode === null ? null : `${plate.plateBarcode} ${well.well}`,
      occurredAt,
      estimatedVolume: null,
      conditions: exception ? [exception, ...rotated] : rotated,
      // The plate's barcode and the corner identify its wells.
      secondIdentifierConfirmed: plate.a1CornerSeen,
      containerId: null,
      position: null,
      note: noteOf(plate),
      photoFileIds: plate.photoFileIds ?? [],
      well: well.well,
      silent: plate.rotated && index > 0 ? ['WRONG_PLATE_POSITION'] : [],
    };
  });
}

/** List all received tubes and wells in order: tubes, then each plate column by column. */
export const receiptsOf = (args: AccessionArgs, occurredAt: string): Receipt[] => [
  ...args.tubes.map((tube) => tubeReceipt(tube, occurredAt)),
  ...args.plates.flatMap((plate) => plateReceipts(plate, occurredAt)),
];
