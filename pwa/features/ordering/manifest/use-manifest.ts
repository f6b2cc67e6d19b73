import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { confirmManifestMapping } from '#db/api/ordering/manifest.ts';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import type { MappingQuestion } from '#db/ordering/manifest/mapping-question.ts';
import { rowsMark } from '#db/ordering/manifest/rows-mark.ts';
import type { Mapping } from '#db/records/imports/import-mapping.ts';
import { call } from '#pwa/api/call.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { type DraftOperations, isStaleVersion } from '#pwa/features/ordering/drafts/use-order-draft.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { type ListMode, type ListVerdict, sendFile } from './manifest-client.ts';
import type { SpecimenRows } from './use-specimen-rows.ts';

const MAX_BYTES = 5_000_000;

/** A checked file with unsaved rows. */
export interface WaitingFile {
  name: string;
  rows: number;
  /** True once its rows are rows of the order. */
  save(): Promise<boolean>;
}

/** The order data that choosing a file needs. */
export interface ManifestUploadProps {
  draft: ShownDraft;
  operations: DraftOperations;
  specimenRows: SpecimenRows;
  /** Called when the rows of the file are in the table. */
  onSaved(): void;
  /** Receives a checked file that is not saved yet, or null. */
  onWaiting?: ((file: WaitingFile | null) => void) | undefined;
}

/** Reports the unsaved file to the parent, and null on unmount. */
function useWaiting(
  waiting: { file: File; rows: number; save(): Promise<boolean> } | null,
  notify: ManifestUploadProps['onWaiting'],
): void {
  const save = useEffectEvent(async () => (await waiting?.save()) ?? true);
  const name = waiting?.file.name;
  const rows = waiting?.rows ?? 0;
  useEffect(() => {
    if (name === undefined) return;
    notify?.({ name, rows, save: () => save() });
    return () => notify?.(null);
  }, [name, rows, notify]);
}

const CHANGED_MEANWHILE =
  'The rows of this order were changed meanwhile. Look at what the file changes now, and save it again.';

/**
 * A file from its selection to its rows: checked first, saved when it has no faults and the user confirms.
 */
export function useManifest({ draft, operations, specimenRows, onSaved, onWaiting }: ManifestUploadProps) {
  const [mode, setMode] = useState<ListMode>('replace');
  const [file, setFile] = useState<File | null>(null);
  const [verdict, setVerdict] = useState<ListVerdict | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // The version of the rows that the differences refer to: no others are overwritten.
  const baseline = useRef<string | null>(null);
  const list = (as: ListMode, dryRun: boolean) => ({
    orderId: draft.order.id,
    mode: as,
    dryRun,
    seen: baseline.current,
  });
  const run = async (task: () => Promise<boolean>): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    try {
      return await task();
    } catch (error) {
      setProblem(errorText(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const [question, setQuestion] = useState<MappingQuestion | null>(null);
  const receive = (result: ListVerdict): void => {
    setVerdict(result);
    setQuestion('confirm' in result ? result.confirm : null);
  };
  const check = (next: File, as: ListMode): Promise<boolean> =>
    run(async () => {
      setFile(next);
      setVerdict(null);
      setQuestion(null);
      if (next.size > MAX_BYTES) {
        setProblem('The file is larger than 5 MB. Copy only the rows into a new workbook and upload that.');
        return false;
      }
      baseline.current = await rowsMark((operations.latest() ?? draft).requisitions);
      receive(await sendFile(list(as, true), next));
      return true;
    });
  const putAway = (): void => {
    setFile(null);
    setVerdict(null);
    setQuestion(null);
  };
  /** Remember the mapping for the organization, and read the file with it. */
  const confirm = async (mapping: Mapping): Promise<void> => {
    const isRemembered = await run(async () => {
      await call(confirmManifestMapping, { body: { orderId: draft.order.id, mapping } });
      return true;
    });
    if (isRemembered && file) await check(file, mode);
  };
  /** Put the rows of a file with faults into the table. */
  const correct = (): void => {
    if (!verdict || !('faulty' in verdict)) return;
    specimenRows.loadFile(verdict.faulty, mode);
    putAway();
    onSaved();
  };
  const save = (): Promise<boolean> =>
    run(async () => {
      if (!file) return false;
      const result = await operations
        .runAndReload(() => sendFile(list(mode, false), file))
        .catch((error: unknown) => {
          if (isStaleVersion(error)) return null;
          throw error;
        });
      if (result === null) {
        await check(file, mode);
        setProblem(CHANGED_MEANWHILE);
        return false;
      }
      receive(result);
      if (!('right' in result)) return false;
      putAway();
      toast.success(
        `${count(result.right.rowCount, 'row')} of ${file.name} ${result.right.rowCount === 1 ? 'is' : 'are'} saved.`,
      );
      onSaved();
      return true;
    });
  const choose = (next: ListMode): void => {
    setMode(next);
    if (file) void check(file, next);
  };
  useWaiting(
    verdict && 'right' in verdict && file ? { file, rows: verdict.right.rowCount, save } : null,
    onWaiting,
  );
  const checkFile = (next: File): void => void check(next, mode);
  /** Open the mapping of the file again. */
  const changeMapping = (): void => {
    const result =
      verdict && ('faulty' in verdict ? verdict.faulty : 'right' in verdict ? verdict.right : null);
    setQuestion(result?.question ?? null);
  };
  const actions = { check: checkFile, choose, save, putAway, confirm, correct, changeMapping };
  return { mode, file, verdict, question, busy, problem, ...actions };
}

/** Format a count with its noun. */
export const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;
