import { STATEMENTS } from '#db/ordering/drafts/clinical-attestation.ts';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { Bars } from './bars.tsx';

/** The data of a clinical order's requisition form. */
export interface RequisitionForm {
  entity: BusinessEntity;
  orderNumber: string;
  companyName: string;
  serviceName: string;
  submitted: string;
  rows: readonly {
    requisitionNumber: string;
    customerSampleId: string;
    material: string;
    patient: string;
    recordNumber: string;
    physician: string;
    collected: string;
    indication: string;
  }[];
  /** Null for an order that was signed on paper. */
  signature: { name: string; date: string } | null;
}

/** The CSS page rules of the form: the printer's default paper across, black on white. */
export const REQUISITION_FORM_STYLE = [
  '@page { size: landscape; margin: 12mm; @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 9pt Arial, sans-serif; } }',
  'html, body { background: #fff !important; }',
  '.requisition-form { color: #000; font-family: Arial, "Liberation Sans", sans-serif; font-size: 9pt; }',
  '.requisition-form h1 { font-size: 16pt; font-weight: 700; margin: 0 0 2mm; }',
  '.requisition-form header { display: flex; justify-content: space-between; gap: 8mm; margin-bottom: 4mm; }',
  '.requisition-form table { width: 100%; border-collapse: collapse; }',
  '.requisition-form th { text-align: left; border-bottom: 0.5mm solid #000; padding: 1mm 2mm; }',
  '.requisition-form td { border-bottom: 0.2mm solid #888; padding: 1mm 2mm; vertical-align: top; }',
  '.requisition-form tr, .requisition-form footer { break-inside: avoid; }',
  '.requisition-form thead { display: table-header-group; }',
  '.requisition-form footer { margin-top: 5mm; }',
  '.requisition-form .line { display: inline-block; border-bottom: 0.3mm solid #000; min-width: 60mm; }',
].join('\n');

/** The form of a clinical order: clinic, patients with indications, and the signed statement. */
export function RequisitionFormSheet({ form }: { form: RequisitionForm }) {
  const { supportAddress } = ENTITY_PROFILE[form.entity];
  return (
    <div className="requisition-form">
      <header>
        <div>
          <h1>{`Test requisition ${form.orderNumber}`}</h1>
          <div>{`${form.companyName}, submitted ${form.submitted}`}</div>
          <div>{`Test: ${form.serviceName}`}</div>
          <div>{`Questions: ${supportAddress}`}</div>
        </div>
        <div>
          <Bars text={form.orderNumber} heightMm={12} />
        </div>
      </header>
      <table>
        <thead>
          <tr>
            <th>Patient</th>
            <th>MRN</th>
            <th>Indication</th>
            <th>Physician</th>
            <th>Sample ID</th>
            <th>Requisition</th>
            <th>Material</th>
            <th>Collected</th>
          </tr>
        </thead>
        <tbody>
          {form.rows.map((row) => (
            <tr key={row.requisitionNumber}>
              <td>{row.patient}</td>
              <td>{row.recordNumber}</td>
              <td>{row.indication}</td>
              <td>{row.physician}</td>
              <td>{row.customerSampleId}</td>
              <td>{row.requisitionNumber}</td>
              <td>{row.material}</td>
              <td>{row.collected}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <footer>
        {Object.values(STATEMENTS).map((statement) => (
          <div key={statement}>{statement}</div>
        ))}
        <p>
          Signature: <span className="line">{form.signature?.name ?? '\u00A0'}</span> Date:{' '}
          <span className="line">{form.signature?.date ?? '\u00A0'}</span>
        </p>
      </footer>
    </div>
  );
}
