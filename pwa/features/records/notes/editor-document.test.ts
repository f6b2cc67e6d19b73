import { expect, test } from 'vitest';
import { bodyOfEditor } from './rich-editor.tsx';

const item = (...content: object[]) => ({ type: 'listItem', content });
const paragraph = (text: string, more: object = {}) => ({
  type: 'paragraph',
  content: [{ type: 'text', text, ...more }],
});

test('an editor document keeps only what a note may contain', () => {
  const editorDocument = {
    type: 'doc',
    content: [
      { ...paragraph('Look'), attrs: { textAlign: null } },
      { type: 'orderedList', attrs: { start: 1, type: null }, content: [item(paragraph('spin'))] },
      { type: 'paragraph' },
      paragraph('loud', {
        marks: [{ type: 'bold' }, { type: 'link', attrs: { href: 'javascript:alert(1)' } }],
      }),
      {
        type: 'paragraph',
        content: [{ type: 'mention', attrs: { id: 'u1', label: 'Ann', mentionSuggestionChar: '@' } }],
      },
    ],
  };
  expect(bodyOfEditor(editorDocument)?.content).toEqual([
    paragraph('Look'),
    { type: 'orderedList', content: [item(paragraph('spin'))] },
    { type: 'paragraph' },
    paragraph('loud', { marks: [{ type: 'bold' }] }),
    { type: 'paragraph', content: [{ type: 'mention', attrs: { id: 'u1', label: 'Ann' } }] },
  ]);
});

test('lists three levels deep and invalid documents give no body', () => {
  const list = (...content: object[]) => ({ type: 'bulletList', content: [item(...content)] });
  const deep = list(paragraph('1'), list(paragraph('2'), list(paragraph('3'))));
  expect(bodyOfEditor({ type: 'doc', content: [deep] })).toBeNull();
  expect(bodyOfEditor('<p>no</p>')).toBeNull();
});

test('blank lines around the text are removed, those within it are kept', () => {
  const blank = { type: 'paragraph' };
  const spaces = paragraph('  ');
  const list = { type: 'bulletList', content: [item(paragraph('spin'))] };
  const editorDocument = { type: 'doc', content: [blank, paragraph('Look'), blank, list, spaces, blank] };
  expect(bodyOfEditor(editorDocument)?.content).toEqual([paragraph('Look'), blank, list]);
  expect(bodyOfEditor({ type: 'doc', content: [blank] })?.content).toEqual([blank]);
});
