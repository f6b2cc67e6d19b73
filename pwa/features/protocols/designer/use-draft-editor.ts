import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { changeProcedure, readProcedureContent } from '#db/api/protocols/procedure-versions.ts';
import { AppError } from '#db/errors/app-error.ts';
import { settingsOf } from '#db/protocols/procedures/procedure-content.ts';
import type { ShownProcedure } from '#db/protocols/procedures/shown-procedure.ts';
import { call } from '#pwa/api/call.ts';
import { useCall, useInvalidation } from '#pwa/api/use-call.ts';
import { type Draft, useDraft } from '#pwa/replica/hooks/use-stored-draft.ts';
import { type DraftEditor, openDraftEditor, type ServerDraft, StoredEdits } from './draft-editor.ts';

const READ_INTERVAL_MS = 10_000;

/** Return the draft of a version in preparation; null once it is approved. */
export function serverDraftOf({ procedure, sections, draft }: ShownProcedure): ServerDraft | null {
  if (!draft) return null;
  const { version, savedById, savedByName, savedAt } = draft;
  return { version, savedById, savedByName, savedAt, content: { settings: settingsOf(procedure), sections } };
}

/** Read a version, also what its other authors save meanwhile. */
export const useOpenedProcedure = (id: string) =>
  useCall(readProcedureContent, { params: { id } }, { refetchInterval: READ_INTERVAL_MS });

/** The edits that only this device has; undefined while they are read. */
export const useStoredEdits = (procedureId: string): Draft<StoredEdits | null> =>
  useDraft<StoredEdits | null>(
    `procedure-draft:${procedureId}`,
    null,
    (content) => StoredEdits.nullable().safeParse(content).data,
  );

interface OpenedDraft {
  shown: ShownProcedure;
  draft: ServerDraft;
  storedEdits: Draft<StoredEdits | null>;
  userId: string;
}

/** Edit the draft of a procedure: it saves itself, and takes over what others save. */
export function useDraftEditor({ shown, draft, storedEdits, userId }: OpenedDraft): DraftEditor {
  const procedureId = shown.procedure.id;
  const invalidate = useInvalidation();
  const [editor] = useState(() =>
    openDraftEditor(draft, storedEdits.value ?? null, {
      userId,
      savesItself: true,
      now: Date.now,
      store: (edits) => (edits ? storedEdits.save(edits) : storedEdits.clear()),
      async read() {
        const answer = await call(readProcedureContent, { params: { id: procedureId } });
        const newest = serverDraftOf(answer);
        if (!newest)
          throw new AppError('CONFLICT', 'This version is approved. Start a new version to change it.');
        return newest;
      },
      async save({ settings, sections }, seenVersion) {
        const args = { procedureId, seenVersion, settings, sections };
        const body = { operation: 'save-procedure-draft', args };
        const { outcome } = await call(changeProcedure, { body });
        return { isChanged: outcome === 'APPLIED' };
      },
    }),
  );
  // The function is new with each render; the editor closes with the page only.
  const closed = useRef(invalidate);
  useEffect(() => {
    closed.current = invalidate;
  });
  useEffect(() => {
    editor.receive(draft);
  }, [editor, draft]);
  useEffect(() => {
    editor.open();
    return () => {
      editor.close();
      void editor.flush().then(() => closed.current(['lab/procedures']));
    };
  }, [editor]);
  return editor;
}

/** Return what an editor shows now. */
export const useEditorState = (editor: DraftEditor) => useSyncExternalStore(editor.subscribe, editor.state);
