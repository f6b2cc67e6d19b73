import { code128 } from 'bwip-js/generic';
import { PACKING_TEXT, type PackageType } from '#db/ordering/orders/order-terms.ts';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { compareWells, PLATE_COLUMNS, PLATE_ROWS } from '#db/values/plate-well.ts';
import { PdfSheet } from '#sync-server/services/billing/documents/pdf-sheet.ts';

/** A specimen on a packing slip; the well is null for a tube. */
export interface PackedSpecimen {
  requisitionNumber: string;
  customerSampleId: string;
  plate: number | null;
  well: string | null;
}

/** The data of an order's packing slip; nothing about patients. */
export interface PackingSlip {
  entity: BusinessEntity;
  orderNumber: string;
  companyName: string;
  serviceName: string;
  packageType: PackageType;
  packageCount: number;
  submittedAt: string;
  /** In packing order. */
  specimens: readonly PackedSpecimen[];
}

interface Bar {
  x: number;
  width: number;
}

/** Collects the bars that bwip-js draws. */
const collectBars = () => {
  const bars: Bar[] = [];
  return {
    scale: () => null,
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init: () => {},
    // Bars arrive as lines by their center, odd widths rounded up.
    line: (x: number, _y0: number, _x1: number, _y1: number, width: number) => {
      bars.push({ x: x - Math.ceil(width / 2), width });
    },
    polygon: () => {},
    hexagon: () => {},
    ellipse: () => {},
    fill: () => {},
    text: () => {},
    end: () => bars,
  };
};

const countText = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Group the specimens by their plates, in the order of the wells. */
function platesOf(specimens: readonly PackedSpecimen[]): [plate: number, PackedSpecimen[]][] {
  const plates = new Map<number, PackedSpecimen[]>();
  for (const one of specimens) {
    const plate = one.plate ?? 1;
    plates.set(plate, [...(plates.get(plate) ?? []), one]);
  }
  return [...plates.entries()]
    .sort(([one], [other]) => one - other)
    .map(([plate, rows]) => [
      plate,
      rows.toSorted((one, other) => compareWells(one.well ?? '', other.well ?? '')),
    ]);
}

/** Characters of a sample ID that fit on one line of a well. */
const WELL_LINE = 11;

/** Write a sample ID on two lines of a well; a longer one keeps its end, which tells samples apart. */
function wellLines({ customerSampleId: name, requisitionNumber }: PackedSpecimen): string[] {
  if (name.length <= WELL_LINE) return [name, requisitionNumber.slice(-3)];
  return [
    name.length <= 2 * WELL_LINE ? name.slice(0, WELL_LINE) : `${name.slice(0, WELL_LINE - 1)}…`,
    name.slice(Math.max(WELL_LINE, name.length - WELL_LINE)),
  ];
}

function drawPlates(pdfDocument: PdfSheet, slip: PackingSlip): void {
  const columns = Array.from({ length: PLATE_COLUMNS }, (_, at) => String(at + 1));
  for (const [plate, rows] of platesOf(slip.specimens)) {
    const byWell = new Map(rows.flatMap((row) => (row.well === null ? [] : [[row.well, row] as const])));
    const title = `Plate ${plate}: ${countText(rows.length, 'specimen')}`;
    pdfDocument.grid(title, PLATE_ROWS, columns, (row, column) => {
      const content = byWell.get(`${row}${column}`);
      return content ? wellLines(content) : [];
    });
  }
}

/** Render the packing slip of an order on one page where it fits: where to send it, and a plate map or list. */
export function renderPackingSlipPdf(slip: PackingSlip): Promise<Buffer> {
  const { entity, orderNumber, companyName, serviceName, packageType, packageCount, specimens } = slip;
  const { displayName, receivingAddress: to, supportAddress } = ENTITY_PROFILE[entity];
  const title = `Packing slip ${orderNumber}`;
  const pdfDocument = new PdfSheet(entity, { title, at: slip.submittedAt });
  pdfDocument.title('Packing slip', orderNumber);
  pdfDocument.blocks([
    {
      title: 'Send to',
      text: [displayName, to.name, to.line1, `${to.city}, ${to.state} ${to.postalCode}`, to.country].join(
        '\n',
      ),
    },
    { title: 'From', text: companyName },
    {
      title: 'Order',
      text: [
        serviceName,
        countText(specimens.length, 'specimen'),
        ...(packageType === 'PLATE' ? [countText(platesOf(specimens).length, 'plate')] : []),
        countText(packageCount, 'package'),
      ].join('\n'),
    },
  ]);
  pdfDocument.barcode(code128({ bcid: 'code128', text: orderNumber, scale: 1 }, collectBars()));
  pdfDocument.paragraph('Packing', `${PACKING_TEXT[packageType]} Questions: ${supportAddress}`);
  if (packageType === 'PLATE') drawPlates(pdfDocument, slip);
  else
    pdfDocument.columns(
      specimens.map((one, at) => `${at + 1}. ${one.customerSampleId} (${one.requisitionNumber})`),
      3,
    );
  return pdfDocument.finish();
}
