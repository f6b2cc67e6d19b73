import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a tube of whole blood on its way to the lab. */
export function buildSpecimen(overrides: Partial<Specimen> = {}): Specimen {
  const number = nextNumber('specimen');
  return buildRow(
    specimen,
    {
      id: `specimen-${number}`,
      protocolId: 'protocol-1',
      status: 'SHIPPED',
      requisitionNumber: `W-000001-${String(number).padStart(3, '0')}`,
      providedSourceSpecies: 'HOMO_SAPIENS',
      providedSpecimenType: 'WHOLE_BLOOD',
      salesPrice: 25_000,
      paidFor: false,
      extractedNucleicAcids: false,
      isDataDownloaded: false,
      failedBatchCount: 0,
      orderId: 'order-1',
      orderRow: number,
      customerSampleId: `S-${number}`,
      tubeBarcode: `TUBE-${String(number).padStart(4, '0')}`,
      billable: true,
    },
    overrides,
  );
}
