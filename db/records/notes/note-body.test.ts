import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFormatted, MAX_NOTE_LENGTH, mentionsOf, NoteBody, noteBody, noteText } from './note-body.ts';

const ANN = { id: '01J00000000000000000000001', name: 'Ann Lee' };
const ANNA = { id: '01J00000000000000000000002', name: 'Ann Lee Smith' };

test('plain text is stored as a document and converts back unchanged', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (text) => {
      const lines = text.trim().split(/\r?\n/).join('\n');
      expect(noteText(noteBody(text))).toBe(lines.trim());
    }),
  );
  expect(NoteBody.safeParse(noteBody('one\n\nthree')).success).toBe(true);
});

test('mentions are found; of two matching names the longer one counts', () => {
  const body = noteBody('Ask @Ann Lee Smith and @Ann Lee, then @Ann Lee again; not me@Lee', [ANN, ANNA]);
  expect(mentionsOf(body)).toEqual([ANNA.id, ANN.id]);
  expect(noteText(body)).toBe('Ask @Ann Lee Smith and @Ann Lee, then @Ann Lee again; not me@Lee');
});

const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const text = (content: string, ...marks: string[]) =>
  marks.length > 0
    ? { type: 'text', text: content, marks: marks.map((type) => ({ type })) }
    : { type: 'text', text: content };
const list = (type: string, ...items: object[][]) => ({
  type,
  content: items.map((content) => ({ type: 'listItem', content })),
});
const doc = (...content: object[]) => ({ type: 'doc', content });

test('formatting and lists are kept, and plain readers get the text', () => {
  const mention = { type: 'mention', attrs: { id: ANN.id, label: ANN.name } };
  const body = NoteBody.parse(
    doc(
      paragraph(text('Thaw '), text('slowly', 'bold', 'italic')),
      list(
        'orderedList',
        [paragraph(text('spin'))],
        [
          paragraph(text('ask '), mention),
          list('bulletList', [paragraph(text('tube 4'), { type: 'hardBreak' }, text('tube 5'))]),
        ],
      ),
    ),
  );
  expect(noteText(body)).toBe('Thaw slowly\n1. spin\n2. ask @Ann Lee\n  - tube 4\n    tube 5');
  expect(mentionsOf(body)).toEqual([ANN.id]);
  expect([isFormatted(body), isFormatted(noteBody('plain @Ann Lee', [ANN]))]).toEqual([true, false]);
});

test('a document that nests too deep, is too large or has other formatting is refused', () => {
  const nested = (depth: number): object =>
    list('bulletList', [paragraph(text('x')), ...(depth > 0 ? [nested(depth - 1)] : [])]);
  expect(NoteBody.safeParse(doc(nested(1))).success).toBe(true);
  const long = Array.from({ length: 20 }, () => paragraph(text('x'.repeat(MAX_NOTE_LENGTH))));
  for (const invalidBody of [
    doc(nested(2)),
    doc(...long),
    doc({ type: 'heading', attrs: { level: 1 }, content: [text('x')] }),
    doc({ ...paragraph(text('x')), attrs: { style: 'color:red' } }),
    doc(paragraph({ type: 'text', text: 'x', marks: [{ type: 'bold', attrs: { class: 'x' } }] })),
    doc({ type: 'codeBlock', content: [text('x')] }),
  ])
    expect(NoteBody.safeParse(invalidBody).success).toBe(false);
});

test('a document with links, pictures or scripts is refused', () => {
  for (const part of [
    { type: 'image', attrs: { src: 'x' } },
    { type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] },
    { type: 'mention', attrs: { id: ANN.id, label: 'x', onclick: 'x' } },
    { type: 'text', text: '' },
  ])
    expect(
      NoteBody.safeParse({ type: 'doc', content: [{ type: 'paragraph', content: [part] }] }).success,
    ).toBe(false);
  expect(NoteBody.safeParse({ type: 'doc', content: [] }).success).toBe(false);
});

test('a note without a document is refused as not received', () => {
  for (const none of [undefined, null, 'plain words', 7, []])
    expect(NoteBody.safeParse(none).error?.issues[0]?.message).toBe('Did not receive a valid JSON object.');
});
