import { z } from 'zod';
import { MESSAGES } from '#db/errors/messages.ts';
import { Id } from '#db/values/id.ts';

/** Longest text of a note, in characters. */
export const MAX_NOTE_LENGTH = 5_000;
/** Largest document of a note with its formatting, in characters of JSON. */
const MAX_NOTE_DOCUMENT_SIZE = 60_000;
const MAX_PARAGRAPHS = 500;

export const NOTE_MARKS = ['bold', 'italic', 'underline', 'strike', 'code'] as const;
const Mark = z.strictObject({ type: z.enum(NOTE_MARKS) });

const Text = z.strictObject({
  type: z.literal('text'),
  text: z.string().min(1).max(MAX_NOTE_LENGTH),
  marks: z.array(Mark).max(NOTE_MARKS.length).optional(),
});
const HardBreak = z.strictObject({ type: z.literal('hardBreak') });
const Mention = z.strictObject({
  type: z.literal('mention'),
  attrs: z.strictObject({ id: Id, label: z.string().trim().min(1).max(200) }),
});
const Paragraph = z.strictObject({
  type: z.literal('paragraph'),
  content: z
    .array(z.discriminatedUnion('type', [Text, HardBreak, Mention]))
    .max(1_000)
    .optional(),
});
type NoteParagraph = z.infer<typeof Paragraph>;
export type NotePart = NonNullable<NoteParagraph['content']>[number];

const LISTS = ['bulletList', 'orderedList'] as const;
// Lists nest once and no deeper, so a sent document cannot nest without end.
const InnerItem = z.strictObject({ type: z.literal('listItem'), content: z.array(Paragraph).min(1).max(50) });
const InnerList = z.strictObject({ type: z.enum(LISTS), content: z.array(InnerItem).min(1).max(200) });
const Item = z.strictObject({
  type: z.literal('listItem'),
  content: z
    .array(z.discriminatedUnion('type', [Paragraph, InnerList]))
    .min(1)
    .max(50),
});
const List = z.strictObject({ type: z.enum(LISTS), content: z.array(Item).min(1).max(200) });

/**
 * The rich text document of a note: paragraphs and lists of text with some formatting, and mentions of
 * people. Anything else that an editor can make (links, pictures, styles) is refused.
 */
export const NoteBody = z
  .strictObject(
    {
      type: z.literal('doc'),
      content: z
        .array(z.discriminatedUnion('type', [Paragraph, List]))
        .min(1)
        .max(MAX_PARAGRAPHS),
    },
    { error: ({ code }) => (code === 'invalid_type' ? MESSAGES.noRichText : undefined) },
  )
  .refine(
    (body) => JSON.stringify(body).length <= MAX_NOTE_DOCUMENT_SIZE,
    'This note is too long. Write two.',
  );
export type NoteBody = z.infer<typeof NoteBody>;
export type NoteBlock = NoteBody['content'][number];

/** A person mentioned in a note. */
export interface NamedPerson {
  id: string;
  name: string;
}

const partText = (part: NotePart): string => {
  if (part.type === 'mention') return `@${part.attrs.label}`;
  return part.type === 'text' ? part.text : '\n';
};

const paragraphText = ({ content = [] }: NoteParagraph): string => content.map(partText).join('');

function blockText(block: NoteBlock): string {
  if (block.type === 'paragraph') return paragraphText(block);
  return block.content
    .map(({ content }, index) => {
      const sign = block.type === 'bulletList' ? '- ' : `${index + 1}. `;
      return sign + content.map(blockText).join('\n').replaceAll('\n', '\n  ');
    })
    .join('\n');
}

/** Convert the document to plain text: one line per paragraph, a bullet or a number before list items. */
export const noteText = ({ content }: NoteBody): string => content.map(blockText).join('\n').trim();

const partsIn = (block: NoteBlock): readonly NotePart[] =>
  block.type === 'paragraph'
    ? (block.content ?? [])
    : block.content.flatMap(({ content }) => content.flatMap(partsIn));

/** List the users who are mentioned in the document, each once. */
export const mentionsOf = ({ content }: NoteBody): string[] => [
  ...new Set(content.flatMap(partsIn).flatMap((part) => (part.type === 'mention' ? [part.attrs.id] : []))),
];

/** Check whether the document has more than paragraphs of plain text. */
export const isFormatted = ({ content }: NoteBody): boolean =>
  content.some(
    (block) =>
      block.type !== 'paragraph' || partsIn(block).some((part) => part.type === 'text' && part.marks?.length),
  );

/** Split a line at the first `@Name` in it; of two matching names the longer one counts. */
function partsOf(line: string, people: readonly NamedPerson[]): NotePart[] {
  if (line === '') return [];
  const mention = people
    .map((person) => ({ person, at: line.indexOf(`@${person.name}`) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.person.name.length - a.person.name.length)[0];
  if (!mention) return [{ type: 'text', text: line }];
  const { person, at } = mention;
  return [
    ...(at > 0 ? [{ type: 'text' as const, text: line.slice(0, at) }] : []),
    { type: 'mention', attrs: { id: person.id, label: person.name } },
    ...partsOf(line.slice(at + person.name.length + 1), people),
  ];
}

/** Convert plain text to a document; `@Name` of one of these people becomes a mention. */
export const noteBody = (text: string, people: readonly NamedPerson[] = []): NoteBody => ({
  type: 'doc',
  content: text
    .trim()
    .split(/\r?\n/)
    .map((line) => {
      const content = partsOf(line, people);
      return content.length > 0 ? { type: 'paragraph', content } : { type: 'paragraph' };
    }),
});
