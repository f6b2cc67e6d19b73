import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentType, Component as ReactComponent, type ReactNode, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { loadedLater } from './loaded-later.tsx';

interface Named {
  name: string;
}
const Window = ({ name }: Named) => <p>{`The window of ${name}`}</p>;
const Waiting = ({ name }: Named) => <p>{`Fetching ${name}`}</p>;

/** What is fetched stays under way until it comes or fails. */
function underWay() {
  let settle: { come(window: ComponentType<Named>): void; fail(problem: Error): void } | null = null;
  const fetch = vi.fn<() => Promise<ComponentType<Named>>>(
    () =>
      new Promise((come, fail) => {
        settle = { come, fail };
      }),
  );
  return { fetch, come: () => settle?.come(Window), fail: (problem: Error) => settle?.fail(problem) };
}

test('its code is fetched once, with the first use, and something stands there until it comes', async () => {
  const { fetch, come } = underWay();
  const Later = loadedLater(fetch, Waiting);
  expect(fetch).not.toHaveBeenCalled();
  expect(Later.isHere()).toBe(false);
  const { rerender } = await act(async () => render(<Later name="a label" />));
  expect(screen.getByText('Fetching a label')).toBeTruthy();
  await act(async () => come());
  expect(screen.getByText('The window of a label')).toBeTruthy();
  rerender(<Later name="a box" />);
  expect(screen.getByText('The window of a box')).toBeTruthy();
  expect(fetch).toHaveBeenCalledOnce();
});

test('what was fetched before it is shown renders at once, without a flash', async () => {
  const { fetch, come } = underWay();
  const Later = loadedLater(fetch, Waiting);
  const coming = Later.load();
  come();
  await coming;
  expect(Later.isHere()).toBe(true);
  render(<Later name="a label" />);
  expect(screen.getByText('The window of a label')).toBeTruthy();
});

test('what could not be fetched is tried again at the next use', async () => {
  const { fetch, come, fail } = underWay();
  const Later = loadedLater(fetch);
  const first = Later.load();
  fail(new Error('no network'));
  await expect(first).rejects.toThrow('no network');
  expect(Later.isHere()).toBe(false);
  const second = Later.load();
  come();
  await second;
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(Later.isHere()).toBe(true);
});

class Caught extends ReactComponent<{ children: ReactNode }, { text: string | null }> {
  override state: { text: string | null } = { text: null };
  static getDerivedStateFromError = (problem: Error) => ({ text: problem.message });
  override render() {
    return this.state.text === null ? this.props.children : <p>{`Said: ${this.state.text}`}</p>;
  }
}

test('a failure while it is shown goes to the page that shows it', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { fetch, fail } = underWay();
  const Later = loadedLater(fetch);
  await act(async () =>
    render(
      <Caught>
        <Later name="a label" />
      </Caught>,
    ),
  );
  await act(async () => fail(new Error('no network')));
  expect(await screen.findByText('Said: no network')).toBeTruthy();
  expect(fetch).toHaveBeenCalledOnce();
  said.mockRestore();
});

function Counting({ name }: Named) {
  const [presses, setPresses] = useState(0);
  return <button type="button" onClick={() => setPresses(presses + 1)}>{`${name}: ${presses}`}</button>;
}

test('what was begun in it stays when its page is drawn again', async () => {
  const Later = loadedLater<Named>(async () => Counting, Waiting);
  const { rerender } = await act(async () => render(<Later name="Labels" />));
  fireEvent.click(screen.getByRole('button', { name: 'Labels: 0' }));
  rerender(<Later name="Boxes" />);
  expect(screen.getByRole('button', { name: 'Boxes: 1' })).toBeTruthy();
});
