import { useState } from 'react';
import { listNotes } from '#db/api/records/notes.ts';
import type { BenchNoted } from '#db/records/notes/note.ts';
import type { NamedPerson } from '#db/records/notes/note-body.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { useCall, useInvalidation } from '#pwa/api/use-call.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { NoteEntry } from './note-entry.tsx';

export interface CustomerNotesProps {
  targetType: BenchNoted;
  targetId: string;
  people: readonly NamedPerson[];
}

function NotesOfCustomers({ targetType, targetId, people }: CustomerNotesProps) {
  const invalidate = useInvalidation();
  const [problem, setProblem] = useState<string | null>(null);
  const notes = useCall(listNotes, { query: { targetType, targetId } }, { select: ({ rows }) => rows });
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
  const failed = problem ?? (notes.isError ? errorText(notes.error) : null);
  const customerNotes = notes.data?.filter(({ byStaff }) => !byStaff) ?? [];
  return (
    <>
      {failed && (
        <Notice
          tone="danger"
          title={`Notes of the customer: ${failed}`}
          action={<Button onClick={() => void reload()}>Load again</Button>}
        />
      )}
      {customerNotes.length > 0 && (
        <div>
          <h3 className="font-semibold">From the customer</h3>
          <ul aria-label="Notes of the customer" className="divide-y divide-line border-line border-b">
            {customerNotes.map((note) => (
              <NoteEntry key={note.id} note={note} staff people={people} runOperation={runOperation} />
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** Customers' notes on a bench record: queried from the server, never stored on the device. */
export function CustomerNotes(props: CustomerNotesProps) {
  return (
    <OnlineQueries>
      <NotesOfCustomers {...props} />
    </OnlineQueries>
  );
}
