import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { buildDraftSection, buildDraftStep, buildSettings } from '#db/factories/build-procedure-drafts.ts';
import { buildProcedure } from '#db/factories/build-protocols.ts';
import type { DraftSection } from '#db/protocols/procedures/procedure-content.ts';
import type { ShownProcedure } from '#db/protocols/procedures/shown-procedure.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import type { DraftEditor } from './draft-editor.ts';
import { ColleagueNotice } from './draft-notices.tsx';
import { patchStep } from './draft-tree.ts';
import { serverDraftOf, useDraftEditor, useEditorState } from './use-draft-editor.ts';

const STEP = { sectionId: 's', stepId: 'one', fieldId: null };
const sections = [
  buildDraftSection({ id: 's', name: 'Lysis', steps: [buildDraftStep({ id: 'one', title: 'Add buffer' })] }),
];
const shownWith = (version: number, savedBy: string, content: DraftSection[]): ShownProcedure => ({
  procedure: buildProcedure({ ...buildSettings(), id: 'p', status: 'PENDING_APPROVAL' }),
  sections: content,
  names: {},
  document: null,
  draft: { version, savedById: savedBy, savedByName: savedBy, savedAt: '2026-11-28T10:00:00.000Z' },
  problems: [],
  contentHash: '0'.repeat(64),
  authorChoices: [],
  authors: [],
  versions: [],
  signatures: [],
  flows: [],
  openBatches: [],
  queuedSamples: 0,
});

const storedEdits = {
  value: null,
  now: () => null,
  update: () => Promise.resolve(),
  save: () => Promise.resolve(),
  clear: () => Promise.resolve(),
};
let editor: DraftEditor;

function EditedVersion({ shown }: { shown: ShownProcedure }) {
  const draft = serverDraftOf(shown);
  if (!draft) throw new Error('The version is no draft.');
  return <EditorView shown={shown} draft={draft} />;
}

function EditorView({
  shown,
  draft,
}: {
  shown: ShownProcedure;
  draft: NonNullable<ReturnType<typeof serverDraftOf>>;
}) {
  const draftEditor = useDraftEditor({ shown, draft, storedEdits, userId: 'Me' });
  const state = useEditorState(draftEditor);
  editor = draftEditor;
  return (
    <>
      <ColleagueNotice state={state} />
      <output>{state.content.sections[0]?.steps[0]?.instructions}</output>
    </>
  );
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const renderVersion = (version: ShownProcedure) => (
  <OnlineQueries>
    <EditedVersion shown={version} />
  </OnlineQueries>
);

test('a poll that brings the save of a colleague shows their name and their changes beside the own ones', async () => {
  const saves: string[] = [];
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit = {}) => {
    if (typeof body === 'string') saves.push(body);
    return Response.json({ outcome: 'APPLIED', code: null, message: null });
  });
  const { rerender } = render(renderVersion(shownWith(1, 'Me', sections)));
  act(() =>
    editor.edit(
      (content) => ({ ...content, sections: patchStep(content.sections, STEP, { instructions: 'Mine' }) }),
      'one instructions',
    ),
  );
  expect(screen.queryByText(/edits this draft too/)).toBeNull();
  const theirs = patchStep(sections, STEP, { caution: 'The buffer is harmful.' });
  rerender(renderVersion(shownWith(2, 'Lee Park', theirs)));
  expect(await screen.findByText('Lee Park edits this draft too')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show changes' }));
  expect(screen.getByText('Caution:').parentElement?.textContent).toContain('emptyThe buffer is harmful.');
  expect(screen.queryByText('Instructions:')).toBeNull();
  expect(screen.getByText('Mine')).toBeTruthy();
  await act(() => editor.flush());
  await waitFor(() => expect(saves).toHaveLength(1));
  expect(saves[0]).toContain('"seenVersion":2');
  expect(saves[0]).toContain('"caution":"The buffer is harmful.","timerSeconds":null');
  expect(saves[0]).toContain('"instructions":"Mine"');
});

test('the own save of another tab is taken over without a notice', async () => {
  const { rerender } = render(renderVersion(shownWith(1, 'Me', sections)));
  const next = patchStep(sections, STEP, { instructions: 'From the other tab' });
  rerender(renderVersion(shownWith(2, 'Me', next)));
  expect(await screen.findByText('From the other tab')).toBeTruthy();
  expect(screen.queryByText(/edits this draft too/)).toBeNull();
});
