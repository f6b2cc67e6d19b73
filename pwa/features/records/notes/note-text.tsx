import type { ReactNode } from 'react';
import type { NoteBlock, NoteBody, NotePart } from '#db/records/notes/note-body.ts';

const MARK_CLASSES = {
  bold: 'font-semibold',
  italic: 'italic',
  underline: 'underline',
  strike: 'line-through',
  code: 'code',
} as const;

function Part({ part }: { part: NotePart }): ReactNode {
  if (part.type === 'hardBreak') return <br />;
  if (part.type === 'mention')
    return <span className="font-medium text-accent-ink">{`@${part.attrs.label}`}</span>;
  if (!part.marks?.length) return part.text;
  return <span className={part.marks.map(({ type }) => MARK_CLASSES[type]).join(' ')}>{part.text}</span>;
}

function Block({ block }: { block: NoteBlock }): ReactNode {
  // Parts of a note have no ids and never move, so their index is their key.
  if (block.type === 'paragraph')
    return (
      <p className="min-h-lh">
        {(block.content ?? []).map((part, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a note is drawn anew as a whole
          <Part key={place} part={part} />
        ))}
      </p>
    );
  const List = block.type === 'bulletList' ? 'ul' : 'ol';
  return (
    <List className={`pl-6 ${block.type === 'bulletList' ? 'list-disc' : 'list-decimal'}`}>
      {block.content.map(({ content }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a note is drawn anew as a whole
        <li key={place}>
          <Blocks blocks={content} />
        </li>
      ))}
    </List>
  );
}

function Blocks({ blocks }: { blocks: readonly NoteBlock[] }): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: a note is drawn anew as a whole
  return blocks.map((block, place) => <Block key={place} block={block} />);
}

/** The formatted text of a note, rendered from its document: never as HTML from a user. */
export function NoteText({ body }: { body: NoteBody }) {
  return (
    <div className="wrap-anywhere whitespace-pre-wrap">
      <Blocks blocks={body.content} />
    </div>
  );
}
