import { type Editor, useEditorState } from '@tiptap/react';
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
import { classNames } from '#pwa/ui/class-names.ts';

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
export function EditorTools({ editor }: { editor: Editor }) {
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
