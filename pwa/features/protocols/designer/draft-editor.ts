import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { DraftSection, ProcedureSettings } from '#db/protocols/procedures/procedure-content.ts';
import { int } from '#db/values/field-types.ts';
import {
  type DraftHistory,
  editDraft,
  mapHistory,
  redoEdit,
  startHistory,
  undoEdit,
} from './draft-history.ts';
import { type DraftContent, type MergeConflict, mergeDrafts, sameContent } from './merge-drafts.ts';

const SAVE_DELAY_MS = 800;
const RETRY_MS = 5000;
const MAX_UNANSWERED = 5;

/** The draft as the server has it. */
export interface ServerDraft {
  version: number;
  content: DraftContent;
  savedById: string;
  savedByName: string;
  savedAt: string;
}

const Content = z.object({ settings: ProcedureSettings.nullable(), sections: z.array(DraftSection) });

/** Edits that only this device has, with the draft to which they were made. */
export const StoredEdits = z.object({ version: int, base: Content, content: Content });
export type StoredEdits = z.infer<typeof StoredEdits>;

export type SaveState = 'SAVED' | 'UNSAVED' | 'SAVING' | 'WAITING' | 'REFUSED';

/** What the designer shows. */
export interface EditorState {
  content: DraftContent;
  save: SaveState;
  /** Why the draft is not saved on the server. */
  problem: string | null;
  conflicts: readonly MergeConflict[];
  /** The other author whose changes came last, with the draft before and after them. */
  colleague: { name: string; at: string; before: DraftContent; after: DraftContent } | null;
  canUndo: boolean;
  canRedo: boolean;
}

interface EditorPorts {
  userId: string;
  /** Whether edits are saved after a pause; a library section is saved by a press, because procedures copy it. */
  savesItself: boolean;
  /** Save a draft; reports whether anything was changed. Throws STALE_VERSION when another author was faster. */
  save(content: DraftContent, seenVersion: number): Promise<{ isChanged: boolean }>;
  read(): Promise<ServerDraft>;
  /** Store edits on the device until the server has them; null when it has them. */
  store(edits: StoredEdits | null): Promise<void>;
  now(): number;
}

/** An open draft: edits are stored on the device, saved after a pause, and merged with those of other authors. */
export interface DraftEditor {
  state(): EditorState;
  subscribe(listener: () => void): () => void;
  /** Change the draft; `key` names the place, so that undo takes back typing there at once. */
  edit(change: (content: DraftContent) => DraftContent, key: string): void;
  undo(): void;
  redo(): void;
  /** Take over what the server has now. */
  receive(server: ServerDraft): void;
  /** Decide a conflict for one's own value or that of the other author. */
  decide(conflict: MergeConflict, side: 'MINE' | 'THEIRS'): void;
  /** Save what is not saved yet. */
  flush(): Promise<void>;
  /** Continue to save after `close`. */
  open(): void;
  close(): void;
}

const NOT_REACHED = 'Saved on this device. The server cannot be reached.';

const problemOf = (error: unknown): { state: 'WAITING' | 'REFUSED'; text: string } =>
  error instanceof AppError && error.code === 'UNAVAILABLE'
    ? { state: 'WAITING', text: NOT_REACHED }
    : { state: 'REFUSED', text: error instanceof AppError ? error.message : MESSAGES.unknownError };

/** Open a draft; `edits` are those that an earlier visit left on this device. */
export function openDraftEditor(
  server: ServerDraft,
  edits: StoredEdits | null,
  ports: EditorPorts,
): DraftEditor {
  const listeners = new Set<() => void>();
  let base = { version: server.version, content: server.content };
  let history: DraftHistory = startHistory(server.content);
  let conflicts: readonly MergeConflict[] = [];
  let colleague: EditorState['colleague'] = null;
  let problem: { state: 'WAITING' | 'REFUSED'; text: string } | null = null;
  let saving: Promise<void> | null = null;
  /** Contents whose save may have reached the server although no answer came. */
  let unanswered: DraftContent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  let current = snapshot();

  function snapshot(): EditorState {
    // Contents are compared whole only when they are saved: a state is built at each key.
    const isSaved = history.present === base.content;
    return {
      content: history.present,
      save: saving ? 'SAVING' : isSaved ? 'SAVED' : (problem?.state ?? 'UNSAVED'),
      problem: isSaved ? null : (problem?.text ?? null),
      conflicts,
      colleague,
      canUndo: history.past.length > 0,
      canRedo: history.future.length > 0,
    };
  }
  const emit = (): void => {
    current = snapshot();
    for (const listener of listeners) listener();
  };
  const schedule = (delayMs: number): void => {
    clearTimeout(timer);
    if (!isClosed && ports.savesItself) timer = setTimeout(() => void flush(), delayMs);
  };
  const change = (next: DraftHistory): void => {
    history = next;
    problem = null;
    emit();
    schedule(SAVE_DELAY_MS);
  };

  function receive(next: ServerDraft): void {
    if (next.version <= base.version) return;
    // Later edits go on from what the server got without an answer.
    const before = unanswered.find((content) => sameContent(content, next.content)) ?? base.content;
    const merged = mergeDrafts(before, history.present, next.content);
    history = mapHistory(history, (content) =>
      content === history.present ? merged.content : mergeDrafts(before, content, next.content).content,
    );
    conflicts = merged.conflicts;
    base = { version: next.version, content: next.content };
    if (next.savedById !== ports.userId)
      colleague = { name: next.savedByName, at: next.savedAt, before, after: next.content };
    emit();
    schedule(SAVE_DELAY_MS);
  }

  async function saveNow(): Promise<void> {
    const content = history.present;
    await ports.store({ version: base.version, base: base.content, content });
    unanswered = [...unanswered, content].slice(-MAX_UNANSWERED);
    try {
      const { isChanged } = await ports.save(content, base.version);
      base = { version: base.version + (isChanged ? 1 : 0), content };
      problem = null;
      unanswered = [];
      if (history.present === content) await ports.store(null);
    } catch (error) {
      if (error instanceof AppError && error.code === 'STALE_VERSION') receive(await ports.read());
      else problem = problemOf(error);
    }
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    if (saving) await saving;
    if (sameContent(history.present, base.content)) base = { ...base, content: history.present };
    if (isClosed || conflicts.length > 0 || history.present === base.content) return emit();
    saving = saveNow();
    emit();
    try {
      await saving;
    } catch (error) {
      problem = problemOf(error);
    } finally {
      saving = null;
      emit();
    }
    if (problem?.state === 'WAITING') schedule(RETRY_MS);
    else if (problem === null && history.present !== base.content) schedule(SAVE_DELAY_MS);
  }

  if (edits) {
    base = { version: edits.version, content: edits.base };
    history = editDraft(startHistory(edits.base), edits.content, 'restored', ports.now());
    receive(server);
    base = { version: server.version, content: server.content };
    schedule(SAVE_DELAY_MS);
  }
  emit();

  return {
    state: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    edit: (edit, key) => change(editDraft(history, edit(history.present), key, ports.now())),
    undo: () => change(undoEdit(history)),
    redo: () => change(redoEdit(history)),
    receive,
    decide(conflict, side) {
      conflicts = conflicts.filter((one) => one !== conflict);
      if (side === 'MINE') return change({ ...history });
      const content = setProperty(history.present, conflict.id, conflict.property, conflict.theirs);
      change(editDraft(history, content, `decide ${conflict.id} ${conflict.property}`, ports.now()));
    },
    flush,
    open() {
      isClosed = false;
      if (history.present !== base.content) schedule(SAVE_DELAY_MS);
    },
    close() {
      if (ports.savesItself) void flush();
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** Set one property of the settings or of an item, wherever the item is. */
function setProperty(content: DraftContent, id: string, property: string, value: unknown): DraftContent {
  if (id === 'settings')
    return { ...content, settings: ProcedureSettings.parse({ ...content.settings, [property]: value }) };
  const set = <T extends { id: string }>(item: T): T =>
    item.id === id ? { ...item, [property]: value } : item;
  return {
    ...content,
    sections: content.sections.map((section) => ({
      ...set(section),
      steps: set(section).steps.map((step) => ({ ...set(step), fields: set(step).fields.map(set) })),
    })),
  };
}
