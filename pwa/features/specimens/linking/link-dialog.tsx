import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { MESSAGES } from '#db/errors/messages.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { recordNumberText } from '#db/specimens/specimen-record-number.ts';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import { useLookup } from '#pwa/replica/hooks/use-lookup.ts';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import type { ShownDocument } from '#pwa/replica/operations/read-view.ts';
import { playScanTone } from '#pwa/scanning/scan-sound.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextArea } from '#pwa/ui/form/text-input.tsx';
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
  if (only) return neither(`${ofOrder.length} requisitions of this order wait. Scan or choose one of them.`);
  if (documents.some(({ kind }) => kind === 'Sample'))
    return neither(`${code} is not an unexpected tube in quarantine.`);
  if (documents.some(({ kind }) => kind === 'Specimen' || kind === 'Order'))
    return neither(`${code} does not wait for material.`);
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

/** Both sides of the link, selected or scanned in any order. */
function useSides({ sampleId, specimenId }: LinkDialogProps) {
  const lookup = useLookup();
  const tubes = useUnexpectedTubes();
  const awaited = useAwaited();
  const [tubeId, setTubeId] = useState(sampleId ?? '');
  const [requisitionId, setRequisitionId] = useState(specimenId ?? '');
  const [feedback, setFeedback] = useState<(LinkScan & { code: string; n: number }) | null>(null);
  useScan(
    async ({ code, n }) => {
      const scanResult = linkScan(code, await lookup(code), tubes ?? [], awaited ?? []);
      if (scanResult.kind === 'TUBE') setTubeId(scanResult.id);
      if (scanResult.kind === 'REQUISITION') setRequisitionId(scanResult.id);
      playScanTone(scanResult.kind === 'NEITHER' ? 'error' : 'ok');
      setFeedback({ ...scanResult, code, n });
    },
    { layer: 'dialog' },
  );
  return { tubes, awaited, tubeId, setTubeId, requisitionId, setRequisitionId, feedback };
}

/** Report whether the test is clinical, so that the second identifier on the tube must be compared first. */
function useClinical(row: AwaitedRequisition | undefined): boolean {
  const test = useRow(protocol, row?.specimen.protocolId ?? null);
  return test?.clinical ?? false;
}

/**
 * Links an unexpected tube to its requisition: both are selected or scanned, with a reason; only the button
 * submits.
 */
export function LinkDialog(props: LinkDialogProps) {
  const { onClose } = props;
  const run = useRunOperation();
  const { tubes, awaited, tubeId, setTubeId, requisitionId, setRequisitionId, feedback } = useSides(props);
  const [reason, setReason] = useState('');
  const [compared, setCompared] = useState<string | null>(null);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const tube = tubes?.find(({ sample }) => sample.id === tubeId);
  const requisition = awaited?.find(({ specimen }) => specimen.id === requisitionId);
  const clinical = useClinical(requisition);
  const unsure = clinical && compared !== requisitionId;
  const link = async (): Promise<void> => {
    setIsSubmitted(true);
    if (!tube || !requisition || unsure || reason.trim() === '') return;
    const { barcode } = tube.sample;
    const { requisitionNumber } = requisition.specimen;
    const result = await run('link-unexpected-sample', {
      sampleId: tube.sample.id,
      specimenId: requisition.specimen.id,
      note: reason.trim(),
    });
    if (result.outcome === 'REJECTED') return setProblem(result.message ?? MESSAGES.unknownError);
    toast.success(`${barcode} is linked to ${requisitionNumber}. Saved on this device.`);
    onClose();
  };
  return (
    <Dialog
      open
      title="Link an unexpected tube"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button variant="primary" icon={Link2} onClick={() => void link()}>
            Link the tube
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {feedback && (
          <ScanVerdict
            verdict={feedback.kind === 'NEITHER' ? 'error' : 'ok'}
            title={feedback.text}
            code={feedback.code}
            scanKey={feedback.n}
          />
        )}
        {problem && <Notice tone="danger" title={problem} />}
        <Field
          label="Unexpected tube"
          required
          hint={tube?.description}
          error={isSubmitted && !tube ? 'Scan or choose the tube.' : null}
        >
          {(control) => (
            <Combobox
              {...control}
              placeholder="Scan or search"
              options={(tubes ?? []).map(tubeOption)}
              value={tube ? tubeId : ''}
              onChange={setTubeId}
            />
          )}
        </Field>
        <Field
          label="Requisition it belongs to"
          required
          hint={requisition && requisitionOption(requisition).note}
          error={isSubmitted && !requisition ? 'Scan or choose the requisition.' : null}
        >
          {(control) => (
            <Combobox
              {...control}
              placeholder="Scan or search"
              options={(awaited ?? []).map(requisitionOption)}
              value={requisition ? requisitionId : ''}
              onChange={setRequisitionId}
            />
          )}
        </Field>
        {clinical && (
          <div>
            <Checkbox
              label={`The MRN on the tube is ${recordNumberText(requisition?.specimen)}`}
              value={!unsure}
              onChange={(matches) => setCompared(matches ? requisitionId : null)}
            />
            {isSubmitted && unsure && (
              <p className="text-ink-soft text-sm">Compare the MRN on the tube first.</p>
            )}
          </div>
        )}
        <Field
          label="Reason"
          required
          hint="Who said that it belongs there, and how."
          error={isSubmitted && reason.trim() === '' ? MESSAGES.reasonRequired : null}
        >
          {(control) => (
            <TextArea {...control} value={reason} onChange={setReason} maxLength={500} rows={2} />
          )}
        </Field>
        {tube && requisition && (
          <Notice
            tone="info"
            title={`${requisition.specimen.requisitionNumber} is received as ${tube.sample.barcode.slice(0, -3)}.`}
          >
            <p>The tube leaves quarantine unless something else is wrong with it. This cannot be undone.</p>
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
