import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ScanVerdict } from './scan-verdict.tsx';
import { useShownVerdict } from './shown-verdict.ts';

function Window() {
  const answer = useShownVerdict();
  return <dialog open>{answer ? <ScanVerdict {...answer} repeated /> : 'No answer yet'}</dialog>;
}

const said = () => screen.getByRole('dialog').textContent;

test('a window over the page says what the page answers, until the page says nothing more', () => {
  const page = (title: string | null) => (
    <>
      {title && <ScanVerdict verdict="error" title={title} code="AG-1" />}
      <Window />
    </>
  );
  const shown = render(page(null));
  expect(said()).toBe('No answer yet');
  shown.rerender(page('Position A1 is occupied'));
  expect(said()).toContain('Position A1 is occupied');
  expect(said()).toContain('AG-1');
  shown.rerender(page('Scan its place'));
  expect(said()).toContain('Scan its place');
  shown.rerender(page(null));
  expect(said()).toBe('No answer yet');
});
