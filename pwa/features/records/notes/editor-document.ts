import { z } from 'zod';
import { NOTE_MARKS, NoteBody } from '#db/records/note-body.ts';

/** Whatever an editor makes; only what a note may hold is taken from it. */
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

/** Without the blank lines before and after the words: an editor keeps one below a list to go on writing. */
function trimmed(document: EditorNode): EditorNode {
  const { content = [] } = document;
  const first = content.findIndex((block) => !isBlank(block));
  const last = content.findLastIndex((block) => !isBlank(block));
  return first === -1 ? document : { ...document, content: content.slice(first, last + 1) };
}

/** An editor's document as a note's body; null when it holds what no note may hold, for example lists three deep. */
export function bodyOfEditor(document: unknown): NoteBody | null {
  const node = EditorNode.safeParse(document);
  return node.success ? (NoteBody.safeParse(cleaned(trimmed(node.data))).data ?? null) : null;
}
