import { SPECIMEN_STATUS } from '#db/specimens/specimen-status.ts';
import type { SpecimenRow } from './specimen-rows.ts';

const HEADERS = ['Julian ID', 'Requisition', 'Customer name', 'Tube', 'Status', 'Order', 'Received at'];

/** A cell that no spreadsheet takes for a formula. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The rows as comma-separated values, without anything about patients. */
export function specimensCsv(rows: readonly SpecimenRow[]): string {
  const lines = rows.map(({ specimen, orderNumber }) => [
    specimen.julianId ?? '',
    specimen.requisitionNumber,
    specimen.customerSampleId,
    specimen.tubeBarcode ?? specimen.shipmentPlateLocation ?? '',
    SPECIMEN_STATUS[specimen.status].label,
    orderNumber,
    specimen.receivedAt ?? '',
  ]);
  return [HEADERS, ...lines].map((line) => line.map(cell).join(',')).join('\r\n');
}

/** Saves text as a file on this device. */
export function downloadCsv(text: string, name: string): void {
  // The mark at the start tells spreadsheets that the text is UTF-8.
  const url = URL.createObjectURL(new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
