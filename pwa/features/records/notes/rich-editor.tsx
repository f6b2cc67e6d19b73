import { Mention, type MentionOptions } from '@tiptap/extension-mention';
import { type Editor, EditorContent, type JSONContent, useEditor, useEditorState } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import {
  Bold,
  Code,
  Italic,
  List,
  ListOrdered,
  type LucideIcon,
  Strikethrough,
  Underline,
} from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { z } from 'zod';
import { type NamedPerson, NOTE_MARKS, NoteBody } from '#db/records/notes/note-body.ts';
import { classNames } from '#pwa/ui/class-names.ts';

/** The output of an editor; only content that a note may contain is taken from it. */
const EditorNode = z.object({
  type: z.string(),
  text: z.string().optional(),
  marks: z.array(z.object({ type: z.string() })).optional(),
  attrs: z.record(z.string(), z.unknown()).optional(),
  get content() {
    return z.array(EditorNode).optional();
  },
});
type EditorNode = z.infer<typeof EditorNode>;

function cleaned({ type, text, marks = [], attrs = {}, content }: EditorNode): object {
  if (type === 'mention') return { type, attrs: { id: attrs['id'], label: attrs['label'] } };
  if (type === 'text') {
    const allowedMarks = NOTE_MARKS.filter((mark) => marks.some((one) => one.type === mark));
    return allowedMarks.length > 0
      ? { type, text, marks: allowedMarks.map((mark) => ({ type: mark })) }
      : { type, text };
  }
  return content && content.length > 0 ? { type, content: content.map(cleaned) } : { type };
}

const isBlank = ({ type, content = [] }: EditorNode): boolean =>
  type === 'paragraph' &&
  content.every((part) => part.type === 'hardBreak' || (part.type === 'text' && part.text?.trim() === ''));

/** Remove blank lines around the text: an editor keeps one below a list for further typing. */
function trimmed(document: EditorNode): EditorNode {
  const { content = [] } = document;
  const first = content.findIndex((block) => !isBlank(block));
  const last = content.findLastIndex((block) => !isBlank(block));
  return first === -1 ? document : { ...document, content: content.slice(first, last + 1) };
}

/**
 * Convert an editor's document to a note's body; null when it contains invalid content, such as lists three
 * levels deep.
 */
export function bodyOfEditor(document: unknown): NoteBody | null {
  const node = EditorNode.safeParse(document);
  return node.success ? (NoteBody.safeParse(cleaned(trimmed(node.data))).data ?? null) : null;
}

interface Tool {
  name: string;
  label: string;
  icon: LucideIcon;
  press(editor: Editor): void;
}

const TOOLS: readonly Tool[] = [
  { name: 'bold', label: 'Bold', icon: Bold, press: (editor) => editor.chain().focus().toggleBold().run() },
  {
    name: 'italic',
    label: 'Italic',
    icon: Italic,
    press: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    name: 'underline',
    label: 'Underline',
    icon: Underline,
    press: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    name: 'strike',
    label: 'Struck through',
    icon: Strikethrough,
    press: (editor) => editor.chain().focus().toggleStrike().run(),
  },
  { name: 'code', label: 'Code', icon: Code, press: (editor) => editor.chain().focus().toggleCode().run() },
  {
    name: 'bulletList',
    label: 'List',
    icon: List,
    press: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: 'orderedList',
    label: 'Numbered list',
    icon: ListOrdered,
    press: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
];

/** Formatting buttons; those active at the cursor are pressed. */
function EditorTools({ editor }: { editor: Editor }) {
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => TOOLS.filter(({ name }) => now.isActive(name)).map(({ name }) => name),
  });
  return (
    <div role="toolbar" aria-label="Format" className="flex flex-wrap gap-0.5 border-line border-b p-1">
      {TOOLS.map(({ name, label, icon: Icon, press }) => (
        <button
          key={name}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={on.includes(name)}
          onClick={() => press(editor)}
          className={classNames(
            'grid size-11 place-items-center rounded-sm hover:bg-hover',
            on.includes(name) && 'bg-sunken text-accent-ink',
          )}
        >
          <Icon aria-hidden size={18} />
        </button>
      ))}
    </div>
  );
}

const MAX_PEOPLE = 6;

/** The people that match the text after `@`, and the one that Enter selects. */
interface PersonSuggestion {
  people: readonly NamedPerson[];
  selectedIndex: number;
  choose(person: NamedPerson): void;
}

const findPeople = (people: readonly NamedPerson[], query: string): NamedPerson[] =>
  people.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase())).slice(0, MAX_PEOPLE);

/**
 * Searches people while the user types after `@`; arrows move, Enter and Tab select, Escape keeps the text.
 */
function createPersonSuggestion(
  people: readonly NamedPerson[],
  show: (suggestion: PersonSuggestion | null) => void,
): MentionOptions['suggestion'] {
  return {
    items: ({ query }) => findPeople(people, query),
    render: () => {
      let suggestion: PersonSuggestion | null = null;
      const update = (next: PersonSuggestion | null): void => {
        suggestion = next && next.people.length > 0 ? next : null;
        show(suggestion);
      };
      const renew = ({ items, command }: { items: NamedPerson[]; command(attrs: object): void }): void =>
        update({ people: items, selectedIndex: 0, choose: ({ id, name }) => command({ id, label: name }) });
      return {
        onStart: renew,
        onUpdate: renew,
        onExit: () => update(null),
        onKeyDown: ({ event: { key } }) => {
          if (!suggestion) return false;
          const count = suggestion.people.length;
          const person = suggestion.people[suggestion.selectedIndex];
          if (key === 'Escape') update(null);
          else if (key === 'ArrowDown')
            update({ ...suggestion, selectedIndex: (suggestion.selectedIndex + 1) % count });
          else if (key === 'ArrowUp')
            update({ ...suggestion, selectedIndex: (suggestion.selectedIndex + count - 1) % count });
          else if ((key === 'Enter' || key === 'Tab') && person) suggestion.choose(person);
          else return false;
          return true;
        },
      };
    },
  };
}

/** The matching people below the text, each large enough for touch. */
function PersonChoice({ suggestion }: { suggestion: PersonSuggestion }) {
  return (
    <ul aria-label="People" className="panel mt-1 overflow-hidden">
      {suggestion.people.map((person, place) => (
        <li key={person.id}>
          <button
            type="button"
            // The cursor stays in the text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => suggestion.choose(person)}
            className={classNames(
              'min-h-11 w-full px-3 text-left hover:bg-hover',
              place === suggestion.selectedIndex && 'bg-sunken font-medium',
            )}
          >
            {person.name}
          </button>
        </li>
      ))}
    </ul>
  );
}

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
