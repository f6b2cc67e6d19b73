import { Printer, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ReceiptDiscrepancy } from '#db/specimens/accession/accession-args.ts';
import { CONDITION_OUTCOME } from '#db/specimens/accession/accession-outcome.ts';
import { DISCREPANCY_TYPE } from '#db/specimens/discrepancies/discrepancy.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { knownRecordNumber, recordNumberText } from '#db/specimens/specimen-record-number.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { YesNo } from '#pwa/ui/form/segmented.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextArea } from '#pwa/ui/form/text-input.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { freePlacesOf, takesQuarantined } from './free-place.ts';
import { PhotosField } from './photos-field.tsx';
import { NOTHING_TO_COMPARE } from './scan-answer.ts';
import { aboutTube, photoIds } from './session-args.ts';
import type { SessionDraft, TubeDraft } from './session-draft.ts';
import { usePhotosOf } from './use-photos.ts';

const CONDITIONS = ReceiptDiscrepancy.options
  .filter((type) => type !== 'UNEXPECTED')
  .map((value) => ({ value, label: DISCREPANCY_TYPE[value] }));

interface TubeDialogProps {
  tube: TubeDraft;
  draft: SessionDraft;
  specimen: Specimen | undefined;
  clinical: boolean;
  onChange(changes: Partial<TubeDraft>): void;
  onPrint(): void;
  onRemove(): void;
  onClose(): void;
}

/** A clinical tube that was announced without an MRN cannot be compared. */
const withoutMrn = ({ clinical, specimen }: Pick<TubeDialogProps, 'clinical' | 'specimen'>): boolean =>
  clinical && !knownRecordNumber(specimen);

/** Report whether this tube is received into quarantine. */
const requiresQuarantine = ({
  tube,
  ...of
}: Pick<TubeDialogProps, 'tube' | 'clinical' | 'specimen'>): boolean => {
  const { condition, secondIdentifier, specimenId } = tube;
  return (
    specimenId === null ||
    secondIdentifier === false ||
    withoutMrn(of) ||
    (condition !== 'NONE' && CONDITION_OUTCOME[condition] === 'RECEIVED_QUARANTINED')
  );
};

function PlaceField(props: TubeDialogProps) {
  const { tube, draft, onChange } = props;
  const replica = useReplica();
  const [free, setFree] = useState<readonly string[]>([]);
  const [allowed, setAllowed] = useState(true);
  const box =
    tube.containerId === null ? draft.box : { id: tube.containerId, name: tube.containerName ?? '' };
  const boxId = box?.id ?? null;
  useEffect(() => {
    let isMounted = true;
    if (boxId !== null)
      Promise.all([freePlacesOf(replica, draft, boxId), takesQuarantined(replica, boxId)])
        .then(([places, takes]) => {
          if (!isMounted) return;
          setFree(places);
          setAllowed(takes);
        })
        .catch(() => undefined);
    return () => {
      isMounted = false;
    };
  }, [replica, draft, boxId]);
  if (!box) return <p className="text-ink-soft">Scan a box to put the next tubes into it.</p>;
  const places = [...(tube.position === null ? [] : [tube.position]), ...free];
  return (
    <Field
      label={`Place in ${box.name}`}
      error={
        tube.position !== null && !allowed && requiresQuarantine(props)
          ? 'Quarantined samples must stay in a quarantine location. Take it out of this box.'
          : null
      }
    >
      {(control) => (
        <Select
          {...control}
          placeholder="Not stored yet"
          options={places.map((value) => ({ value, label: value }))}
          value={tube.position ?? ''}
          onChange={(position) =>
            onChange(
              position === ''
                ? { position: null, containerId: null, containerName: null }
                : { position, containerId: box.id, containerName: box.name },
            )
          }
        />
      )}
    </Field>
  );
}

/** Records the findings of one tube: volume, condition, identifier, location, label. */
export function TubeDialog(props: TubeDialogProps) {
  const { tube, draft, specimen, clinical, onChange, onPrint, onRemove, onClose } = props;
  const hasCondition = tube.condition !== 'NONE' && tube.condition !== 'UNEXPECTED';
  const pictured = photoIds(usePhotosOf(draft.id), aboutTube(tube)).length > 0;
  const wrong = hasCondition || tube.specimenId === null || tube.secondIdentifier === false;
  return (
    <Dialog
      open
      title={tube.julianId}
      onClose={onClose}
      actions={
        <>
          <Button icon={Trash2} onClick={onRemove}>
            Not a tube
          </Button>
          <Button icon={Printer} command="PRINT" onClick={onPrint}>
            Print label
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <KeyValues
          items={[
            { name: 'Customer sample ID', value: specimen?.customerSampleId ?? 'Unexpected' },
            { name: 'Requisition', value: specimen?.requisitionNumber ?? null },
            { name: 'Scanned', value: tube.scannedCode },
          ]}
        />
        {withoutMrn(props) && <Notice tone="warning" title={NOTHING_TO_COMPARE} />}
        {clinical && knownRecordNumber(specimen) && (
          <div>
            <p className="mb-1 font-medium text-sm">{`MRN on the tube is ${recordNumberText(specimen)}`}</p>
            <YesNo
              label="The MRN on the tube matches"
              takesCommands
              value={tube.secondIdentifier}
              onChange={(secondIdentifier) => onChange({ secondIdentifier })}
            />
          </div>
        )}
        <Field label="Estimated volume">
          {(control) => (
            <NumberInput
              {...control}
              decimal
              unit="µL"
              value={tube.estimatedVolume}
              onChange={(estimatedVolume) => onChange({ estimatedVolume })}
            />
          )}
        </Field>
        <Field label="Condition">
          {(control) => (
            <Select
              {...control}
              placeholder="Nothing wrong"
              options={CONDITIONS}
              value={tube.condition === 'NONE' || tube.condition === 'UNEXPECTED' ? '' : tube.condition}
              onChange={(condition) => onChange({ condition: condition === '' ? 'NONE' : condition })}
            />
          )}
        </Field>
        <Field
          label="Note"
          hint={
            hasCondition
              ? 'Say what is wrong, where on the tube, and how much is left: it stays with the discrepancy.'
              : undefined
          }
        >
          {(control) => (
            <TextArea
              {...control}
              value={tube.note}
              maxLength={2000}
              rows={2}
              onChange={(note) => onChange({ note })}
            />
          )}
        </Field>
        {(wrong || pictured) && (
          <PhotosField sessionId={draft.id} about={aboutTube(tube)} of={`tube ${tube.julianId}`} />
        )}
        <PlaceField {...props} />
      </div>
    </Dialog>
  );
}
