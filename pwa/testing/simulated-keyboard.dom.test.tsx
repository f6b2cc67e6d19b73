import { render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { createSimulatedKeyboard } from './simulated-keyboard.ts';

function Form({ onPress, onSubmit }: { onPress(): void; onSubmit(): void }) {
  const [note, setNote] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <input aria-label="Note" value={note} onChange={(event) => setNote(event.target.value)} />
      <button type="button" onClick={onPress}>
        Press
      </button>
      <input type="radio" name="place" aria-label="Shelf" defaultChecked />
      <input type="radio" name="place" aria-label="Rack" />
      <select aria-label="Room" defaultValue="a">
        <option value="a">Archive</option>
        <option value="w">Wet lab</option>
      </select>
    </form>
  );
}

const show = () => {
  const onPress = vi.fn();
  const onSubmit = vi.fn();
  render(<Form onPress={onPress} onSubmit={onSubmit} />);
  return { onPress, onSubmit, keyboard: createSimulatedKeyboard() };
};

test("a simulated key acts like a browser's key on a field, a button, a radio and a select", () => {
  const { onPress, onSubmit, keyboard } = show();
  const note = screen.getByLabelText<HTMLInputElement>('Note');
  note.focus();
  keyboard.scan('W26', { gapMs: 4 });
  expect(note.value).toBe('W26');
  expect(onSubmit).toHaveBeenCalledTimes(1);
  keyboard.press('Tab');
  expect(document.activeElement).toBe(screen.getByRole('button'));
  keyboard.press('Enter');
  keyboard.press(' ');
  expect(onPress).toHaveBeenCalledTimes(2);
  keyboard.press('Tab');
  keyboard.press('ArrowDown');
  expect(screen.getByLabelText<HTMLInputElement>('Rack').checked).toBe(true);
  screen.getByLabelText('Room').focus();
  keyboard.press('w');
  expect(screen.getByLabelText<HTMLSelectElement>('Room').value).toBe('w');
});

test('a simulated scanner sends its prefix, code and suffix with its gaps', () => {
  const { keyboard } = show();
  const keys: string[] = [];
  const listen = (event: KeyboardEvent) => void keys.push(`${event.key} ${event.timeStamp}`);
  const elapsed: number[] = [];
  document.addEventListener('keydown', listen);
  keyboard.scan('A2', { gapMs: 60, prefix: 'F13', suffix: 'Tab', before: (index) => elapsed.push(index) });
  document.removeEventListener('keydown', listen);
  const first = Number(keys[0]?.split(' ')[1]);
  expect(keys.map((key) => key.split(' ')).map(([key, at]) => [key, Math.round(Number(at) - first)])).toEqual(
    [
      ['F13', 0],
      ['A', 60],
      ['2', 120],
      ['Tab', 180],
    ],
  );
  expect(elapsed).toEqual([0, 1, 2]);
});
