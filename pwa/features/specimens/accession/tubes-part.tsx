import { PackageX, Printer, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import type { LabelContent } from '#db/labels/label-kind.ts';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import { unscanned } from '#db/specimens/accession/accession-lookup.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { describeField } from '#db/values/field-types.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { usePrintLabels } from '#pwa/printing/use-print-labels.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import { TubeNeighbors } from './neighbors-part.tsx';
import { expectedAnswer, type ScanAnswer, tubeDraft, unexpectedAnswer } from './scan-answer.ts';
import { aboutTube, photoIds } from './session-args.ts';
import { type SessionMaterial, scannedIds } from './session-counts.ts';
import { labelCode, type SessionDraft, type TubeDraft } from './session-draft.ts';
import { changeTube, withoutTube } from './session-edit.ts';
import { takeLabel } from './take-numbers.ts';
import { TubeDialog } from './tube-dialog.tsx';
import { TubesList } from './tubes-list.tsx';
import type { ReceivingSession } from './use-receiving-session.ts';

interface NoCodeDialogProps {
  draft: SessionDraft;
  material: SessionMaterial;
  /** Null when the requisition is unknown. */
  onReceive(specimenId: string | null): void;
  onClose(): void;
}

const NoCodeForm = z.object({
  specimenId: describeField(z.string(), {
    label: 'Requisition it seems to be',
    hint: 'The tube goes into quarantine until its identity is certain.',
  }),
});
const NoCodeField = fieldOf<typeof NoCodeForm>();

/**
 * Receives a tube with an unreadable code as unlabeled, for a requisition that the user names or for none.
 */
function NoCodeDialog({ draft, material, onReceive, onClose }: NoCodeDialogProps) {
  const unscannedSpecimens = unscanned(material.specimens, draft.orderIds, scannedIds(draft));
  const options = unscannedSpecimens.map(({ id, requisitionNumber, customerSampleId }) => ({
    value: id,
    label: `${requisitionNumber} · ${customerSampleId}`,
  }));
  return (
    <FormDialog
      title="Tube without a readable code"
      submitLabel="Receive unlabeled"
      backLabel={null}
      otherActions={<Button onClick={() => onReceive(null)}>Nobody can say</Button>}
      disabled={({ specimenId }) => specimenId === ''}
      schema={NoCodeForm}
      onSubmit={({ specimenId }) => onReceive(specimenId)}
      onClose={onClose}
    >
      <NoCodeField name="specimenId" options={options} search />
    </FormDialog>
  );
}

/** Build the lab label of a received tube or well: its code, the customer's name for it, and the day. */
const receivedLabel = (
  source: { julianId: string },
  specimen: Specimen | undefined,
  receivedAt: string,
): LabelContent => ({
  barcode: labelCode(source),
  lines: [
    ...(specimen ? [specimen.customerSampleId.slice(0, 60)] : ['UNEXPECTED']),
    formatDate(receivedAt),
    // Last: a small label leaves out what has no room.
    ...(specimen ? [ENTITY_PROFILE[specimen.entity].displayName] : []),
  ],
});

interface TubesPartProps {
  draft: SessionDraft;
  session: ReceivingSession;
  material: SessionMaterial;
  onAnswer(answer: ScanAnswer, code: string): void;
}

/** Prints labels of tubes and records that they were printed. */
function usePrintTubes(session: ReceivingSession, specimens: ReadonlyMap<string, Specimen>) {
  const print = usePrintLabels();
  return async (tubes: readonly TubeDraft[]): Promise<void> => {
    const labels = tubes.map((tube) =>
      receivedLabel(tube, specimens.get(tube.specimenId ?? ''), tube.occurredAt),
    );
    if (!(await print({ kind: 'TUBE', labels }))) return;
    const printed = new Set(tubes.map(({ sampleId }) => sampleId));
    await session.change((draft) => ({
      ...draft,
      tubes: draft.tubes.map((tube) => (printed.has(tube.sampleId) ? { ...tube, labelPrinted: true } : tube)),
    }));
  };
}

/** The tube in the open dialog; while the dialog is open, the next scan shows the next tube in it. */
function useOpenTube(draft: SessionDraft) {
  const [openTube, setOpenTube] = useState<{ sampleId: string; whenCurrent: string | null } | null>(null);
  const moved = openTube !== null && draft.currentTube !== openTube.whenCurrent;
  const openId = moved ? draft.currentTube : (openTube?.sampleId ?? null);
  return {
    tube: openTube === null ? undefined : draft.tubes.find(({ sampleId }) => sampleId === openId),
    open: (sampleId: string) => setOpenTube({ sampleId, whenCurrent: draft.currentTube }),
    close: () => setOpenTube(null),
  };
}

/** Lists every tube of the session with its findings, label and position. */
export function TubesPart({ draft, session, material, onAnswer }: TubesPartProps) {
  const replica = useReplica();
  const openTube = useOpenTube(draft);
  const [withoutCode, setWithoutCode] = useState(false);
  const [removing, setRemoving] = useState<TubeDraft | null>(null);
  const specimens = useMemo(() => new Map(material.specimens.map((one) => [one.id, one])), [material]);
  const print = usePrintTubes(session, specimens);
  const unprinted = draft.tubes.filter(({ labelPrinted }) => !labelPrinted);

  const receiveUnlabeled = async (specimenId: string | null): Promise<void> => {
    setWithoutCode(false);
    const specimen = specimenId === null ? null : (specimens.get(specimenId) ?? null);
    const label = await takeLabel(replica, specimen);
    const at = new Date().toISOString();
    const tube = tubeDraft({ specimen, code: null, at, label, place: null, condition: 'UNLABELED' });
    const answer = specimen ? expectedAnswer(tube, specimen, material) : unexpectedAnswer(tube);
    if (answer.edit) await session.change(answer.edit);
    onAnswer(answer, labelCode(tube));
  };
  const remove = async (tube: TubeDraft): Promise<void> => {
    await session.change((now) => withoutTube(now, tube.sampleId));
    const photos = replica.photos.all().filter(({ groupId }) => groupId === draft.id);
    const ids = photoIds(photos, aboutTube(tube));
    if (ids.length > 0) await replica.photos.remove(ids);
  };
  const { tube } = openTube;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          icon={Printer}
          command="PRINT"
          disabled={unprinted.length === 0}
          onClick={() => void print(unprinted)}
        >
          {unprinted.length === 0 && draft.tubes.length > 0
            ? 'All labels printed'
            : `Print ${countOf(unprinted.length, 'label')}`}
        </Button>
        <Button icon={PackageX} onClick={() => setWithoutCode(true)}>
          Tube without a readable code
        </Button>
        {draft.box && (
          <span className="flex items-center gap-1">
            {`Into ${draft.box.name}`}
            <Button
              variant="quiet"
              icon={X}
              onClick={() => void session.change((now) => ({ ...now, box: null }))}
            >
              Stop storing
            </Button>
          </span>
        )}
      </div>
      <TubeNeighbors draft={draft} session={session} />
      <TubesList
        tubes={draft.tubes}
        specimens={specimens}
        clinical={material.clinicalIds}
        onOpen={openTube.open}
      />
      {tube && (
        <TubeDialog
          key={tube.sampleId}
          tube={tube}
          draft={draft}
          specimen={specimens.get(tube.specimenId ?? '')}
          clinical={tube.specimenId !== null && material.clinicalIds.has(tube.specimenId)}
          onChange={(changes) => void session.change((now) => changeTube(now, tube.sampleId, changes))}
          onPrint={() => {
            openTube.close();
            void print([tube]);
          }}
          onRemove={() => {
            openTube.close();
            setRemoving(tube);
          }}
          onClose={openTube.close}
        />
      )}
      {removing && (
        <ConfirmDialog
          open
          danger
          title={`Take ${removing.julianId} out of this session?`}
          confirmLabel="Not a tube"
          onClose={() => setRemoving(null)}
          onConfirm={() => {
            setRemoving(null);
            void remove(removing);
          }}
        >
          <p>
            Its notes and photos are deleted, and its number is not used again. Take off its label if one was
            printed.
          </p>
        </ConfirmDialog>
      )}
      {withoutCode && (
        <NoCodeDialog
          draft={draft}
          material={material}
          onReceive={(specimenId) => void receiveUnlabeled(specimenId)}
          onClose={() => setWithoutCode(false)}
        />
      )}
    </div>
  );
}
