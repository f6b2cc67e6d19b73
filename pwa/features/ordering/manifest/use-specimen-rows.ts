import { useCallback, useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import type { ManifestRefusal } from '#db/ordering/manifest/manifest-answer.ts';
import type { ManifestField } from '#db/ordering/manifest/manifest-columns.ts';
import type { ManifestFault } from '#db/ordering/manifest/manifest-fault.ts';
import { type ManifestCells, ManifestRow } from '#db/ordering/manifest/manifest-row.ts';
import { rowsMark } from '#db/ordering/manifest/rows-mark.ts';
import { plainLetters } from '#db/values/plain-letters.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { type DraftOperations, isStaleVersion } from '#pwa/features/ordering/drafts/use-order-draft.ts';
import { type Saved, savedAfter } from '#pwa/features/ordering/drafts/wizard-steps.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { type EnteredRows, filledRows, mergeRows, rowsOf, sameRows } from './draft-specimen-rows.ts';
import { type ListMode, sendRows } from './manifest-client.ts';
import { tableOfFile, withFixes, withPresets, withSameCell } from './same-for-all.ts';
import { onlyChoice } from './specimen-columns.ts';

const DraftRows = z.object({ before: z.array(ManifestRow), rows: z.array(ManifestRow) });
/** Unsaved rows, with the saved rows on which they are based. */
interface DraftRows {
  before: EnteredRows;
  rows: EnteredRows;
}

const keyOf = (userId: string, orderId: string): string => `order-rows ${userId} ${orderId}`;

/**
 * The rows of an order that this tab stores: they survive a reload and a crash, and end with the tab or a
 * sign-out.
 */
function draftRowsStore(userId: string, orderId: string, storage: Storage = sessionStorage) {
  const key = keyOf(userId, orderId);
  return {
    read(): DraftRows | null {
      try {
        return DraftRows.parse(JSON.parse(storage.getItem(key) ?? 'null'));
      } catch {
        return null;
      }
    },
    keep(draftRows: DraftRows): void {
      try {
        storage.setItem(key, JSON.stringify(draftRows));
      } catch {
        // When the storage is full, the rows exist only on the screen.
      }
    },
    forget(): void {
      storage.removeItem(key);
    },
  };
}

interface RowState {
  /** The rows on the screen. */
  rows: EnteredRows;
  /** The saved rows on which the edits are based: differences were typed here. */
  before: EnteredRows;
  dirty: boolean;
}

/** Restore the rows that this tab stored before a reload, merged with what is saved now. */
function initialState(draft: ShownDraft, store: ReturnType<typeof draftRowsStore>) {
  const saved = rowsOf(draft);
  const clean = { rows: saved, before: saved, dirty: false, restored: false };
  const storedRows = store.read();
  if (!storedRows) return clean;
  const rows = mergeRows(storedRows.before, storedRows.rows, saved);
  return sameRows(filledRows(rows), filledRows(saved))
    ? clean
    : { rows, before: saved, dirty: true, restored: true };
}

/** Stores unsaved rows on this device until they are saved or discarded; closing the tab asks first. */
function usePersistRows({ rows, before, dirty }: RowState, store: ReturnType<typeof draftRowsStore>): void {
  useEffect(() => {
    if (!dirty) {
      store.forget();
      return;
    }
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    const keep = (): void => store.keep({ before, rows });
    const soon = setTimeout(keep, 300);
    window.addEventListener('beforeunload', ask);
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(soon);
      window.removeEventListener('beforeunload', ask);
      window.removeEventListener('pagehide', keep);
    };
  }, [rows, before, dirty, store]);
}

/** Rows are saved after a pause in typing. */
const SAVE_AFTER_MS = 1_200;
const REQUIRED = 'Required.';

/** What every new row has: the only value of a choice, the first plate, the usual physician. */
function presetsOf(draft: ShownDraft): ManifestCells {
  const fields = ['providedSourceSpecies', 'providedSpecimenType', 'providedDnaType'] as const;
  const only = fields.map((field) => [field, onlyChoice(field, draft)] as const);
  const plate = draft.order.packageType === 'PLATE' ? { shipmentPlateNumber: '1' } : {};
  const physician = draft.defaultPhysician === null ? {} : { physician: draft.defaultPhysician };
  return { ...Object.fromEntries(only.filter(([, text]) => text !== '')), ...plate, ...physician };
}

/** Write names as they are saved, so that a saved row is found again: Müller-3 is Muller-3. */
const withPlainNames = (rows: EnteredRows): EnteredRows =>
  rows.map((row) => {
    const name = row.cells.customerSampleId;
    const savedName = name === undefined ? name : plainLetters(name).trim();
    return savedName === undefined || savedName === name
      ? row
      : { ...row, cells: { ...row.cells, customerSampleId: savedName } };
  });

/**
 * The rows of an order during editing. They survive the step and a reload, because rows with faults cannot be
 * saved yet; all devices see saved rows only, and rows that others save meanwhile are merged with the edits
 * here.
 */
export function useSpecimenRows(draft: ShownDraft, operations: DraftOperations) {
  const { order } = draft;
  const userId = useSession().session?.user.id ?? '';
  const [store] = useState(() => draftRowsStore(userId, order.id));
  const [start] = useState(() => initialState(draft, store));
  const [rowState, show] = useState<RowState>(start);
  const [restored, setRestored] = useState(start.restored);
  const [manifestFaults, setManifestFaults] = useState<readonly ManifestFault[]>([]);
  const [showsRequired, setShowsRequired] = useState(false);
  const [warnings, setWarnings] = useState<readonly ManifestFault[]>([]);
  const latest = useRef<RowState>(start);
  const mergedRequisitions = useRef(draft.requisitions);
  const updateState = useCallback((next: RowState): void => {
    latest.current = next;
    show(next);
    if (!next.dirty) setRestored(false);
  }, []);
  /** Merge the currently saved rows with the edits. */
  const take = useCallback(
    (saved: ShownDraft): void => {
      if (saved.requisitions === mergedRequisitions.current) return;
      mergedRequisitions.current = saved.requisitions;
      const { rows, before, dirty } = latest.current;
      const savedRows = rowsOf(saved);
      updateState({ rows: dirty ? mergeRows(before, rows, savedRows) : savedRows, before: savedRows, dirty });
    },
    [updateState],
  );
  useEffect(() => take(draft), [draft, take]);
  usePersistRows(rowState, store);

  const [presets, setPresets] = useState<ManifestCells>(() => presetsOf(draft));
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const saveLater = useRef<() => void>(() => undefined);
  const change = (next: (before: EnteredRows) => EnteredRows): void => {
    const before = latest.current.rows;
    updateState({ ...latest.current, rows: withPresets(before, next(before), presets), dirty: true });
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(saveLater.current, SAVE_AFTER_MS);
  };
  const setForAll = (field: ManifestField, text: string): void => {
    setPresets({ ...presets, [field]: text });
    if (filledRows(latest.current.rows).length > 0) change((rows) => withSameCell(rows, field, text));
  };
  const fix = (problems: readonly ManifestFault[]): void => {
    setManifestFaults(manifestFaults.filter((problem) => !problems.includes(problem)));
    change((rows) => withFixes(rows, problems));
  };
  const loadFile = ({ rows, faults }: Pick<ManifestRefusal, 'rows' | 'faults'>, mode: ListMode): void => {
    const table = tableOfFile(mode === 'append' ? latest.current.rows : [], rows, faults);
    setManifestFaults(table.faults);
    setShowsRequired(true);
    change(() => table.rows);
  };
  /** Mark rows as saved; later edits, and rows with errors, remain unsaved. */
  const markSaved = (rows: EnteredRows, complete = true): void => {
    const isClean = complete && latest.current.rows === rows;
    updateState({ ...latest.current, before: complete ? rows : latest.current.before, dirty: !isClean });
  };
  const send = async (rows: EnteredRows): Promise<Saved> => {
    const rowsToSend = filledRows(rows);
    if (rowsToSend.length === 0) {
      if (mergedRequisitions.current.length > 0)
        await operations.removeRows(mergedRequisitions.current.map(({ id }) => id));
      markSaved(rows);
      return true;
    }
    const verdict = await operations.runAndReload(async () => {
      const baseline = await rowsMark(mergedRequisitions.current);
      const result = await sendRows(
        { orderId: order.id, mode: 'replace', dryRun: false, seen: baseline },
        rowsToSend,
      );
      if ('right' in result) markSaved(rows, result.right.faults.length === 0);
      return result;
    });
    if ('confirm' in verdict) return false;
    const { faults, warnings: newWarnings } = 'faulty' in verdict ? verdict.faulty : verdict.right;
    setManifestFaults(faults);
    setWarnings(newWarnings);
    return faults.length === 0;
  };
  /** Save the rows without errors; returns false when some have one. */
  const save = async (isExplicit = true): Promise<Saved> => {
    window.clearTimeout(timer.current);
    if (isExplicit) setShowsRequired(true);
    take(operations.latest() ?? draft);
    if (!latest.current.dirty) return true;
    const rows = withPlainNames(latest.current.rows);
    updateState({ ...latest.current, rows });
    try {
      return await send(rows);
    } catch (error) {
      // If somebody else saved first, their rows now appear beside the edits, and the notice above says so.
      if (!isStaleVersion(error)) toast.error(errorText(error));
      return savedAfter(error);
    }
  };
  useEffect(() => {
    saveLater.current = () => void save(false);
  });
  /** Revert to the saved rows. */
  const discardChanges = (): void => {
    window.clearTimeout(timer.current);
    setManifestFaults([]);
    setShowsRequired(false);
    setWarnings([]);
    const saved = rowsOf(draft);
    updateState({ rows: saved, before: saved, dirty: false });
    // Not deferred: the page may be left right after this.
    store.forget();
  };
  const { rows, dirty } = rowState;
  // A row in progress lacks cells: that is no error before somebody goes on.
  const shownFaults = showsRequired
    ? manifestFaults
    : manifestFaults.filter(({ problem }) => problem !== REQUIRED);
  const incomplete = new Set(manifestFaults.map(({ row }) => row)).size;
  const actions = { change, setForAll, fix, loadFile, save, discardChanges };
  return { rows, dirty, restored, incomplete, manifestFaults: shownFaults, warnings, presets, ...actions };
}
export type SpecimenRows = ReturnType<typeof useSpecimenRows>;

/** The state of the whole draft, its rows included. */
export function saveState(
  saving: boolean,
  { dirty, incomplete }: Pick<SpecimenRows, 'dirty' | 'incomplete'>,
): string {
  if (saving) return 'Saving…';
  if (incomplete > 0) return `Saved, ${incomplete === 1 ? '1 row' : `${incomplete} rows`} incomplete`;
  return dirty ? 'Not saved yet' : 'Saved';
}
