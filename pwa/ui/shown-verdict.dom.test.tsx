import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ScanVerdict, useShownVerdict } from './scan-verdict.tsx';

function Window() {
  const answer = useShownVerdict();
  return <dialog open>{answer ? <ScanVerdict {...answer} repeated /> : 'No answer yet'}</dialog>;
}

const dialogText = () => screen.getByRole('dialog').textContent;

test("a dialog over the page repeats the page's verdict until the page removes it", () => {
  const page = (title: string | null) => (
    <>
      {title && <ScanVerdict verdict="error" title={title} code="AG-1" />}
      <Window />
    </>
  );
  const view = render(page(null));
  expect(dialogText()).toBe('No answer yet');
  view.rerender(page('Position A1 is occupied'));
  expect(dialogText()).toContain('Position A1 is occupied');
  expect(dialogText()).toContain('AG-1');
  view.rerender(page('Scan its location'));
  expect(dialogText()).toContain('Scan its location');
  view.rerender(page(null));
  expect(dialogText()).toBe('No answer yet');
});
