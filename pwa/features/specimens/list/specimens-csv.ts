import { SPECIMEN_STATUS } from '#db/specimens/specimen-status.ts';
import { csvOf } from '#db/values/csv.ts';
import { clockText } from '#db/values/wall-clock.ts';
import type { SpecimenRow } from './specimen-rows.ts';

const HEADERS = ['Julian ID', 'Requisition', 'Customer name', 'Tube', 'Status', 'Order', 'Received at'];

/** Format the rows as CSV in lab time, without patient data. */
export const specimensCsv = (rows: readonly SpecimenRow[], timezone: string): string =>
  csvOf([
    HEADERS,
    ...rows.map(({ specimen, orderNumber }) => [
      specimen.julianId ?? '',
      specimen.requisitionNumber,
      specimen.customerSampleId,
      specimen.tubeBarcode ?? specimen.shipmentPlateLocation ?? '',
      SPECIMEN_STATUS[specimen.status].label,
      orderNumber,
      specimen.receivedAt ? clockText(specimen.receivedAt, timezone) : '',
    ]),
  ]);
