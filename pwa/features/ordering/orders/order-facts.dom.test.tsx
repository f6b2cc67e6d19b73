import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { shownOrder } from '#db/factories/build-ordering.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { OrderFacts } from './order-facts.tsx';

afterEach(cleanup);

test('an order shows the entered and received specimens, and a canceled one how many it had', () => {
  const running = shownOrder({ status: 'RECEIVED', projectedSpecimenCount: 4, receivedCount: 3 });
  const { rerender } = render(<OrderFacts order={running} />);
  expect(screen.getByText('4 of 4 entered, 3 received')).toBeTruthy();
  const specimens = ['2026-11-20T10:00:00.000Z', null].map((receivedAt, index) =>
    buildSpecimen({ id: `s${index}`, status: 'CANCELED', receivedAt }),
  );
  const canceled = shownOrder({ status: 'CANCELED', specimens, specimenCount: 0, receivedCount: 0 });
  rerender(<OrderFacts order={canceled} />);
  expect(screen.getByText('2 entered, 1 received, canceled')).toBeTruthy();
});
