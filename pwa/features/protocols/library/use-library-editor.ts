import { useEffect, useState } from 'react';
import { z } from 'zod';
import { readLibrary, saveLibrarySection } from '#db/api/protocols/library-sections.ts';
import { AppError } from '#db/errors/app-error.ts';
import type { LibrarySection } from '#db/protocols/library/library-content.ts';
import { call } from '#pwa/api/call.ts';
import { useInvalidation } from '#pwa/api/use-call.ts';
import {
  type DraftEditor,
  openDraftEditor,
  type ServerDraft,
} from '#pwa/features/protocols/designer/draft-editor.ts';
import { newSection } from '#pwa/features/protocols/designer/new-items.ts';

/** Return a library section as the editor takes it; version 0 is one that the library does not have yet. */
const serverDraftOf = (id: string, source: LibrarySection | undefined): ServerDraft => ({
  version: source?.version ?? 0,
  content: { settings: null, sections: [source?.content ?? newSection(id)] },
  savedById: source?.savedById ?? '',
  savedByName: source?.savedByName ?? '',
  savedAt: source?.updatedAt ?? '',
});

interface OpenedSection {
  id: string;
  /** Undefined for a section that is not in the library yet. */
  source: LibrarySection | undefined;
  userId: string;
}

/** Edit a section of the library: a press saves it, and what others save is merged before. */
export function useLibraryEditor({ id, source, userId }: OpenedSection): DraftEditor {
  const invalidate = useInvalidation();
  const [editor] = useState(() =>
    openDraftEditor(serverDraftOf(id, source), null, {
      userId,
      savesItself: false,
      now: Date.now,
      store: () => Promise.resolve(),
      async read() {
        const { sections } = await call(readLibrary, {});
        const newest = sections.find(({ content }) => content.id === id);
        if (!newest)
          throw new AppError('NOT_FOUND', 'Somebody removed this section. Copy what you need from it.');
        return serverDraftOf(id, newest);
      },
      async save({ sections }, seenVersion) {
        const [content] = sections;
        const args = {
          seenVersion: seenVersion === 0 ? null : seenVersion,
          content: z.json().parse(content),
        };
        const { outcome } = await call(saveLibrarySection, { body: args });
        invalidate(['lab/sections']);
        return { isChanged: outcome === 'APPLIED' };
      },
    }),
  );
  useEffect(() => {
    if (source) editor.receive(serverDraftOf(id, source));
  }, [editor, id, source]);
  return editor;
}
