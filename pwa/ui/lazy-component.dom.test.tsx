import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentType, Component as ReactComponent, type ReactNode, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { lazyComponent } from './lazy-component.tsx';

interface NamedProps {
  name: string;
}
const Window = ({ name }: NamedProps) => <p>{`The window of ${name}`}</p>;
const Waiting = ({ name }: NamedProps) => <p>{`Fetching ${name}`}</p>;

/** The load stays pending until the test resolves or rejects it. */
function underWay() {
  let settle: { succeed(window: ComponentType<NamedProps>): void; fail(problem: Error): void } | null = null;
  const fetch = vi.fn<() => Promise<ComponentType<NamedProps>>>(
    () =>
      new Promise((succeed, fail) => {
        settle = { succeed, fail };
      }),
  );
  return { fetch, come: () => settle?.succeed(Window), fail: (problem: Error) => settle?.fail(problem) };
}

test('its code is loaded once, at the first use, with a placeholder until then', async () => {
  const { fetch, come: succeed } = underWay();
  const Later = lazyComponent(fetch, Waiting);
  expect(fetch).not.toHaveBeenCalled();
  expect(Later.isLoaded()).toBe(false);
  const { rerender } = await act(async () => render(<Later name="a label" />));
  expect(screen.getByText('Fetching a label')).toBeTruthy();
  await act(async () => succeed());
  expect(screen.getByText('The window of a label')).toBeTruthy();
  rerender(<Later name="a box" />);
  expect(screen.getByText('The window of a box')).toBeTruthy();
  expect(fetch).toHaveBeenCalledOnce();
});

test('a component that is loaded before it is shown renders at once, without a flash', async () => {
  const { fetch, come: succeed } = underWay();
  const Later = lazyComponent(fetch, Waiting);
  const coming = Later.load();
  succeed();
  await coming;
  expect(Later.isLoaded()).toBe(true);
  render(<Later name="a label" />);
  expect(screen.getByText('The window of a label')).toBeTruthy();
});

test('a failed load is retried at the next use', async () => {
  const { fetch, come: succeed, fail } = underWay();
  const Later = lazyComponent(fetch);
  const first = Later.load();
  fail(new Error('no network'));
  await expect(first).rejects.toThrow('no network');
  expect(Later.isLoaded()).toBe(false);
  const second = Later.load();
  succeed();
  await second;
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(Later.isLoaded()).toBe(true);
});

class ErrorBoundary extends ReactComponent<{ children: ReactNode }, { text: string | null }> {
  override state: { text: string | null } = { text: null };
  static getDerivedStateFromError = (problem: Error) => ({ text: problem.message });
  override render() {
    return this.state.text === null ? this.props.children : <p>{`Said: ${this.state.text}`}</p>;
  }
}

test('a failure while it is shown goes to the page around it', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { fetch, fail } = underWay();
  const Later = lazyComponent(fetch);
  await act(async () =>
    render(
      <ErrorBoundary>
        <Later name="a label" />
      </ErrorBoundary>,
    ),
  );
  await act(async () => fail(new Error('no network')));
  expect(await screen.findByText('Said: no network')).toBeTruthy();
  expect(fetch).toHaveBeenCalledOnce();
  consoleError.mockRestore();
});

function Counting({ name }: NamedProps) {
  const [presses, setPresses] = useState(0);
  return <button type="button" onClick={() => setPresses(presses + 1)}>{`${name}: ${presses}`}</button>;
}

test('its state remains when its page renders again', async () => {
  const Later = lazyComponent<NamedProps>(async () => Counting, Waiting);
  const { rerender } = await act(async () => render(<Later name="Labels" />));
  fireEvent.click(screen.getByRole('button', { name: 'Labels: 0' }));
  rerender(<Later name="Boxes" />);
  expect(screen.getByRole('button', { name: 'Boxes: 1' })).toBeTruthy();
});
