import { StickyNote } from 'lucide-react';
import { useState } from 'react';
import { listNotePeople, listNotes } from '#db/api/records/notes.ts';
import type { NoteTargetType } from '#db/records/notes/note.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { sendNote } from '#pwa/api/notes.ts';
import { useCall, useInvalidation } from '#pwa/api/use-call.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { NoteEntry, NoteForm } from './note-entry.tsx';

/** The notes of a record from the server, and how to change them. */
export function useRecordNotes(targetType: NoteTargetType, targetId: string, staff: boolean) {
  const [problem, setProblem] = useState<string | null>(null);
  const invalidate = useInvalidation();
  const notes = useCall(listNotes, { query: { targetType, targetId } }, { select: ({ rows }) => rows });
  const people = useCall(listNotePeople, {}, { enabled: staff, select: (answer) => answer.people });
  const reload = () => invalidate([listNotes]);
  const runOperation = async (work: () => Promise<unknown>): Promise<boolean> => {
    setProblem(null);
    try {
      await work();
      await reload();
      return true;
    } catch (error) {
      setProblem(errorText(error));
      return false;
    }
  };
  // A cached list of colleagues from another role must not offer mentions.
  return { notes, people: staff ? (people.data ?? []) : [], problem, reload, runOperation };
}

interface NotesPanelProps {
  targetType: NoteTargetType;
  targetId: string;
  staff: boolean;
  /** Without a frame, within the activity of the record. */
  bare?: boolean;
}

/** Notes of a record: read, write, edit, pin, remove. Needs `OnlineQueries` around it. */
export function NotesPanel({ targetType, targetId, staff, bare = false }: NotesPanelProps) {
  const {
    notes,
    people: mentionablePeople,
    problem,
    reload,
    runOperation,
  } = useRecordNotes(targetType, targetId, staff);
  return (
    <Section title="Notes" bare={bare}>
      <NoteForm
        label="New note"
        saveLabel="Add note"
        initialVisibility={staff ? 'INTERNAL' : 'CUSTOMER'}
        canChooseReaders={staff}
        people={mentionablePeople}
        onSave={async (note) => {
          await sendNote({ targetType, targetId, ...note });
          await reload();
        }}
      />
      {!staff && (
        <p className="mt-2 text-ink-soft text-sm">The lab and your organization read these notes.</p>
      )}
      {problem && (
        <div className="mt-3">
          <Notice
            tone="danger"
            title={problem}
            action={<Button onClick={() => void reload()}>Load again</Button>}
          />
        </div>
      )}
      <div className="mt-4">
        {notes.isPending ? (
          <Skeleton lines={3} label="Loading notes" />
        ) : notes.isError ? (
          <Notice
            tone="danger"
            title={errorText(notes.error)}
            action={<Button onClick={() => void reload()}>Load again</Button>}
          />
        ) : notes.data.length === 0 ? (
          <EmptyState icon={StickyNote} title="No notes" />
        ) : (
          <ul aria-label="Notes" className="divide-y divide-line border-line border-t">
            {notes.data.map((note) => (
              <NoteEntry
                key={note.id}
                note={note}
                staff={staff}
                people={mentionablePeople}
                runOperation={runOperation}
              />
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}
