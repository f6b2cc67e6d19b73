import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { describeField } from '#db/values/field-types.ts';
import { useRecordNumber } from '#pwa/features/specimens/record-number.ts';
import { requireAccepted } from '#pwa/replica/hooks/use-checked-operation.ts';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import { useLookup } from '#pwa/replica/hooks/use-lookup.ts';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import type { ShownDocument } from '#pwa/replica/operations/read-view.ts';
import { playScanTone } from '#pwa/scanning/scan-sound.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf, reasonText } from '#pwa/ui/form/schema-field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { ScanVerdict } from '#pwa/ui/scan-verdict.tsx';
import {
  type AwaitedRequisition,
  type UnexpectedTube,
  useAwaited,
  useUnexpectedTubes,
} from './use-linkable.ts';

/** What a scan selected in the link dialog, or why it selected nothing. */
type LinkScan =
  | { kind: 'TUBE'; id: string; text: string }
  | { kind: 'REQUISITION'; id: string; text: string }
  | { kind: 'NEITHER'; text: string };

const neither = (text: string): LinkScan => ({ kind: 'NEITHER', text });

/** Match a scanned code to a side of the link. */
export function linkScan(
  code: string,
  documents: readonly Pick<ShownDocument, 'kind' | 'id'>[],
  tubes: readonly UnexpectedTube[],
  awaited: readonly AwaitedRequisition[],
): LinkScan {
  const has = (kind: string, id: string) => documents.some((one) => one.kind === kind && one.id === id);
  const tube = tubes.find(({ sample }) => has('Sample', sample.id));
  if (tube) return { kind: 'TUBE', id: tube.sample.id, text: `Tube ${tube.sample.barcode}` };
  const requisition = awaited.find(({ specimen }) => has('Specimen', specimen.id));
  if (requisition) {
    const { id, requisitionNumber } = requisition.specimen;
    return { kind: 'REQUISITION', id, text: `Requisition ${requisitionNumber}` };
  }
  const ofOrder = awaited.filter(({ specimen }) => has('Order', specimen.orderId));
  const [only] = ofOrder;
  if (only && ofOrder.length === 1)
    return {
      kind: 'REQUISITION',
      id: only.specimen.id,
      text: `Requisition ${only.specimen.requisitionNumber}`,
    };
  if (only) return neither(`${ofOrder.length} requisitions of this order are open. Scan or choose one.`);
  if (documents.some(({ kind }) => kind === 'Sample'))
    return neither(`${code} is not an unexpected tube in quarantine.`);
  if (documents.some(({ kind }) => kind === 'Specimen' || kind === 'Order'))
    return neither(`${code} needs no material.`);
  return neither(`Nothing matches ${code}. Scan the tube's label, or the requisition it belongs to.`);
}

interface LinkDialogProps {
  /** The tube, when preselected. */
  sampleId?: string;
  /** The requisition, when preselected. */
  specimenId?: string;
  onClose(): void;
}

const tubeOption = ({ sample, description }: UnexpectedTube) => ({
  value: sample.id,
  label: sample.barcode,
  note: description,
});

const requisitionOption = ({ specimen, orderNumber }: AwaitedRequisition) => ({
  value: specimen.id,
  label: `${specimen.requisitionNumber} · ${specimen.customerSampleId}`,
  note: [orderNumber && `Order ${orderNumber}`, specimen.tubeBarcode].filter(Boolean).join(' · '),
});

const LinkForm = z.object({
  tubeId: describeField(z.string().min(1, 'Scan or choose the tube.'), {
    label: 'Unexpected tube',
    placeholder: 'Scan or search',
  }),
  requisitionId: describeField(z.string().min(1, 'Scan or choose the requisition.'), {
    label: 'Requisition it belongs to',
    placeholder: 'Scan or search',
  }),
  /** The requisition whose MRN was compared with the tube. */
  comparedId: z.string(),
  reason: describeField(reasonText(), {
    label: 'Reason',
    hint: 'Who said that it belongs there, and how.',
    input: 'area',
  }),
});
type LinkInput = z.input<typeof LinkForm>;
const LinkField = fieldOf<typeof LinkForm>();

/** A clinical tube is linked only after its MRN was compared. */
const linkFormFor = (clinical: boolean) =>
  LinkForm.refine(({ requisitionId, comparedId }) => !clinical || comparedId === requisitionId, {
    path: ['comparedId'],
    message: 'Compare the MRN on the tube first.',
    when: () => true,
  });

/** Report whether the test is clinical, so that the second identifier on the tube must be compared first. */
function useClinical(row: AwaitedRequisition | undefined): boolean {
  const test = useRow(protocol, row?.specimen.protocolId ?? null);
  return test?.clinical ?? false;
}

interface LinkFieldsProps {
  tubes: readonly UnexpectedTube[];
  awaited: readonly AwaitedRequisition[];
  clinical: boolean;
  onRequisition(id: string): void;
}

/** Both sides of the link, selected or scanned in any order. */
function LinkFields({ tubes, awaited, clinical, onRequisition }: LinkFieldsProps) {
  const lookup = useLookup();
  const { setValue } = useFormContext<LinkInput>();
  const [tubeId, requisitionId] = useWatch<LinkInput, ['tubeId', 'requisitionId']>({
    name: ['tubeId', 'requisitionId'],
  });
  const compared = useController<LinkInput, 'comparedId'>({ name: 'comparedId' });
  const [feedback, setFeedback] = useState<(LinkScan & { code: string; n: number }) | null>(null);
  useScan(
    async ({ code, n }) => {
      const scanResult = linkScan(code, await lookup(code), tubes, awaited);
      if (scanResult.kind === 'TUBE') setValue('tubeId', scanResult.id, { shouldDirty: true });
      if (scanResult.kind === 'REQUISITION') {
        setValue('requisitionId', scanResult.id, { shouldDirty: true });
        onRequisition(scanResult.id);
      }
      playScanTone(scanResult.kind === 'NEITHER' ? 'error' : 'ok');
      setFeedback({ ...scanResult, code, n });
    },
    { layer: 'dialog' },
  );
  const tube = tubes.find(({ sample }) => sample.id === tubeId);
  const requisition = awaited.find(({ specimen }) => specimen.id === requisitionId);
  const recordNumber = useRecordNumber(requisition?.specimen);
  return (
    <>
      {feedback && (
        <ScanVerdict
          verdict={feedback.kind === 'NEITHER' ? 'error' : 'ok'}
          title={feedback.text}
          code={feedback.code}
          scanKey={feedback.n}
        />
      )}
      <LinkField name="tubeId" options={tubes.map(tubeOption)} search hint={tube?.description} />
      <LinkField
        name="requisitionId"
        options={awaited.map(requisitionOption)}
        search
        hint={requisition && requisitionOption(requisition).note}
        onChanged={onRequisition}
      />
      {clinical && (
        <div>
          <Checkbox
            label={`The MRN on the tube is ${recordNumber}`}
            value={compared.field.value === requisitionId}
            onChange={(matches) => compared.field.onChange(matches ? requisitionId : '')}
          />
          {compared.fieldState.error && (
            <p className="text-ink-soft text-sm">{compared.fieldState.error.message}</p>
          )}
        </div>
      )}
      <LinkField name="reason" rows={2} />
      {tube && requisition && (
        <Notice
          tone="info"
          title={`${requisition.specimen.requisitionNumber} is received as ${tube.sample.barcode.slice(0, -3)}.`}
        >
          <p>The tube leaves quarantine unless something else is wrong with it. This cannot be undone.</p>
        </Notice>
      )}
    </>
  );
}

/**
 * Links an unexpected tube to its requisition: both are selected or scanned, with a reason; only the button
 * submits.
 */
export function LinkDialog({ sampleId = '', specimenId = '', onClose }: LinkDialogProps) {
  const run = useRunOperation();
  const tubes = useUnexpectedTubes() ?? [];
  const awaited = useAwaited() ?? [];
  const [requisitionId, setRequisitionId] = useState(specimenId);
  const clinical = useClinical(awaited.find(({ specimen }) => specimen.id === requisitionId));
  const link = async (form: z.infer<typeof LinkForm>): Promise<void> => {
    const tube = tubes.find(({ sample }) => sample.id === form.tubeId);
    const requisition = awaited.find(({ specimen }) => specimen.id === form.requisitionId);
    if (!tube) throw new AppError('VALIDATION', 'Scan or choose the tube.');
    if (!requisition) throw new AppError('VALIDATION', 'Scan or choose the requisition.');
    const ids = { sampleId: tube.sample.id, specimenId: requisition.specimen.id };
    requireAccepted(await run('link-unexpected-sample', { ...ids, note: form.reason }));
    const { requisitionNumber } = requisition.specimen;
    toast.success(`${tube.sample.barcode} is linked to ${requisitionNumber}. Saved on this device.`);
    onClose();
  };
  return (
    <FormDialog
      title="Link an unexpected tube"
      submitLabel="Link the tube"
      icon={Link2}
      schema={linkFormFor(clinical)}
      defaults={{ tubeId: sampleId, requisitionId: specimenId }}
      onSubmit={link}
      onClose={onClose}
    >
      <LinkFields tubes={tubes} awaited={awaited} clinical={clinical} onRequisition={setRequisitionId} />
    </FormDialog>
  );
}
