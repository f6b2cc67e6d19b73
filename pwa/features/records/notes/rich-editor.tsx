import { Mention } from '@tiptap/extension-mention';
import { EditorContent, type JSONContent, useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useId, useMemo, useState } from 'react';
import type { NamedPerson, NoteBody } from '#db/records/note-body.ts';
import { bodyOfEditor } from './editor-document.ts';
import { EditorTools } from './editor-tools.tsx';
import { createPersonSuggestion, PersonChoice, type PersonSuggestion } from './person-suggestion.tsx';

interface RichEditorProps {
  label: string;
  initial: NoteBody;
  people: readonly NamedPerson[];
  /** Null when the document has content that a note may not contain. */
  onChange(body: NoteBody | null): void;
}

// Content that a note may not contain is neither offered nor accepted from a paste.
const KIT = StarterKit.configure({
  blockquote: false,
  codeBlock: false,
  heading: false,
  horizontalRule: false,
  link: false,
});

// A copy, because the editor mutates its document.
const contentOf = (body: NoteBody): JSONContent => JSON.parse(JSON.stringify(body));

/** Writes a note with formatting and lists; `@` mentions a colleague. Loaded on demand. */
export function RichEditor({ label, initial, people, onChange }: RichEditorProps) {
  const labelId = useId();
  const [openSuggestion, setOpenSuggestion] = useState<PersonSuggestion | null>(null);
  const suggestion = useMemo(() => createPersonSuggestion(people, setOpenSuggestion), [people]);
  const editor = useEditor({
    extensions: people.length > 0 ? [KIT, Mention.configure({ suggestion })] : [KIT],
    content: contentOf(initial),
    immediatelyRender: true,
    // The page's policy blocks styles from scripts; the necessary ones are in the classes below.
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelId,
        class: 'min-h-24 px-3 py-2 break-words whitespace-pre-wrap outline-none',
      },
    },
    onUpdate: ({ editor: changed }) => onChange(bodyOfEditor(changed.getJSON())),
  });
  return (
    <div>
      <span id={labelId} className="mb-1 block font-medium text-sm">
        {label}{' '}
        <span data-tone="danger" aria-hidden className="text-tone-ink">
          *
        </span>
      </span>
      <div className="rounded-md border border-line-strong bg-surface focus-within:outline-3 focus-within:outline-focus">
        <EditorTools editor={editor} />
        <EditorContent
          editor={editor}
          className="[&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:pl-6"
        />
      </div>
      {openSuggestion && <PersonChoice suggestion={openSuggestion} />}
    </div>
  );
}
