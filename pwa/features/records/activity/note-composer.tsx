import { Pencil } from 'lucide-react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { NoteForm } from '#pwa/features/records/notes/note-entry.tsx';

type NoteComposerProps = Omit<ComponentProps<typeof NoteForm>, 'label' | 'saveLabel' | 'onCancel'>;

/** Writes a note: one line, which becomes the form when it is pressed. */
export function NoteComposer({ onSave, ...form }: NoteComposerProps) {
  const [writing, setWriting] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (writing) place.current?.querySelector('textarea')?.focus();
  }, [writing]);
  return (
    <div ref={place}>
      {writing ? (
        <NoteForm
          {...form}
          label="New note"
          saveLabel="Add note"
          onSave={async (note) => {
            await onSave(note);
            setWriting(false);
          }}
          onCancel={() => setWriting(false)}
        />
      ) : (
        <button
          type="button"
          onClick={() => setWriting(true)}
          className="flex min-h-control w-full items-center gap-2 rounded-md border border-line-strong bg-surface px-3 text-left text-ink-soft hover:bg-hover"
        >
          <Pencil aria-hidden size={16} className="shrink-0" />
          Write a note
        </button>
      )}
    </div>
  );
}
