import { z } from 'zod';
import { NOTE_MARKS, NoteBody } from '#db/records/note-body.ts';

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
