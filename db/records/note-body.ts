import { z } from 'zod';
import { Id } from '#db/values/id.ts';

/** The most signs of one note. */
export const LONGEST_NOTE = 5_000;
const MOST_PARAGRAPHS = 500;

const Text = z.strictObject({ type: z.literal('text'), text: z.string().min(1).max(LONGEST_NOTE) });
const Mention = z.strictObject({
  type: z.literal('mention'),
  attrs: z.strictObject({ id: Id, label: z.string().trim().min(1).max(200) }),
});
const Paragraph = z.strictObject({
  type: z.literal('paragraph'),
  content: z
    .array(z.discriminatedUnion('type', [Text, Mention]))
    .max(1_000)
    .optional(),
});

/** The rich text document of a note: paragraphs of text and of people who are named. */
export const NoteBody = z.strictObject({
  type: z.literal('doc'),
  content: z.array(Paragraph).min(1).max(MOST_PARAGRAPHS),
});
export type NoteBody = z.infer<typeof NoteBody>;

/** Somebody who is named in a note. */
export interface NamedPerson {
  id: string;
  name: string;
}

/** The document as plain text, a line a paragraph. */
export const noteText = ({ content }: NoteBody): string =>
  content
    .map((paragraph) =>
      (paragraph.content ?? [])
        .map((part) => (part.type === 'text' ? part.text : `@${part.attrs.label}`))
        .join(''),
    )
    .join('\n')
    .trim();

/** The users who are named in the document, each once. */
export const mentionsOf = ({ content }: NoteBody): string[] => [
  ...new Set(
    content.flatMap((paragraph) =>
      (paragraph.content ?? []).flatMap((part) => (part.type === 'mention' ? [part.attrs.id] : [])),
    ),
  ),
];

type Part = NonNullable<NoteBody['content'][number]['content']>[number];

/** Cuts a line at the first name that stands in it as `@Name`; of two that fit the longer is meant. */
function partsOf(line: string, people: readonly NamedPerson[]): Part[] {
  if (line === '') return [];
  const found = people
    .map((person) => ({ person, at: line.indexOf(`@${person.name}`) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.person.name.length - a.person.name.length)[0];
  if (!found) return [{ type: 'text', text: line }];
  const { person, at } = found;
  return [
    ...(at > 0 ? [{ type: 'text' as const, text: line.slice(0, at) }] : []),
    { type: 'mention', attrs: { id: person.id, label: person.name } },
    ...partsOf(line.slice(at + person.name.length + 1), people),
  ];
}

/** Plain text as a document; `@Name` of one of these people names them. */
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
