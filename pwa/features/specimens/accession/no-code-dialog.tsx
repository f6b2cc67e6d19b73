import { useState } from 'react';
import { unscanned } from '#db/specimens/accession-lookup.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { type SessionMaterial, scannedIds } from './session-counts.ts';
import type { SessionDraft } from './session-draft.ts';

interface NoCodeDialogProps {
  draft: SessionDraft;
  material: SessionMaterial;
  /** Null when the requisition is unknown. */
  onReceive(specimenId: string | null): void;
  onClose(): void;
}

/**
 * Receives a tube with an unreadable code as unlabeled, for a requisition that the user names or for none.
 */
export function NoCodeDialog({ draft, material, onReceive, onClose }: NoCodeDialogProps) {
  const [selectedId, setSelectedId] = useState('');
  const unscannedSpecimens = unscanned(material.specimens, draft.orderIds, scannedIds(draft));
  const options = unscannedSpecimens.map(({ id, requisitionNumber, customerSampleId }) => ({
    value: id,
    label: `${requisitionNumber} · ${customerSampleId}`,
  }));
  return (
    <Dialog
      open
      title="Tube without a readable code"
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => onReceive(null)}>Nobody can say</Button>
          <Button variant="primary" disabled={selectedId === ''} onClick={() => onReceive(selectedId)}>
            Receive unlabeled
          </Button>
        </>
      }
    >
      <Field label="Requisition it seems to be" hint="It goes into quarantine until its identity is sure.">
        {(control) => <Combobox {...control} options={options} value={selectedId} onChange={setSelectedId} />}
      </Field>
    </Dialog>
  );
}
