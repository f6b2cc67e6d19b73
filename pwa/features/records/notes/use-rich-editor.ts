import { useEffect, useState } from 'react';
import { isFormatted, type NoteBody } from '#db/records/note-body.ts';
import type { RichEditor } from './rich-editor.tsx';

/** Loads the rich editor on request; without it notes are plain text. */
export function useRichEditor(initialBody: NoteBody, onProblem: (problem: string | null) => void) {
  const [Editor, setEditor] = useState<typeof RichEditor | null>(null);
  const [opening, setOpening] = useState(false);
  const [initial, setInitial] = useState(initialBody);
  const [body, setBody] = useState<NoteBody | null>(initialBody);
  const open = (startBody: NoteBody): void => {
    setOpening(true);
    setInitial(startBody);
    setBody(startBody);
    import('./rich-editor.tsx')
      .then((loaded) => setEditor(() => loaded.RichEditor))
      .catch(() => onProblem('The editor could not be loaded. Write plain text, or try again.'))
      .finally(() => setOpening(false));
  };
  const [formatted] = useState(() => isFormatted(initialBody));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a note with looks opens once, as it was
  useEffect(() => {
    if (formatted) open(initialBody);
  }, []);
  return { Editor, opening, initial, body, open, change: setBody, close: () => setEditor(null) };
}
