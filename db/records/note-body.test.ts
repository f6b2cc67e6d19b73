import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mentionsOf, NoteBody, noteBody, noteText } from './note-body.ts';

const ANN = { id: '01J00000000000000000000001', name: 'Ann Lee' };
const ANNA = { id: '01J00000000000000000000002', name: 'Ann Lee Smith' };

test('plain text is kept as a document and comes back as it was', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (text) => {
      const lines = text.trim().split(/\r?\n/).join('\n');
      expect(noteText(noteBody(text))).toBe(lines.trim());
    }),
  );
  expect(NoteBody.safeParse(noteBody('one\n\nthree')).success).toBe(true);
});

test('who is named is found; of two names that fit the longer is meant', () => {
  const body = noteBody('Ask @Ann Lee Smith and @Ann Lee, then @Ann Lee again; not me@Lee', [ANN, ANNA]);
  expect(mentionsOf(body)).toEqual([ANNA.id, ANN.id]);
  expect(noteText(body)).toBe('Ask @Ann Lee Smith and @Ann Lee, then @Ann Lee again; not me@Lee');
});

test('a document with links, scripts or marks is none', () => {
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
