import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#db/errors/app-error.ts';
import { buildDraftSection, buildDraftStep, buildSettings } from '#db/factories/build-procedure-drafts.ts';
import { openDraftEditor, type ServerDraft, type StoredEdits } from './draft-editor.ts';
import { patchStep } from './draft-tree.ts';
import type { DraftContent } from './merge-drafts.ts';

const content: DraftContent = {
  settings: buildSettings(),
  sections: [
    buildDraftSection({
      id: 's',
      name: 'Lysis',
      steps: [
        buildDraftStep({ id: 'one', title: 'Add buffer' }),
        buildDraftStep({ id: 'two', title: 'Wait' }),
      ],
    }),
  ],
};

/** A server with one draft, which answers like the operation `save-procedure-draft`. */
function createServer() {
  let draft: ServerDraft = {
    version: 1,
    content,
    savedById: 'me',
    savedByName: 'Me',
    savedAt: '2026-11-28T10:00:00.000Z',
  };
  let storedEdits: StoredEdits | null = null;
  let failure: 'BEFORE' | 'AFTER' | null = null;
  const write = (next: DraftContent, savedById: string, savedByName: string) => {
    draft = { ...draft, version: draft.version + 1, content: next, savedById, savedByName };
  };
  const unreachable = () => new AppError('UNAVAILABLE', 'The server cannot be reached.');
  return {
    draft: () => draft,
    storedEdits: () => storedEdits,
    fail: (when: typeof failure) => {
      failure = when;
    },
    colleagueSaves: (next: DraftContent) => write(next, 'lee', 'Lee Park'),
    open: (edits: StoredEdits | null = null) =>
      openDraftEditor(draft, edits, {
        userId: 'me',
        savesItself: true,
        now: Date.now,
        read: async () => draft,
        store: async (next) => {
          storedEdits = next;
        },
        save: async (next, seenVersion) => {
          if (failure === 'BEFORE') throw unreachable();
          if (JSON.stringify(next) === JSON.stringify(draft.content)) return { isChanged: false };
          if (seenVersion !== draft.version)
            throw new AppError('STALE_VERSION', 'Lee Park changed this draft.');
          write(next, 'me', 'Me');
          if (failure === 'AFTER') throw unreachable();
          return { isChanged: true };
        },
      }),
  };
}

const retitle = (stepId: string, title: string) => (before: DraftContent) => ({
  ...before,
  sections: patchStep(before.sections, { sectionId: 's', stepId, fieldId: null }, { title }),
});
const titlesOf = ({ sections }: DraftContent) => sections[0]?.steps.map(({ title }) => title);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a draft saves itself after a pause and leaves nothing on the device', async () => {
  const server = createServer();
  const editor = server.open();
  editor.edit(retitle('one', 'Add'), 'one title');
  editor.edit(retitle('one', 'Add 200 µL'), 'one title');
  expect(editor.state().save).toBe('UNSAVED');
  await vi.advanceTimersByTimeAsync(900);
  expect(editor.state().save).toBe('SAVED');
  expect([server.draft().version, titlesOf(server.draft().content)]).toEqual([2, ['Add 200 µL', 'Wait']]);
  expect(server.storedEdits()).toBeNull();
});

test('undo takes back what was typed in one place as one act, and redo repeats it', () => {
  const editor = createServer().open();
  editor.edit(retitle('one', 'Add 2'), 'one title');
  editor.edit(retitle('one', 'Add 200'), 'one title');
  editor.edit(retitle('two', 'Incubate'), 'two title');
  editor.undo();
  expect(titlesOf(editor.state().content)).toEqual(['Add 200', 'Wait']);
  editor.undo();
  expect(titlesOf(editor.state().content)).toEqual(['Add buffer', 'Wait']);
  expect(editor.state()).toMatchObject({ canUndo: false, canRedo: true });
  editor.redo();
  expect(titlesOf(editor.state().content)).toEqual(['Add 200', 'Wait']);
});

test('changes of a colleague are merged, and undo leaves them', async () => {
  const server = createServer();
  const editor = server.open();
  editor.edit(retitle('one', 'Mine'), 'one title');
  server.colleagueSaves(retitle('two', 'Theirs')(content));
  await vi.advanceTimersByTimeAsync(3000);
  expect(editor.state()).toMatchObject({ save: 'SAVED', conflicts: [], colleague: { name: 'Lee Park' } });
  expect(titlesOf(server.draft().content)).toEqual(['Mine', 'Theirs']);
  editor.undo();
  expect(titlesOf(editor.state().content)).toEqual(['Add buffer', 'Theirs']);
});

test('a place that both authors changed waits for a decision and is not overwritten', async () => {
  const server = createServer();
  const editor = server.open();
  editor.edit(retitle('one', 'Mine'), 'one title');
  server.colleagueSaves(retitle('one', 'Theirs')(content));
  await vi.advanceTimersByTimeAsync(5000);
  const [conflict] = editor.state().conflicts;
  expect(conflict).toMatchObject({ property: 'title', mine: 'Mine', theirs: 'Theirs' });
  expect(titlesOf(server.draft().content)?.[0]).toBe('Theirs');
  if (conflict) editor.decide(conflict, 'MINE');
  await vi.advanceTimersByTimeAsync(3000);
  expect(titlesOf(server.draft().content)?.[0]).toBe('Mine');
  expect(editor.state()).toMatchObject({ save: 'SAVED', conflicts: [] });
});

test('a conflict that is decided for the colleague shows their value', async () => {
  const server = createServer();
  const editor = server.open();
  editor.edit(retitle('one', 'Mine'), 'one title');
  server.colleagueSaves(retitle('one', 'Theirs')(content));
  await vi.advanceTimersByTimeAsync(5000);
  const [conflict] = editor.state().conflicts;
  if (conflict) editor.decide(conflict, 'THEIRS');
  expect(titlesOf(editor.state().content)?.[0]).toBe('Theirs');
});

test('without a server the edits stay on the device and go out later', async () => {
  const server = createServer();
  const editor = server.open();
  server.fail('BEFORE');
  editor.edit(retitle('one', 'Offline'), 'one title');
  await vi.advanceTimersByTimeAsync(1000);
  expect(editor.state().save).toBe('WAITING');
  editor.close();
  const edits = server.storedEdits();
  expect(titlesOf(edits?.content ?? content)?.[0]).toBe('Offline');
  server.fail(null);
  server.colleagueSaves(retitle('two', 'Theirs')(content));
  const reopened = server.open(edits);
  await vi.advanceTimersByTimeAsync(2000);
  expect(titlesOf(server.draft().content)).toEqual(['Offline', 'Theirs']);
  expect(reopened.state().save).toBe('SAVED');
});

test('a save whose answer was lost is no conflict with what was typed meanwhile', async () => {
  const server = createServer();
  const editor = server.open();
  server.fail('AFTER');
  editor.edit(retitle('one', 'Ab'), 'one title');
  await vi.advanceTimersByTimeAsync(900);
  server.fail(null);
  editor.edit(retitle('one', 'Abc'), 'one title');
  await vi.advanceTimersByTimeAsync(8000);
  expect(editor.state()).toMatchObject({ save: 'SAVED', conflicts: [] });
  expect(titlesOf(server.draft().content)?.[0]).toBe('Abc');
});
