import { useNavigate } from '@tanstack/react-router';
import {
  Archive,
  ClipboardCheck,
  FileText,
  Move,
  Pencil,
  Printer,
  RefreshCcw,
  ScanBarcode,
} from 'lucide-react';
import { useState } from 'react';
import { may } from '#db/access/grants.ts';
import type { Sample } from '#db/samples/sample.ts';
import { holdsPositions, isEndPlace, type StorageManagement } from '#db/storage/storage-management.ts';
import { usePrintLabels } from '#pwa/printing/use-print-labels.ts';
import { usePrintSheet } from '#pwa/printing/use-print-sheet.tsx';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { requireAccepted, useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import type { Places } from '#pwa/replica/hooks/use-places.ts';
import { ActionsMenu, type MenuAction } from '#pwa/ui/actions-menu.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { boxSheet } from './box-sheet.ts';
import {
  changedFields,
  changesFrom,
  gridOf,
  holdsText,
  type PlaceChanges,
  placeChangesFor,
  RestrictionFields,
} from './place-form.tsx';

const EditField = fieldOf<ReturnType<typeof placeChangesFor>>();

/** Edits a location's name, capacity and restrictions; its kind, grid and code are fixed. */
function EditPlaceDialog({ place, onClose }: { place: StorageManagement; onClose(): void }) {
  const runOperation = useCheckedOperation();
  const save = async (form: PlaceChanges): Promise<void> => {
    const changes = changedFields(place, form);
    if (Object.keys(changes).length > 0) {
      requireAccepted(await runOperation('change-container', { containerId: place.id, changes }));
      toast.success(`${form.name} changed. Saved on this device.`);
    }
    onClose();
  };
  return (
    <FormDialog
      title={`Edit ${place.name}`}
      submitLabel="Save location"
      schema={placeChangesFor(place)}
      defaults={changesFrom(place)}
      onSubmit={save}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <EditField name="name" hint={holdsText({ type: place.type, grid: gridOf(place) })} />
        </div>
        <RestrictionFields />
      </div>
    </FormDialog>
  );
}

interface PlaceActionsProps {
  place: StorageManagement;
  places: Places;
  samples: readonly Sample[] | undefined;
  onOpen(id: string): void;
}

/** Actions on a location: move, scan or count it, re-rack a spilled box, label it, retire it. */
export function PlaceActions({ place, places, samples }: PlaceActionsProps) {
  const { actor } = useReplica();
  const navigate = useNavigate();
  const runOperation = useCheckedOperation();
  const print = usePrintLabels();
  const sheet = usePrintSheet();
  const [retiring, setRetiring] = useState(false);
  const [editing, setEditing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const go = (mode: 'container' | 'rack-scan' | 're-rack' | 'stock-take') => () =>
    void navigate({ to: '/lab/samples/move', search: { mode, container: place.id } });
  const label = (): void => {
    const lines = [place.name, places.text(place.parentId, place.positionInParent)].map((line) =>
      line.slice(0, 60),
    );
    const kind =
      place.type === 'BOX' || place.type === 'TUBE_RACK'
        ? 'BOX'
        : place.type === 'PLATE'
          ? 'PLATE_EDGE'
          : 'STORAGE_PLACE';
    if (place.barcode)
      void print({
        kind,
        labels: [{ barcode: place.barcode, lines: kind === 'PLATE_EDGE' ? lines.slice(0, 1) : lines }],
      });
  };
  const retire = async (reason: string): Promise<void> => {
    setRetiring(false);
    const result = await runOperation('retire-container', { containerId: place.id, reason });
    setProblem(result.outcome === 'REJECTED' ? result.message : null);
    if (result.outcome !== 'REJECTED') toast.success(`${place.name} retired. Saved on this device.`);
  };
  const holds = holdsPositions(place.type);
  const canMove = may(actor.role, 'lab/specimens/move:update');
  const canChange = may(actor.role, 'lab/storage-management:update');
  const isEnded = isEndPlace(place.type) || place.status === 'RETIRED';
  const actions: (MenuAction & { visible: boolean })[] = [
    {
      label: 'Move',
      icon: Move,
      onSelect: go('container'),
      visible: canChange && !isEnded && place.parentId !== null,
    },
    {
      label: 'Rack scan',
      icon: ScanBarcode,
      onSelect: go('rack-scan'),
      visible: canMove && holds && !isEnded,
    },
    { label: 'Re-rack', icon: RefreshCcw, onSelect: go('re-rack'), visible: canMove && holds && !isEnded },
    { label: 'Stock-take', icon: ClipboardCheck, onSelect: go('stock-take'), visible: canMove && !isEnded },
    {
      label: 'Print label',
      icon: Printer,
      disabled: place.barcode === null,
      ...(place.barcode === null ? { note: 'This location has no code.' } : {}),
      onSelect: label,
      visible: true,
    },
    {
      label: 'Print box map',
      icon: FileText,
      disabled: samples === undefined,
      onSelect: () => sheet.print(boxSheet({ place, path: places.text(place.id), samples: samples ?? [] })),
      visible: holds,
    },
    { label: 'Edit', icon: Pencil, onSelect: () => setEditing(true), visible: canChange && !isEnded },
    {
      label: 'Retire',
      icon: Archive,
      danger: true,
      onSelect: () => setRetiring(true),
      visible: canChange && !isEnded,
    },
  ];
  return (
    <>
      <ActionsMenu actions={actions.filter((one) => one.visible).map(({ visible, ...action }) => action)} />
      {sheet.printed}
      {editing && <EditPlaceDialog place={place} onClose={() => setEditing(false)} />}
      {problem && <Notice tone="danger" title={problem} />}
      <ConfirmDialog
        open={retiring}
        title={`Retire ${place.name}`}
        confirmLabel="Retire location"
        danger
        reasonRequired
        onClose={() => setRetiring(false)}
        onConfirm={(reason) => void retire(reason)}
      >
        <p>Nothing can be put here any more. Its history stays. It must be empty.</p>
      </ConfirmDialog>
    </>
  );
}
