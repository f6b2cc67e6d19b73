import type { Ref } from 'react';
import { ENTITY_PROFILE, receivingLine } from '#db/organizations/entity-profile.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { Bars } from './bars.tsx';

/** The data of an order's packing slip. */
export interface PackingSlip {
  entity: BusinessEntity;
  orderNumber: string;
  companyName: string;
  serviceName: string;
  /** In packing order. */
  specimens: readonly {
    requisitionNumber: string;
    customerSampleId: string;
    material: string;
    /** Plate and well; null for a tube. */
    place: string | null;
  }[];
}

/** The CSS page rules of the slip: the printer's default paper, black on white. */
export const PACKING_SLIP_STYLE = [
  '@page { margin: 14mm; @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 9pt Arial, sans-serif; } }',
  'html, body { background: #fff !important; }',
  '.packing-slip { color: #000; font-family: Arial, "Liberation Sans", sans-serif; font-size: 10pt; }',
  '.packing-slip h1 { font-size: 18pt; font-weight: 700; margin: 0 0 2mm; }',
  '.packing-slip header { display: flex; justify-content: space-between; gap: 8mm; margin-bottom: 6mm; }',
  '.packing-slip table { width: 100%; border-collapse: collapse; }',
  '.packing-slip th { text-align: left; border-bottom: 0.5mm solid #000; padding: 1mm 2mm; }',
  '.packing-slip td { border-bottom: 0.2mm solid #888; padding: 1.5mm 2mm; }',
  '.packing-slip tr { break-inside: avoid; }',
  '.packing-slip thead { display: table-header-group; }',
  // The text is aligned with the bars, which begin after their quiet zone.
  '.packing-slip .below-bars { padding-left: 3mm; }',
  '.packing-slip .running-head td { border-bottom: 0; font-size: 9pt; padding: 0 2mm 1mm; }',
].join('\n');

/** The slip in the shipment: the order and every requisition as text and as barcodes. */
export function PackingSlipSheet({ slip, ref }: { slip: PackingSlip; ref?: Ref<HTMLDivElement> }) {
  const { supportAddress } = ENTITY_PROFILE[slip.entity];
  const count = slip.specimens.length;
  return (
    <div ref={ref} className="packing-slip">
      <header>
        <div>
          <h1>{`Packing slip ${slip.orderNumber}`}</h1>
          <div>{`From ${slip.companyName}`}</div>
          <div>{`To ${receivingLine(slip.entity)}`}</div>
          <div>{`${slip.serviceName}, ${count} ${count === 1 ? 'specimen' : 'specimens'}`}</div>
          <div>{`Put this slip into the package. Questions: ${supportAddress}`}</div>
        </div>
        <div>
          <Bars text={slip.orderNumber} heightMm={14} />
        </div>
      </header>
      <table>
        {/* Every sheet names the order, so that a lost sheet can be identified. */}
        <thead>
          <tr className="running-head">
            <td colSpan={5}>{`Packing slip ${slip.orderNumber}, from ${slip.companyName}`}</td>
          </tr>
          <tr>
            <th>#</th>
            <th>Sample ID</th>
            <th>Material</th>
            <th>Place</th>
            <th>Requisition</th>
          </tr>
        </thead>
        <tbody>
          {slip.specimens.map((one, index) => (
            <tr key={one.requisitionNumber}>
              <td>{index + 1}</td>
              <td>{one.customerSampleId}</td>
              <td>{one.material}</td>
              <td>{one.place ?? 'Tube'}</td>
              <td>
                <Bars text={one.requisitionNumber} heightMm={8} />
                <div className="below-bars">{one.requisitionNumber}</div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
