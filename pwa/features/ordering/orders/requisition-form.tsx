import { type ReactNode, useState } from 'react';
import { searchPatients } from '#db/api/patients/patients.ts';
import { indicationOf } from '#db/ordering/drafts/clinical-attestation.ts';
import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { SPECIMEN_TYPE } from '#db/specimens/specimen-material.ts';
import { call } from '#pwa/api/call.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { patientText } from '#pwa/features/ordering/manifest/patient-picker.tsx';
import { formatDate } from '#pwa/format/dates.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { PrintOnce } from '#pwa/printing/print-once.tsx';
import type { RequisitionForm } from '#pwa/printing/requisition-form-sheet.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';

type Sheet = typeof import('#pwa/printing/requisition-form-sheet.tsx');

/** Report whether the reader gets a form: the order names patients that they may see. */
export const hasRequisitionForm = ({
  status,
  specimens,
}: Pick<ShownOrder, 'status' | 'specimens'>): boolean =>
  status !== 'DRAFT' && specimens.some(({ patientMrn }) => patientMrn !== null);

/** Read name and date of birth of each patient, by record number. */
async function readPatients(recordNumbers: readonly string[]): Promise<Map<string, string>> {
  const matches = await Promise.all(
    recordNumbers.map(async (search) => {
      const { rows } = await call(searchPatients, { body: { search, limit: 25 } });
      return rows.find(({ medicalRecordNumber }) => medicalRecordNumber === search);
    }),
  );
  return new Map(matches.flatMap((one) => (one ? [[one.medicalRecordNumber, patientText(one)]] : [])));
}

const isSent = ({ status, deleted }: ShownOrder['specimens'][number]): boolean =>
  status !== 'CANCELED' && !deleted;

/** Collect the data of the form. */
export function requisitionFormOf(order: ShownOrder, patients: ReadonlyMap<string, string>): RequisitionForm {
  const { attestation } = order;
  return {
    entity: order.entity,
    orderNumber: orderTitle(order),
    companyName: order.companyName,
    serviceName: order.serviceName,
    submitted: formatDate(order.submittedAt),
    rows: order.specimens.filter(isSent).map((one) => {
      const indication = attestation && indicationOf(attestation, one.patientId);
      return {
        requisitionNumber: one.requisitionNumber,
        customerSampleId: one.customerSampleId,
        material: one.otherSpecimenTypeText ?? SPECIMEN_TYPE[one.providedSpecimenType],
        patient: patients.get(one.patientMrn ?? '') ?? '',
        recordNumber: one.patientMrn ?? '',
        physician: one.physician ?? '',
        collected: formatDate(one.collectedAt, 'monthDayAtTime'),
        indication: indication ? [indication.code, indication.text].filter(Boolean).join(' ') : '',
      };
    }),
    signature: attestation && {
      name: attestation.signedName,
      date: formatDate(attestation.signedAt, 'monthDayAtTime'),
    },
  };
}

/** Print the requisition form of an order; patients and drawing code are loaded with the press. */
export function useRequisitionForm(order: ShownOrder): { print(): void; busy: boolean; sheet: ReactNode } {
  const [ready, setReady] = useState<{ sheet: Sheet; form: RequisitionForm } | null>(null);
  const [busy, setBusy] = useState(false);
  const load = async (): Promise<void> => {
    const recordNumbers = [...new Set(order.specimens.flatMap(({ patientMrn }) => patientMrn ?? []))];
    const form = requisitionFormOf(order, await readPatients(recordNumbers));
    const drawing = import('#pwa/printing/requisition-form-sheet.tsx');
    await drawing.then((sheet) => setReady({ sheet, form }));
  };
  const print = (): void => {
    setBusy(true);
    load()
      .catch((error: unknown) => void toast.error(errorText(error)))
      .finally(() => setBusy(false));
  };
  return {
    print,
    busy,
    sheet: ready && (
      <PrintOnce
        title={`Requisition ${orderTitle(order)}`}
        pageStyle={ready.sheet.REQUISITION_FORM_STYLE}
        onDone={() => setReady(null)}
      >
        <ready.sheet.RequisitionFormSheet form={ready.form} />
      </PrintOnce>
    ),
  };
}
