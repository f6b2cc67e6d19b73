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
    const kept = NOTE_MARKS.filter((mark) => marks.some((one) => one.type === mark));
    return kept.length > 0 ? { type, text, marks: kept.map((mark) => ({ type: mark })) } : { type, text };
  }
  return content && content.length > 0 ? { type, content: content.map(cleaned) } : { type };
}

/** An editor's document as a note's body; null when it holds what no note may hold, for example lists three deep. */
export function bodyOfEditor(document: unknown): NoteBody | null {
  const node = EditorNode.safeParse(document);
  return node.success ? (NoteBody.safeParse(cleaned(node.data)).data ?? null) : null;
}
